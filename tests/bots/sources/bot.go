package main
import ("bufio";"encoding/json";"fmt";"os")
type M struct { Type string `json:"type"`; Legal []json.RawMessage `json:"legal"` }
func main() { s := bufio.NewScanner(os.Stdin); s.Buffer(make([]byte,1<<20),1<<20); for s.Scan() { var m M; json.Unmarshal(s.Bytes(), &m); switch m.Type { case "start": fmt.Println(`{"ready":true}`); case "bye": return; case "act": fmt.Println(string(m.Legal[0])) } } }
