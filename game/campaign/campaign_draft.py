"""A campaign whose tables are each valid, for the checks of the campaign as a whole."""

from pathlib import Path

import msgspec

from game.campaign.campaign import Campaign, Heroic
from game.campaign.campaign_tables import CampaignTable
from game.content.levels import Books
from game.content.toml_files.source import Source
from game.content.values.book_data import BookData, BookLike


class CampaignDraft(msgspec.Struct, frozen=True, eq=False):
    """All tables of a campaign. The checks record errors between tables on the source."""

    source: Source
    path: Path
    table: CampaignTable
    book: BookLike
    books: Books
    data: BookData
    heroes: tuple[Heroic, ...]

    def campaign(self) -> Campaign:
        """Return the campaign. Call this only if it has no errors."""
        table = self.table
        return Campaign(
            id=self.path.parent.name,
            title=table.title,
            about=table.about,
            path=self.path,
            book=self.book,
            start=table.start,
            difficulties=table.difficulty,
            heroes={hero.id: hero for hero in self.heroes},
            stops={stop.id: stop for stop in table.stop},
        )
