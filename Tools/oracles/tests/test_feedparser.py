"""What counts as a policy, and that a difference without one is found."""
import json
import os
import pathlib
import tempfile
import unittest

from cellheights_oracles.feedparser import report
from cellheights_oracles.feedparser.comparison import compare, missed
from cellheights_oracles.feedparser.corpus import CorpusMissing, cases, find
from cellheights_oracles.feedparser.document import instant, mail_date
from cellheights_oracles.feedparser.htmltext import comparable, text

MEDIA = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<entry><id>a</id><title>A</title><media:group><media:description>Of the film</media:description>
</media:group></entry>
<entry><id>b</id><title>B</title><media:group><media:description>Of another</media:description>
</media:group></entry>
<entry><id>c</id><title>C</title><summary>Own</summary>
<media:description>Of a third</media:description></entry>
</feed>
"""


def entry(identity, title, summary):
    """An entry as feedparser's readings have it."""
    return {"title": title, "link": None, "id": identity, "summary": summary, "content": [],
            "author": None, "published_utc": None, "updated_utc": None, "enclosures": []}


class WordTests(unittest.TestCase):
    def test_dates_of_mail_and_iso_are_the_same_instant(self):
        self.assertEqual(instant(mail_date("Sat, 31 Jan 2026 09:00:00 +0100")),
                         instant("2026-01-31T08:00:00+00:00"))
        self.assertEqual(mail_date("10 Fev 2020 00:00:00 GMT"), "2020-02-10T00:00:00+00:00")

    def test_marks_of_lists_are_no_difference(self):
        self.assertEqual(comparable("• one\n2. two"), "one two")

    def test_a_tag_that_is_cut_off_is_no_text(self):
        self.assertEqual(text("a<b>c</b><d"), "ac")


@unittest.skipUnless(os.environ.get("CELLHEIGHTS_BINARY"), "CELLHEIGHTS_BINARY names no program")
class PolicyTests(unittest.TestCase):
    def compared(self, *entries):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for below in ("feedparser", "real"):
                (folder / below).mkdir()
            (folder / "feedparser/media.xml").write_text(MEDIA)
            (folder / "real.oracle.jsonl").write_text("")
            (folder / "feedparser.oracle.jsonl").write_text(json.dumps({
                "file": "media.xml", "bozo": 0, "version": "atom10", "encoding": "utf-8",
                "entries": entries}) + "\n")
            return compare(os.environ["CELLHEIGHTS_BINARY"], cases(name))

    def test_a_description_in_a_media_group_is_a_policy(self):
        # Whether feedparser keeps the text or takes it for the summary.
        tally = self.compared(
            entry("a", "A", None), entry("b", "B", "Of another"), entry("c", "C", "Own"))
        self.assertEqual(missed(tally), [])
        self.assertIn("media-text", report.as_table(tally, True))

    def test_another_title_is_no_policy(self):
        tally = self.compared(
            entry("a", "Z", None), entry("b", "B", "Of another"), entry("c", "C", "Own"))
        self.assertNotEqual(missed(tally), [])


class CorpusTests(unittest.TestCase):
    def test_a_folder_without_readings_is_refused(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(CorpusMissing):
            find(folder)


if __name__ == "__main__":
    unittest.main()
