"""Journeys to resume, and campaigns to start at a chosen difficulty."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.campaign.campaign import Campaign
from game.campaign.campaign_list import (
    CampaignReader,
    ListedCampaign,
    all_campaigns,
    campaign_path,
    is_long_to_read,
    listed,
    shelf_campaigns,
)
from game.campaign.hardness import Hardness
from game.campaign.save_compatibility import follow
from game.campaign.save_slots import SaveSlot, delete, slots
from game.client.board.standees import TALL as STANDEE_TALL
from game.client.campaign.dates import said_when
from game.client.campaign.exit_buttons import WayButton, lay_out_exits
from game.client.campaign.hardness_screen import HardnessScreen, hardness_words
from game.client.campaign.hero_standees import hero_token, standees_of
from game.client.campaign.journey_measuring import JourneyMeasuring
from game.client.campaign.story_page import WIDEST, StoryPage
from game.client.kit.theme import CREAM, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import deletion
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.setup.level_rows import own_head

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, LIST, PAD = 32, 70, 72, 380, 28
TALLEST = 640
"""Maximum height of the sheets, at 100%: a campaign fills no more."""
TALL = 118
"""Height of the heroes' tokens on a new journey's sheet, at 100%."""

SHOWN = 4
"""Maximum number of heroes' tokens on a new journey's sheet."""

Picked = Campaign | ListedCampaign | SaveSlot
PageTexts = tuple[str, str, tuple[str, ...]]
"""Chapter, title and paragraphs of a page."""


class JourneyList(Screen):
    """The list of journeys and campaigns."""

    def __init__(
        self,
        app: "App",
        to_road: Callable[[SaveSlot], object],
        begin: Callable[[Campaign, Hardness], object],
        road: Path | None = None,
    ) -> None:
        """Set up the list.

        `road` is the file of the campaign to select first; it needn't be one of the game's own.
        """
        super().__init__(app)
        self._to_road, self._begin = to_road, begin
        self._given: list[ListedCampaign] = []
        """The campaign to select first, if it is on no list; else nothing."""
        self.measuring = JourneyMeasuring(app)
        self._reading = self._read()
        """The steps in which many campaigns are read while the list is shown already, or None."""
        if road:
            CampaignReader(app.books).campaign(listed(road.absolute()))
        own = next((row for row in self._campaigns() if road and row.path.samefile(road)), None)
        if road and own is None:
            own = msgspec.structs.replace(listed(road.absolute()), is_own=True)
            self._given = [own]
        self._listed: list[ListedCampaign] = []
        self._news: list[Campaign | ListedCampaign] = []
        self._load()
        self._wanted = own.path if own else None
        """File of the campaign to select when the list is first shown, or None."""
        paths = [row.path for row in self._listed]
        found = self._news[paths.index(own.path)] if own else None
        if isinstance(found, Campaign):
            follow(app.folder, found, app.books)
        self._slots: list[SaveSlot] = []
        self.list: ListBox[int] = ListBox(
            on_pick=lambda _: self._show(), on_press=lambda _: self._pressed()
        )
        self._told: PageTexts = ("", "", ())
        self.page = StoryPage(*self._told)
        self.ways: list[WayButton] = []
        say = app.words.say
        self.back = Button(say("journeys", "back"), self.left, icon="icons/back")
        self.delete = Button(say("journeys", "delete"), self._ask, icon="icons/cross_mark")
        packs = say("packs", "open_about")
        self.packs = Button(say("packs", "open"), self._open_packs, about=packs)
        self._rows = self._sheet = self._crowd = pygame.Rect(0, 0, 1, 1)

    def opened(self) -> None:
        """Read the list of journeys again, with the newest first."""
        self.app.sounds.ambience("inn_quiet")
        self._reading = self._reading or self._read()
        self._load()  # a pack may have come or gone
        self._look()
        super().opened()
        self.list.show(self.list.cursor)

    def _campaigns(self) -> list[ListedCampaign]:
        """Return the campaigns of the game, then those on the shelf as far as they are read."""
        is_long = self._reading is not None
        own = shelf_campaigns(self.app.folder, only_read=is_long)
        return [*all_campaigns(), *self._given, *own]

    def _read(self) -> Iterator[None] | None:
        """Return the steps in which the campaigns are read if there are many, or None."""
        is_long = is_long_to_read(self.app.folder)
        return self.app.navigation.read_campaigns() if is_long else None

    def _load(self) -> None:
        """Load the campaigns in the list, and look for what was measured of one's own."""
        reader = CampaignReader(self.app.books)
        self._listed = self._campaigns()
        self._news = [reader.campaign(row) for row in self._listed]
        self.measuring.look(self._own)

    @property
    def _own(self) -> list[Campaign]:
        """The campaigns that didn't come with the game."""
        pairs = zip(self._listed, self._news, strict=True)
        return [new for row, new in pairs if row.is_own and isinstance(new, Campaign)]

    def _go_on_reading(self) -> None:
        """Read campaigns while there is time in this tick; after the last one, list all."""
        assert self._reading is not None
        for _ in self._reading:
            self.app.time.work()
            if not self.app.time.is_left:
                return
        before, self._reading = self.picked, None
        self._load()
        self._fill(before)

    @property
    def is_idle(self) -> bool:
        """Return whether all campaigns and what was measured of them have been read."""
        return self._reading is None and self.measuring.is_marked

    def update(self, seconds: float) -> bool:
        """Read the campaigns, then let soldiers measure those on the shelf in the background."""
        is_changed = super().update(seconds)
        if self._reading is not None:
            self._go_on_reading()
            return is_changed or self._reading is None
        chosen, own = self.picked, self._own
        wanted = chosen if isinstance(chosen, Campaign) and chosen in own else None
        if self.measuring.update(seconds, wanted, own):
            self._fill(chosen)
            return True
        return is_changed

    def closed(self) -> None:
        """End the measuring."""
        self.measuring.close()

    def _open_packs(self) -> None:
        self.app.push(self.app.navigation.packs())

    def _look(self) -> None:
        """Read the journeys again, and show the list."""
        self._slots = slots(self.app.folder)
        wanted, self._wanted = self._wanted, None
        paths = [row.path for row in self._listed]
        self.list.fill(
            self._all_rows(),
            len(self._slots) + paths.index(wanted) if wanted is not None else None,
        )
        self._show()
        self.ring.focus(self.list)

    def _fill(self, chosen: Picked | None) -> None:
        """Show what has been read or measured meanwhile; `chosen` is the chosen entry."""
        rows, offset = self._all_rows(), self.list.offset
        if tuple(rows) != tuple(self.list.rows):
            entries = (*self._slots, *self._news)
            self.list.fill(rows, next((n for n, it in enumerate(entries) if it == chosen), None))
            self.list.offset = offset
        if self.picked != chosen:
            self._show()
        elif self._told_of(self.picked) != self._told:
            self._tell(self.picked)
            self.layout(self.size)

    def _all_rows(self) -> list[ListRow[int]]:
        """Return the rows of all journeys and campaigns, under their heads."""
        say = self.app.words.say
        rows: list[ListRow[int]] = []
        if self._slots:
            rows.append(ListRow(-1, say("journeys", "begun"), is_head=True))
            for n, slot in enumerate(self._slots):
                rows.append(self._row(n, slot))
        rows.append(ListRow(-1, say("journeys", "new"), is_head=True))
        home = ""
        for n, (row, new) in enumerate(
            zip(self._listed, self._news, strict=True), len(self._slots)
        ):
            head = own_head(self.app, row.home) if row.is_own else ""
            if head != home:
                rows.append(ListRow(-1, head, is_head=True))
                home = head
            rows.append(self._new_row(n, new))
        if self._reading is not None:
            rows.append(ListRow(-1, say("journeys", "reading"), is_head=True))
        elif not self._news:
            rows.append(ListRow(-1, say("journeys", "none"), is_head=True))
        return rows

    def _row(self, n: int, slot: SaveSlot) -> ListRow[int]:
        if slot.trouble:
            return ListRow(n, slot.title, slot.trouble, is_bad=True)
        stop, difficulty = self._named(slot)
        under = self.app.words.say("journeys", "row", stop=stop, difficulty=difficulty)
        return ListRow(n, slot.title, under, tail=said_when(self.app, slot.when))

    def _named(self, slot: SaveSlot) -> tuple[str, str]:
        """Return the titles of a journey's stop and difficulty."""
        campaign = self._campaign_of(slot)
        if campaign is None:
            return slot.stop, slot.difficulty
        stop = campaign.stops.get(slot.stop)
        is_known = any(it.id == slot.difficulty for it in campaign.difficulties)
        hard = hardness_words(self.app, campaign, slot.hardness) if is_known else slot.difficulty
        return stop.title if stop else slot.stop, hard

    def _campaign_of(self, slot: SaveSlot) -> Campaign | None:
        """Return a journey's campaign, or None if the campaign can't be read."""
        path = Path(slot.road) if slot.road else campaign_path(slot.campaign)
        known = (new for new in self._news if isinstance(new, Campaign))
        found = next((new for new in known if new.path == path), None)
        if found is None and slot.road:
            row = CampaignReader(self.app.books).campaign(listed(path))
            return row if isinstance(row, Campaign) else None
        return found

    def _new_row(self, n: int, new: Campaign | ListedCampaign) -> ListRow[int]:
        if isinstance(new, ListedCampaign):
            return ListRow(n, new.title, new.trouble, is_bad=True)
        under = self.measuring.row(new) or self.app.words.say("journeys", "new_under")
        return ListRow(n, new.title, under)

    @property
    def picked(self) -> Picked | None:
        """The entry shown on the sheet, or None."""
        row, count = self.list.current, len(self._slots)
        if row is None or row.value < 0:
            return None
        return self._slots[row.value] if row.value < count else self._news[row.value - count]

    # Sheet

    def _show(self) -> None:
        """Show the chosen entry."""
        picked, say = self.picked, self.app.words.say
        self.measuring.wait()
        self.ways = []
        self.delete.is_shown = isinstance(picked, SaveSlot)
        if isinstance(picked, Campaign):
            self.ways = [
                WayButton(it.title, partial(self._start, picked, Hardness(it.id)), it.about)
                for it in picked.difficulties
            ]
            exactly = partial(self._choose, picked)
            self.ways.append(
                WayButton(say("journeys", "exactly"), exactly, say("journeys", "exactly_about"))
            )
        elif isinstance(picked, SaveSlot) and not picked.trouble:
            words = say("journeys", "go_on_over" if picked.is_over else "go_on")
            self.ways = [WayButton(words, partial(self._resume, picked))]
        self.list.ways = {"right": self.ways[0]} if self.ways else {}
        self._tell(picked)
        self.layout(self.size)

    def _tell(self, picked: Picked | None) -> None:
        """Show the text about the chosen entry."""
        is_read = self.ring.focused is self.page
        self._told = self._told_of(picked)
        self.page = StoryPage(*self._told)
        self.ring.hold((self.list, *self.ways, self.page, self.back, self.packs, self.delete))
        if is_read:
            self.ring.focus(self.page)

    def _told_of(self, picked: Picked | None) -> PageTexts:
        """Return chapter, title and paragraphs about an entry."""
        if isinstance(picked, Campaign):
            measured = self.measuring.told(picked) if picked in self._own else []
            return "", picked.title, (picked.about, *measured)
        if isinstance(picked, SaveSlot):
            head = picked.title if picked.trouble else self._named(picked)[0]
            return "" if picked.trouble else picked.title, head, self._about(picked)
        return ("", picked.title, (picked.trouble,)) if picked is not None else ("", "", ())

    def _start(self, campaign: Campaign, hardness: Hardness) -> None:
        """Begin a new journey."""
        self.measuring.rest()
        self._begin(campaign, hardness)

    def _resume(self, slot: SaveSlot) -> None:
        """Resume a journey."""
        self.measuring.rest()
        self._to_road(slot)

    def _choose(self, campaign: Campaign) -> None:
        """Ask how hard the new journey is."""
        app, middle = self.app, campaign.difficulties[len(campaign.difficulties) // 2].id
        begin = partial(self._start, campaign)
        words = app.words.say("hardness", "begin")
        app.push(HardnessScreen(app, campaign, Hardness(middle), words, begin))

    def _about(self, slot: SaveSlot) -> tuple[str, ...]:
        """Return sentences about a journey: difficulty, battles, time and note."""
        say = self.app.words.say
        if slot.trouble:
            return (slot.trouble,)
        key = "battles" if slot.battles else "battles_none"
        how = say("journeys", "how", difficulty=self._named(slot)[1])
        fought = say("journeys", key, battles=slot.battles)
        when = say("journeys", "when", when=said_when(self.app, slot.when))
        return (f"{how} {fought}", when, *([slot.note] if slot.note else ()))

    def _pressed(self) -> None:
        """Resume the chosen journey, or move the focus to a new journey's difficulties."""
        if isinstance(self.picked, SaveSlot) and self.ways:
            self.ways[0].press()
        elif self.ways:
            self.ring.focus(self.ways[min(1, len(self.ways) - 1)])

    def _ask(self) -> None:
        slot = self.picked
        if isinstance(slot, SaveSlot):
            gone = partial(delete, slot.path)
            self.app.push(deletion(self.app, "journeys", slot.title, gone, self._look))

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        top, margin = px(HEAD), px(MARGIN)
        bottom = min(size[1] - px(FOOT), top + px(TALLEST))
        wide = min(px(LIST), size[0] * 34 // 100)
        self._rows = pygame.Rect(margin, top, wide, bottom - top)
        left = self._rows.right + px(16)
        self._sheet = pygame.Rect(left, top, size[0] - margin - left, bottom - top)
        self.list.place(self._rows.inflate(-px(28), -px(28)), app)
        foot = bottom + px(13)
        self.back.place(pygame.Rect(margin, foot, px(150), px(46)), app)
        self.packs.place(pygame.Rect(margin + px(162), foot, px(130), px(46)), app)
        away = pygame.Rect(0, foot, px(210), px(46))
        away.right = self._sheet.right
        self.delete.place(away, app)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        column = min(inner.width, px(WIDEST + 16))
        inner = pygame.Rect(inner.centerx - column // 2, inner.y, column, inner.height)
        across = inner.width - px(16)
        high = lay_out_exits(self.ways, pygame.Rect(inner.x, 0, across, 1), app)
        self.page.is_bare = False
        self.page.place(inner, app)
        if self.page.extent > inner.height - high - px(16) and self.ways:
            self.page.is_bare = True
            self.page.place(inner, app)
        room = min(self.page.extent, inner.height - high - px(16))
        self.page.place(pygame.Rect(inner.x, inner.y, inner.width, max(px(60), room)), app)
        below = self.page.rect.bottom + px(16)
        lay_out_exits(self.ways, pygame.Rect(inner.x, below, across, 1), app)
        after = below + high + px(16)
        self._crowd = pygame.Rect(inner.x, after, inner.width, max(0, inner.bottom - after))

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        backdrop(app, surface)
        head = app.words.say("journeys", "head")
        surface.blit(app.type.line(head, "serif bold", TITLE, CREAM), (px(MARGIN), px(11)))
        panel(app, surface, self._rows)
        panel(app, surface, self._sheet)
        if isinstance(self.picked, Campaign):
            self._draw_crowd(surface, self.picked)

    def _draw_crowd(self, surface: pygame.Surface, campaign: Campaign) -> None:
        """Draw the standees of the heroes who join at the start."""
        px, room = self.app.look.px, self._crowd
        tall = min(px(TALL), round(room.height / STANDEE_TALL))
        ids = campaign.stops[campaign.start].joins[:SHOWN]
        if tall < px(54) or not ids:
            return
        pictures = standees_of(self.app, campaign)
        step = min(round(tall * 1.2), room.width // len(ids))
        left = room.centerx - step * len(ids) // 2
        for n, id in enumerate(ids):
            hero = campaign.heroes[id]
            image = pictures.standee(hero_token(hero.kind, hero.title), tall, n >= len(ids) / 2)
            middle = left + step * n + step // 2
            surface.blit(image, image.get_rect(midbottom=(middle, room.bottom)))
