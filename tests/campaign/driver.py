"""A program that travels the road with choices through its first battle, for tests that kill it.

It resumes whatever is in the data folder, and prints `done` once the battle is reported and all
choices are made.
"""

import sys
from pathlib import Path
from random import Random

from game.campaign.journey import Journey
from game.campaign.loading import load_campaign
from game.campaign.save_slots import slots
from game.present.window_battle import WindowBattle
from game.workshop.lab.computer_choices import at_random, choose_all
from tests.campaign.conftest import BOOKS, FORKS
from tests.playing_on import play_on


def main(folder: Path) -> None:
    found = slots(folder)
    if found:
        journey = Journey.load(found[0].path, BOOKS)
    else:
        journey = Journey.begin(load_campaign(FORKS, BOOKS), "gentle", folder, BOOKS)
    if journey.stop.id == "gate":
        if "surgeons_roll" in journey.stores:
            journey.give("surgeons_roll", "hanne")
        journey.take(0)
    if journey.stop.id == "yard":
        fight(journey, folder)
    choose_all(journey, at_random(Random(1)), Random(1))
    journey.close()
    print("done", flush=True)


def fight(journey: Journey, folder: Path) -> None:
    options, seats = journey.going_on() if journey.running else journey.options(("hanne", "joss"))
    sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
    table = sitting.table
    table.seat(dict.fromkeys(table.players, "novice"))
    while table.step():
        pass
    play_on(sitting)
    journey.report(sitting)
    sitting.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
