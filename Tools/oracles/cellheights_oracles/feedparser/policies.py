"""Where we differ from feedparser on purpose. Each policy is a rule on values, never on files.

A rule gives what we should have in place of what feedparser has; `docs/feeds.md` has the reasons.
"""
import re
import urllib.parse

from .document import instant
from .htmltext import collapsed, comparable, text

NAMES = {
    "decoded": "titles are plain text: markup removed and entities decoded, once",
    "literal": "text that an Atom or JSON feed calls text is no markup",
    "derived": "an entry without an id gets one: its link, else a hash",
    "opaque": "ids are not resolved against a base",
    "no-address": "an empty link is no link, where feedparser takes the base",
    "no-id-link": "an id is a link only where it is a web address",
    "one-text": "the only text of an RSS item is its content, not its summary",
    "not-twice": "a summary that only repeats the content is left out",
    "plain-given": "of a plain and an HTML text of the same content, the plain one is taken",
    "nested": "what stands inside an element of another kind is not the entry's own",
    "media-text": "the description of a media file stands in where an entry has no text",
    "encoding": "UTF-8 that was encoded twice is left as it is",
    "more-dates": "a date that feedparser does not read or take, but we do",
    "slashes": "2020/1/10 is a day in January; feedparser reads another",
}


def garbled(value):
    """The value as it was before feedparser undid a double encoding."""
    for encoding in ("cp1252", "latin-1"):
        try:
            yield value.encode("utf-8").decode(encoding)
        except UnicodeDecodeError:
            pass


def titles(document, number, theirs):
    """Pairs of a policy, `None` for none, and what the title should be by it."""
    if not theirs:
        yield None, ""
        return
    decoded = collapsed(text(theirs))
    if decoded == collapsed(theirs):
        yield None, decoded
    else:
        is_markup = document.is_markup(number, "title")
        if is_markup is not False:
            yield "decoded", decoded
        if not is_markup:
            yield "literal", collapsed(theirs)
    for value in garbled(theirs):
        yield "encoding", collapsed(text(value))


def links(document, theirs, identity):
    theirs = (theirs or "").strip()
    yield None, theirs
    if theirs in document.bases:
        yield "no-address", identity or ""
        yield "no-address", ""
    if theirs == (identity or "").strip() and not re.match(r"https?://", theirs):
        yield "no-id-link", ""


def identities(document, theirs, ours, our_link):
    if theirs:
        yield None, theirs.strip()
        for base in document.bases:
            if urllib.parse.urljoin(base, ours) == theirs:
                yield "opaque", ours
    elif our_link:
        yield "derived", our_link
    elif re.fullmatch(r"hash:[0-9a-f]{32}", ours):
        yield "derived", ours


def moments(document, theirs, ours):
    """What the dates should be: theirs, or ours where feedparser cannot read what is there."""
    yield None, theirs
    if theirs == (None, None) and ours[0] in document.instants - {None}:
        yield "more-dates", (ours[0], ours[0])
    if ours[0] in document.slashed - {None}:
        yield "slashes", (ours[0], ours[0])


def dates(published, updated):
    """When it appeared and when it last changed; either stands in for the other, as feedparser has
    it for one of them."""
    published, updated = instant(published), instant(updated)
    return (updated if published is None else published,
            published if updated is None else updated)


def forms(document, number, field, markup):
    """Texts that a value stands for: as HTML, and literally where the feed says so."""
    is_markup = document.is_markup(number, field)
    decoded, literal = comparable(text(markup)), comparable(markup)
    if is_markup is not False or decoded == literal:
        yield None, decoded
    if not is_markup:
        yield "literal", literal
    for value in garbled(markup):
        yield "encoding", comparable(text(value))


def bodies(document, number, entry):
    """Triples of a policy, the content and the summary that we should have."""
    yield from own_bodies(document, number, entry)
    nested = document.nested(number)
    contents = [value for value in entry.get("content") or [] if collapsed(value) not in nested]
    if contents != entry.get("content"):
        for _, content, summary in own_bodies(document, number, {**entry, "content": contents}):
            yield "nested", content, summary


def media_bodies(document, number, summary):
    """What an entry has whose only text is a `media:description`: feedparser keeps it under a name
    of its own, or takes it for the summary."""
    spare = document.media_text(number)
    if spare and (not summary.strip() or collapsed(summary) == collapsed(spare)):
        yield "media-text", comparable(text(spare)), ""


def own_bodies(document, number, entry):
    contents = [value for value in entry.get("content") or [] if value and value.strip()]
    summary = entry.get("summary") or ""
    if document.case.is_json and len(contents) > 1:
        # content_html, then content_text.
        yield "plain-given", comparable(contents[1]), comparable(summary)
    if not contents:
        yield from media_bodies(document, number, summary)
        for policy, value in forms(document, number, "summary", summary):
            # A summary of Atom and of JSON Feed says that it is one.
            if document.case.is_atom or document.case.is_json:
                yield policy, "", value
            else:
                yield policy or "one-text", value, ""
        return
    for policy, content in forms(document, number, "content", contents[0]):
        if collapsed(contents[0]) == collapsed(summary):
            yield policy or "not-twice", content, ""
        for other, value in forms(document, number, "summary", summary):
            yield policy or other, content, value
