"""Drawing of tokens: shadows, standing or lying tokens, life and conditions."""

import pygame

from game.client.board.camera import Camera
from game.client.board.standees import Standees
from game.client.board.token_motion import Actor
from game.client.board.token_places import LYING_UP, TokenPlace, bar_rect
from game.client.kit.typography import Type
from game.present.picture import Token

MOST_BADGES = 3


class TokenDrawing:
    """Painter of single tokens in steps; the board takes each step for all tokens in turn."""

    def __init__(self, camera: Camera, standees: Standees, kind: Type) -> None:
        self._camera, self._standees, self._type = camera, standees, kind
        self.numbers: list[tuple[pygame.Surface, pygame.Rect]] = []
        """Numbers of units that are groups, drawn last over all marks."""

    def draw_under(
        self, surface: pygame.Surface, actor: Actor, place: TokenPlace, is_selected: bool
    ) -> None:
        """Draw a token's shadow, and a ring if it is selected."""
        foot, size = place.foot, place.size
        if actor.fade > 0.3:
            shadow = self._standees.shadow(size, actor.lift)
            far = round(actor.lift * size * 0.3)
            middle = foot[0] + size // 16 + far, foot[1] - size // 8 + far
            surface.blit(shadow, shadow.get_rect(center=middle))
        if is_selected:
            ring = self._standees.ring(size)
            surface.blit(ring, ring.get_rect(center=(foot[0], foot[1] - round(size * 0.19))))

    def draw_standing(
        self, surface: pygame.Surface, token: Token, actor: Actor, place: TokenPlace
    ) -> None:
        """Draw the token: standing, perhaps leaning, or lying down."""
        foot, size = place.foot, place.size
        lift = round(actor.lift * size)
        if place.is_lying:
            image = self._standees.lying(token, size, actor.is_left)
            middle = foot[0], foot[1] - round(size * LYING_UP) - lift
            surface.blit(image, image.get_rect(center=middle))
            return
        make = self._standees.white if actor.flash > 0.35 else self._standees.standee
        image = make(token, size, actor.is_left)
        if abs(actor.lean) > 0.5 and not self._type.look.is_calm:
            centre = pygame.Vector2(0, -image.get_height() / 2).rotate(actor.lean)
            image = pygame.transform.rotozoom(image, -actor.lean, 1.0)
            rect = image.get_rect(center=(foot[0] + centre.x, foot[1] + centre.y - lift))
        else:
            rect = image.get_rect(midbottom=(foot[0], foot[1] - lift))
        if actor.fade < 1:
            image.set_alpha(max(0, round(255 * actor.fade)))
            surface.blit(image, rect)
            image.set_alpha(255)
        else:
            surface.blit(image, rect)

    def draw_signs(
        self, surface: pygame.Surface, token: Token, actor: Actor, place: TokenPlace
    ) -> None:
        """Draw a unit's life and conditions. Keep the number of a group in `numbers` for later."""
        if actor.fade < 0.9:
            return
        foot, size = place.foot, place.size
        lift = round(actor.lift * size)
        rect = bar_rect(place, self._camera.tile).move(0, -lift)
        bar = self._standees.life_bar(token, *rect.size)
        if bar is not None:
            surface.blit(bar, rect)
        sign = max(16, round(self._camera.tile * 0.3 * min(1.0, actor.size + 0.1)))
        if bar is not None and token.is_many:
            number = self._standees.number(str(token.life), round(sign * 1.15), self._type)
            # Never below the tile, where the name of a zone and the next heads may be.
            self.numbers.append((number, number.get_rect(midbottom=rect.bottomleft)))
        held = token.conditions
        is_full = len(held) > MOST_BADGES
        images = [
            self._standees.badge(one.id, sign)
            for one in held[: MOST_BADGES - 1 if is_full else MOST_BADGES]
        ]
        if is_full:
            images.append(self._standees.more(len(held) - len(images), sign, self._type))
        top = foot[1] - round(size * (0.6 if token.is_down else 1.0)) - lift
        left = foot[0] + round(size * 0.34)
        for n, image in enumerate(images):
            surface.blit(image, image.get_rect(center=(left, top + n * (sign - 2))))
