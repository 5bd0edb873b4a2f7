"""Pictures of the rules: a table from a rule's number to what is drawn below it.

The rules are in English, and so is what the pictures say; `about` is read out in place of the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import escape

from arena.web.strokes import WIDTH, arrow, board, card, cards, face, line, text, two_values


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing and what it shows, in words."""

    about: str
    height: int
    shapes: tuple[str, ...]

    def html(self) -> str:
        """Give the figure; the words under it are also its alternative text."""
        about, drawn = escape(self.about), "".join(self.shapes)
        return (
            f'<figure class="picture"><svg viewBox="0 0 {WIDTH} {self.height}" role="img" '
            f'aria-label="{about}">{drawn}</svg><figcaption>{about}</figcaption></figure>\n'
        )


_TEN = {
    "2.3": Picture(
        "The total: 3 + 6 − 3 + 4 is 10, which is not too much. Without the currency card it would be 13.",
        100,
        (
            card(20, 12, "3", "blue"),
            card(84, 12, "6", "green"),
            card(148, 12, "$3"),
            card(212, 12, "4", "orange"),
            arrow(285, 50, 36),
            text(450, 46, "3 + 6 − 3 + 4 = 10", "face"),
            text(450, 70, "draw on, or stop and take a reward"),
        ),
    ),
    "3.1": Picture(
        "A fiasco: the 5 makes the total 12. The numbers go to the market.",
        100,
        (
            card(20, 12, "3", "blue"),
            card(84, 12, "4", "pink"),
            card(148, 12, "5", "green", is_hit=True),
            arrow(225, 50, 40),
            text(330, 55, "12 > 10", "face"),
            arrow(395, 50, 40),
            text(530, 46, "market: 3, 4, 5"),
            text(530, 66, "player: a fiasco token"),
        ),
    ),
    "5.1": Picture(
        "An auction: the left neighbour bids first, the active player last, each once.",
        100,
        (
            card(20, 12, "*7"),
            text(180, 40, "left neighbour"),
            text(180, 64, "2", "face"),
            arrow(250, 50, 30),
            text(350, 40, "next"),
            text(350, 64, "pass", "face"),
            arrow(410, 50, 30),
            text(530, 40, "active player"),
            text(530, 64, "3: gets it", "face"),
        ),
    ),
    "7.4": Picture(
        "The longest run of blue is 3 to 6, closed by the wild 5: four points. 8 and 9 are only two.",
        100,
        (
            cards(20, 12, ("3", "4", "*5", "6"), "blue", ("3", "4", "*5", "6")),
            cards(320, 12, ("8", "9"), "blue"),
            text(550, 55, "4 points", "face"),
        ),
    ),
}
_LIE = {
    "3.4": Picture(
        "A hand set: 5, 2 and 6 are up, the other ends are covered. Nobody else sees it yet.",
        110,
        (
            two_values(60, 12, "5", "3"),
            two_values(120, 12, "2", "4"),
            two_values(180, 12, "6", "1"),
            arrow(260, 55, 50),
            text(440, 60, '"up": [5, 2, 6]', "face"),
        ),
    ),
    "3.8": Picture(
        "Raises of 2 × 4: more fours, or any number of fives or sixes. A lower value is none.",
        90,
        (
            text(90, 52, "2 × 4", "face"),
            arrow(136, 46, 34),
            text(260, 32, "3 × 4, 4 × 4 …", "face"),
            text(260, 70, "1 × 5, 1 × 6 …", "face"),
            text(500, 32, "not 2 × 4 again"),
            text(500, 70, "not 5 × 3: lower value"),
        ),
    ),
    "4.2": Picture(
        "The bid was 3 × 4. All hands together show three fours: it is true, and the challenger loses.",
        110,
        (
            two_values(20, 12, "4", "2", is_hit=True),
            two_values(78, 12, "6", "4"),
            two_values(180, 12, "4", "1", is_hit=True),
            two_values(238, 12, "2", "3"),
            two_values(340, 12, "4", "5", is_hit=True),
            arrow(415, 55, 40),
            text(545, 60, "3 shown", "face"),
        ),
    ),
    "4.5": Picture(
        "With wild ones, the same bid of 3 × 4: one four and two ones are shown, so it is true.",
        110,
        (
            two_values(20, 12, "4", "2", is_hit=True),
            two_values(78, 12, "1", "4", is_hit=True),
            two_values(180, 12, "1", "3", is_hit=True),
            two_values(238, 12, "2", "6"),
            arrow(330, 55, 40),
            text(490, 60, "1 + 2 = 3 shown", "face"),
        ),
    ),
}
_TAKETHAT = {
    "1.3": Picture(
        "Twins have their digits swapped; a toad has none.",
        110,
        (
            cards(40, 12, ("49", "94"), "orange"),
            text(104, 106, "twins"),
            cards(230, 12, ("13", "31"), "blue"),
            text(294, 106, "twins"),
            card(480, 12, "55", "green"),
            text(508, 106, "a toad"),
        ),
    ),
    "3.2": Picture(
        "The row ends in 29: any card from 19 to 39 can be added, here the 25.",
        110,
        (
            cards(20, 12, ("34", "41", "33", "29"), hits=("29",)),
            arrow(285, 50, 30),
            card(330, 12, "25", "green"),
            text(358, 104, "fits"),
            card(430, 12, "19", "green"),
            text(458, 104, "fits"),
            card(530, 12, "42", "red"),
            text(558, 104, "13 away: no"),
        ),
    ),
    "3.4": Picture(
        "14 is in the hand, its twin 41 in the row: both are laid face up, two points, and the gap closes.",
        100,
        (
            cards(20, 12, ("34", "41", "33"), hits=("41",)),
            card(226, 12, "14", is_hit=True),
            arrow(290, 50, 28),
            cards(328, 12, ("34", "33")),
            cards(466, 12, ("14", "41"), "orange"),
            text(614, 55, "+2", "face"),
        ),
    ),
    "4.4": Picture(
        "Two cards face up are +2; a row of 34, 33 and 29 taken is −1 −5 −1: the 33 is a toad.",
        110,
        (
            cards(20, 12, ("14", "41"), "green"),
            text(80, 106, "face up: +2"),
            cards(220, 12, ("34", "33", "29"), "red"),
            text(310, 106, "face down: −1 −5 −1"),
            text(530, 58, "2 − 7 = −5", "face"),
        ),
    ),
}
_SEQUENCE = {
    "3.3": Picture(
        "7♥ stands on two cells. One is taken, so the chip goes on the other.",
        130,
        (
            board(20, 12, (4, 2, 6, 9), {(5, 3): "blue", (4, 8): "green"}),
            text(490, 46, "7♥ is played", "face"),
            text(490, 74, "green covers its free cell [4, 8]"),
            text(490, 96, "[5, 3] is blue's already"),
        ),
    ),
    "5.1": Picture(
        "Four chips and the free corner are five in a line.",
        200,
        (
            board(
                20,
                12,
                (0, 0, 4, 5),
                {
                    (1, 1): "green",
                    (2, 2): "green",
                    (3, 3): "green",
                    (4, 4): "green",
                    (1, 3): "blue",
                    (3, 1): "blue",
                },
            ),
            line(20, 12, (0, 0), (4, 4)),
            text(440, 90, "a sequence", "face"),
            text(440, 118, "the corner counts for every side"),
        ),
    ),
    "5.3": Picture(
        "Nine chips in a line are two sequences: they share the fifth chip, and only that one.",
        90,
        (
            board(20, 22, (5, 0, 5, 8), {(5, column): "green" for column in range(9)}),
            line(20, 14, (0, 0), (0, 4)),
            line(20, 30, (0, 4), (0, 8)),
            text(500, 44, "1–5 and 5–9", "face"),
        ),
    ),
    "3.5": Picture(
        "A one-eyed jack takes an opposing chip away; a two-eyed one puts a chip anywhere.",
        100,
        (
            card(20, 12, "J♠"),
            arrow(90, 50, 40),
            '<circle class="blue" cx="160" cy="50" r="16"/>',
            '<path class="row-of-five" d="M142 68L178 32"/>',
            card(330, 12, "J♦"),
            arrow(400, 50, 40),
            '<circle class="green" cx="470" cy="50" r="16"/>',
            text(560, 55, "any empty cell"),
        ),
    ),
}
_TWINIT = {
    "1.4": Picture(
        "Look-alikes: only the ink is another. Until that is seen they could be twins.",
        95,
        (
            face(30, 10, 4),
            face(120, 10, 4, "green"),
            text(262, 54, "look-alikes", "face"),
            face(380, 10, 4),
            face(470, 10, 4),
            text(584, 54, "twins", "face"),
        ),
    ),
    "2.2": Picture(
        "The same fresh face at four ticks: one feature more is seen at each.",
        115,
        (
            *(face(40 + 150 * tick, 8, tick + 1) for tick in range(4)),
            *(text(78 + 150 * tick, 106, f"tick {tick + 1}") for tick in range(4)),
        ),
    ),
    "4.2": Picture(
        "A right slap: t12 on the table and p3, the top of a pile, show the same picture.",
        115,
        (
            face(60, 8, 4),
            text(98, 106, "t12"),
            face(180, 8, 4, "green"),
            text(218, 106, "t13"),
            face(300, 8, 4),
            text(338, 106, "p3"),
            arrow(400, 46, 40),
            text(540, 42, "slap t12, p3", "face"),
            text(540, 68, "a set: five of them win"),
        ),
    ),
    "4.4": Picture(
        "A mistake: the inks differ. The set won last goes to the bottom of the player’s pile.",
        115,
        (
            face(60, 8, 4),
            text(98, 106, "t12"),
            face(180, 8, 4, "green"),
            text(218, 106, "t13"),
            arrow(280, 46, 40),
            text(480, 52, "slap t12, t13: one set less", "face"),
        ),
    ),
}

PICTURES: dict[str, dict[str, Picture]] = {
    "ten": _TEN,
    "lie": _LIE,
    "takethat": _TAKETHAT,
    "sequence": _SEQUENCE,
    "twinit": _TWINIT,
}
