// A bot that plays at random. Make it better in choose; the rest need not change.
//
// One JSON object a line comes in on standard input, one a line goes out on standard output.
// Standard error is the log: fmt.Fprintln(os.Stderr, ...) is shown to you alone.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
)

// Message holds the keys of all messages; those of another type stay empty. State, events and legal
// actions differ from game to game: unmarshal them into types of your own.
type Message struct {
	Type    string
	Game    string
	Options map[string]any
	Seat    int
	Seats   int
	Teams   []int
	Names   []string
	Leg     int
	Legs    int
	Turn    int
	Phase   string
	State   json.RawMessage
	Events  []json.RawMessage
	Legal   []json.RawMessage
	Ranks   []int
	Scores  []int
}

var seat int

// start: a leg (one game) begins.
func start(message *Message) {
	seat = message.Seat
}

// choose is YOUR STRATEGY: return one action, anything that becomes a JSON object.
// Legal lists actions that are accepted as they are; README.md says what else this game allows.
func choose(message *Message) any {
	return message.Legal[dice(message.State).Intn(len(message.Legal))]
}

// dice rolls the same for the same table: easy to repeat.
func dice(table []byte) *rand.Rand {
	hash := fnv.New64a()
	hash.Write(table)
	return rand.New(rand.NewSource(int64(hash.Sum64())))
}

// end: the leg is over; Ranks and Scores are by seat.
func end(message *Message) {}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		message := &Message{}
		if err := json.Unmarshal(line, message); err != nil {
			fmt.Fprintln(os.Stderr, "not understood:", err)
			os.Exit(1)
		}
		switch message.Type {
		case "start":
			start(message)
			answer(map[string]bool{"ready": true})
		case "act":
			answer(choose(message))
		case "end":
			end(message)
		case "bye":
			return
		}
	}
}

func answer(data any) {
	text, err := json.Marshal(data)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot be written:", err)
		os.Exit(1)
	}
	os.Stdout.Write(append(text, '\n'))
}
