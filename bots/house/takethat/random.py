"""Take That at random: any of the actions that the referee offers, all equally likely."""

from _loop import Action, Bot, Message, serve


class RandomBot(Bot):
    """Plays whatever is legal."""

    def act(self, message: Message) -> Action:
        """Draw one of the legal actions."""
        return self.random.choice(message["legal"])


if __name__ == "__main__":
    serve(RandomBot())
