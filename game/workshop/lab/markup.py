"""Build elements of HTML and SVG."""

from xml.etree.ElementTree import Element

Content = str | Element


def tag(kind: str, /, *content: Content, **attributes: object) -> Element:
    """Return an element. Names of attributes may end in `_` and have `_` for a hyphen."""
    made = Element(
        kind, {key.rstrip("_").replace("_", "-"): str(it) for key, it in attributes.items()}
    )
    for one in content:
        if isinstance(one, Element):
            made.append(one)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + one
        else:
            made.text = (made.text or "") + one
    return made
