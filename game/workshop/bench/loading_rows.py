"""Rows that measure reading a large level."""

import tomli

from game.campaign.campaign_list import CampaignReader, all_campaigns
from game.play.level_list import level_list
from game.workshop.bench.bench_battles import any_size, crowd, level_of
from game.workshop.bench.measuring import Bench, BenchRow, Task
from game.world.battlefield import battlefield_of

UNITS, SIDE = 100, 200


def _level(bench: Bench) -> float:
    book, text = any_size(bench.book("contest")), crowd(UNITS, SIDE, SIDE)
    return bench.beside(Task(lambda: level_of(book, text)), Task(lambda: tomli.loads(text)))


def _scene(bench: Bench) -> float:
    book, text = any_size(bench.book("contest")), crowd(UNITS, SIDE, SIDE)
    diagonal = book.schema.diagonal
    whole = Task(lambda: battlefield_of(level_of(book, text), diagonal))
    return bench.beside(whole, Task(lambda: tomli.loads(text)))


BESIDE = "tomli alone on the same text"


def _list(bench: Bench) -> float:
    return bench.beside(Task(lambda: level_list(bench.books)))


def _campaigns(bench: Bench) -> float:
    def read() -> None:
        reader = CampaignReader(bench.books)
        for row in all_campaigns():
            reader.campaign(row)

    return bench.beside(Task(read))


ROWS = (
    BenchRow("load", "a level of 100 units on a 200×200 map, read and checked", 3, BESIDE, _level),
    BenchRow("load-map", "the same, with its map prepared for paths and sight", 3, BESIDE, _scene),
    BenchRow("level-list", "the list of all levels, read before", 180, "reach", _list),
    BenchRow("campaign-list", "the list of all campaigns, read before", 10, "reach", _campaigns),
)
