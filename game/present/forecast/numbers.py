"""Chances and amounts of a forecast, rounded for people to read."""

from fractions import Fraction


def percent(share: Fraction) -> str:
    """Return a percentage with one decimal; 0 and 100 only for impossible and certain."""
    if share in (0, 1):
        return "100" if share else "0"
    tenths = (share.numerator * 2000 + share.denominator) // (2 * share.denominator)
    if tenths == 0:
        return "<0.1"
    if tenths == 1000:
        return ">99.9"
    return decimal(share * 100)


def decimal(value: Fraction) -> str:
    """Return a value with one decimal, rounded half up; no decimal for whole numbers.

    A positive value that would be rounded to 0 is less than 0.1.
    """
    if value.denominator == 1:
        return str(value.numerator)
    tenths = (value.numerator * 20 + value.denominator) // (2 * value.denominator)
    if tenths == 0 and value > 0:
        return "<0.1"
    return f"{tenths // 10}.{tenths % 10}"
