"""What the rules need to know of a feed besides the oracle's values."""
import datetime
import email.utils
import re
import urllib.parse
import xml.etree.ElementTree

from .htmltext import collapsed


class Document:
    """A feed as Python reads it: bases, dates, and the elements of its items."""

    def __init__(self, case):
        self.case = case
        raw = case.bytes().decode("latin-1")
        bases = re.findall(r"xml:base\s*=\s*[\"']([^\"']*)[\"']", raw)
        joined = {urllib.parse.urljoin(outer, inner) for outer in bases for inner in bases}
        self.bases = set(bases) | joined
        texts = [text.strip() for text in re.findall(r">([^<>]{8,40})<", raw)]
        self.instants = {instant(mail_date(text)) for text in texts}
        self.slashed = {instant(slashed_date(text)) for text in texts}
        self.items = self.read_items(case)

    @staticmethod
    def read_items(case):
        if case.is_json:
            return []
        try:
            root = xml.etree.ElementTree.fromstring(case.bytes())
        except (xml.etree.ElementTree.ParseError, ValueError, LookupError):
            return []
        return [part for part in root.iter() if local_name(part) in ("item", "entry")]

    def is_markup(self, number, field):
        """Whether a text of an entry, by its number from 1, is HTML; `None` where that cannot be
        told, because Python does not read the feed."""
        if self.case.is_json:
            return field != "title"
        if not self.case.is_atom:
            return True
        if number > len(self.items):
            return None
        for part in self.items[number - 1]:
            if local_name(part) == field:
                kind = part.get("type", "text").lower()
                return len(part) > 0 or "html" in kind
        return None

    def nested(self, number):
        """The texts of elements inside the elements of an RSS item, by its number from 1."""
        if number > len(self.items):
            return set()
        return {collapsed(part.text or "") for child in self.items[number - 1]
                for part in child.iter() if part is not child}


    def media_text(self, number):
        """The first `media:description` of an entry, by its number from 1, or of its media."""
        if number > len(self.items):
            return ""
        for part in self.items[number - 1].iter():
            if isinstance(part.tag, str) and part.tag.startswith("{http://search.yahoo.com/mrss"):
                if local_name(part) == "description" and (part.text or "").strip():
                    return part.text
        return ""


def local_name(part):
    return part.tag.split("}")[-1] if isinstance(part.tag, str) else ""


def mail_date(words):
    """A date as mail has it, perhaps with a Portuguese month, or an ISO one, as ISO."""
    months = dict(zip(("fev", "abr", "mai", "ago", "set", "out", "dez"),
                      ("Feb", "Apr", "May", "Aug", "Sep", "Oct", "Dec")))
    english = [months.get(word.lower(), word) for word in words.split()]
    try:
        return email.utils.parsedate_to_datetime(" ".join(english)).isoformat()
    except (ValueError, TypeError):
        return words


def slashed_date(words):
    """2020/1/10 8:07:00 as ISO."""
    found = re.fullmatch(r"(\d{4})/(\d{1,2})/(\d{1,2}) (\d{1,2}):(\d\d):(\d\d)", words)
    return "%s-%02d-%02dT%02d:%02d:%02d" % (
        found[1], *map(int, found.groups()[1:])) if found else None


def instant(value):
    """Seconds since 1970 of an ISO 8601 date; without a zone it is UTC."""
    if not value:
        return None
    try:
        date = datetime.datetime.fromisoformat(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=datetime.timezone.utc)
    return int(date.timestamp() // 1)
