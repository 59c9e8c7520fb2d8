"""What a party of computer players does between battles.

The customs are simple and the same for all players, so that journeys can be compared: rest whenever
possible, send the fittest, share out the stores, and leave the fork in the road to chance.
"""

from game.campaign.journey import Journey
from game.campaign.screen_values import HeroShown
from game.core.random_streams import Stream

FIT = 0.5
"""Share of life from which a hero counts as fit for a battle."""


def fittest(journey: Journey, most: int) -> tuple[str, ...]:
    """Return the heroes to send into a battle, at most `most`, in the roster's order.

    Fit heroes come first, then those of a higher rank, then those with a larger share of life.
    """

    def worth(hero: HeroShown) -> tuple[bool, int, float]:
        """Return how much a hero is worth in this battle."""
        share = hero.life / hero.most
        return share >= FIT, hero.rank, share

    chosen = {hero.id for hero in sorted(journey.roster, key=worth, reverse=True)[:most]}
    return tuple(hero.id for hero in journey.roster if hero.id in chosen)


def share_out(journey: Journey, goers: tuple[str, ...]) -> None:
    """Give the items in the stores to the heroes of a battle, each to the one with the fewest."""
    if not goers:
        return
    for item in journey.stores:
        carried = {hero.id: len(hero.items) for hero in journey.roster}
        journey.give(item, min(goers, key=lambda id: carried[id]))


def collect(journey: Journey, goers: tuple[str, ...]) -> None:
    """Put the items of heroes who stay behind into the stores."""
    for hero in journey.roster:
        if goers and hero.id not in goers:
            for item in hero.items:
                journey.keep(item, hero.id)


def rest(journey: Journey) -> None:
    """Rest if the camp allows it and anybody needs it."""
    if journey.stop.kind == "camp" and not journey.stop.is_rested:
        journey.rest()


def way_on(journey: Journey, chance: Stream) -> int | None:
    """Return the number of a random open path, or None if there is none."""
    ways = [number for number, way in enumerate(journey.ways) if way.is_open]
    return ways[chance.pick(len(ways))] if ways else None
