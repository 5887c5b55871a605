"""In which setting the drawing flies: the learning flight, its place at the start, and files of one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.trucker.captains.captainfile import parse_captain
from analyzer.trucker.cards.forecastfile import parse_forecast
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.designer import messages
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.sketch import Reply, Sketch
from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.shipfile import parse_ship


def learning(sketch: Sketch, message: messages.Learning) -> Reply:
    """The learning flight, whose cards no forecast knows."""
    forecast = None if message.on else sketch.now.setting.forecast
    return _in(sketch, learning=message.on, forecast=forecast)


def start(sketch: Sketch, message: messages.StartPlace) -> Reply:
    """From that place, or any."""
    return _in(sketch, start=message.place)


def own_files(sketch: Sketch, message: messages.OwnFiles) -> Reply:
    """What the texts say; without any the setting is as if none had been named."""
    texts, setting = message.texts, sketch.now.setting
    if message.kind == "own_captain":
        captain = parse_captain(texts[0], "captain") if texts else "sensible"
        sketch.own = captain if texts else None
        return _in(sketch, captain=captain)
    if message.kind == "own_rivals":
        rivals = tuple(parse_ship(text, f"rival {place}") for place, text in enumerate(texts, 1))
        start_place = None if setting.start is not None and setting.start > 1 + len(rivals) else setting.start
        return _in(sketch, named=rivals, company="named" if rivals else "field", start=start_place)
    edition, level = load_edition(sketch.ship.board.edition), home_level(sketch.ship)
    forecast = parse_forecast(texts[0], "forecast", edition, level, prognostic=False) if texts else None
    return _in(sketch, forecast=forecast, learning=False if forecast else setting.learning)


def _in(sketch: Sketch, **changed: Any) -> Reply:
    """The drawing in a setting that differs in this; raises AnalyzerError for one in which it cannot fly any more."""
    setting = replace(sketch.now.setting, **changed)
    if _flies(sketch, sketch.now.setting):
        setting.plan(sketch.ship)
    return sketch.changed(replace(sketch.now, setting=setting))


def _flies(sketch: Sketch, setting: Setting) -> bool:
    try:
        setting.plan(sketch.ship)
    except AnalyzerError:
        return False
    return True
