"""Texts of feeds are collapsed, grouped and spread over their feeds; what differs in them is counted."""
import argparse
import pathlib
import tempfile
import unittest

from cellheights_oracles.browser import feeds
from cellheights_oracles.browser.comparison import Agreement, agree, agreement_missed, merged
from cellheights_oracles.browser.corpus import Text
from cellheights_oracles.browser.engine import families
from cellheights_oracles.browser.report import agreement_json, agreement_table, described

TEXTS = [Text(0, "latin", "en", "one two three"), Text(1, "han-kana", "ja", "一二三")]


def side(starts, counts, trust=((), ())):
    return {"width": 100.0, "starts": list(starts), "counts": list(counts),
            "heights": [20.0 * count for count in counts], "trust": list(trust)}


class ExtractionTests(unittest.TestCase):
    def test_units_are_those_of_utf_16(self):
        self.assertEqual(feeds.units("a😀é"), 4)

    def test_white_space_collapses_but_for_spaces_that_stay(self):
        self.assertEqual(feeds.collapsed(" a\n\n\tb\u00A0 c\r\n"), "a b\u00A0 c")

    def test_a_group_is_that_of_most_letters(self):
        for name, *texts in [
                ("latin", "Hello, мир", "東京 in Japan"), ("cyrillic", "Привет, you"), ("greek", "Καλημέρα"),
                ("han-kana", "東京タワー Tokyo", "ﾃｽﾄ"), ("hangul", "안녕하세요"), ("arabic", "مرحبا"),
                ("hebrew", "שלום"), ("indic", "नमस्ते", "ಕನ್ನಡ"), ("other", "สวัสดี", "12:30 – 14:00")]:
            for text in texts:
                self.assertEqual(feeds.group(text), name, text)

    def test_fields_that_are_too_short_are_left_out(self):
        record = {"language": "de", "title": "Kurz", "summary": None,
                  "content_text": "Lang genug für\n\nmehr als eine Zeile"}
        self.assertEqual(list(feeds.texts_of(record)), [("de", "Lang genug für mehr als eine Zeile")])
        self.assertEqual(list(feeds.texts_of({"title": "x" * 20})), [("", "x" * 20)])

    def test_small_feeds_give_all_and_the_others_the_same(self):
        self.assertEqual(feeds.shares([2, 10, 10], 8), [2, 3, 3])
        self.assertEqual(feeds.shares([1, 1], 8), [1, 1])
        self.assertEqual(feeds.shares([5, 5, 5], 2), [1, 1, 0])
        self.assertEqual(feeds.shares([], 3), [])

    def test_texts_are_spread_over_a_feed_and_never_come_twice(self):
        first = [("en", f"text {number}") for number in range(6)]
        second = [("", "text 1"), ("ru", "текст")]
        found = feeds.chosen([first, second], 4)
        self.assertEqual([text.text for text in found], ["text 0", "text 2", "text 4", "текст"])
        self.assertEqual([text.number for text in found], [0, 1, 2, 3])
        self.assertEqual((found[3].group, found[3].language), ("cyrillic", "ru"))

    def test_long_texts_are_paragraphs_whose_files_name_their_language(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "en-story.txt").write_text("One\n\ntwo\n", encoding="utf-8")
            pathlib.Path(folder, "README.md").write_text("x", encoding="utf-8")
            self.assertEqual(feeds.long_texts(folder), [Text(0, "en", "en", "One two")])
            pathlib.Path(folder, "en-story.txt").unlink()
            with self.assertRaises(feeds.RecordsFailed):
                feeds.long_texts(folder)

    def test_a_folder_has_to_be_there(self):
        with self.assertRaises(argparse.ArgumentTypeError):
            feeds.folder("/no/such/folder")

    def test_han_of_each_region_has_its_family(self):
        chain = ["Noto Sans CJK SC"]
        for language, region in [("", "SC"), ("zh-CN", "SC"), ("zh-TW", "TC"), ("zh-Hant-HK", "HK"),
                                 ("ja-JP", "JP"), ("ko", "KR"), ("yue", "HK")]:
            self.assertEqual(families("Inter", chain, language), ["Inter", f"Noto Sans CJK {region}"])


class AgreementTests(unittest.TestCase):
    def setUp(self):
        ours = [side([[0, 4], [0]], [2, 1]), side([[0], [0, 1]], [1, 2], [["near-limit"], []]),
                side([[0, 8], [0]], [2, 1], [[], ["limit"]])]
        theirs = [side([[0, 4], [0]], [2, 1]), side([[0, 8], [0]], [2, 1]), side([[0, 4], [0, 2]], [2, 2])]
        self.found, self.differences = agree(TEXTS, 16.0, ours, theirs)

    def test_lower_and_higher_counts_are_counted_with_what_was_said(self):
        latin, han = self.found["latin"], self.found["han-kana"]
        self.assertEqual(latin, Agreement(cases=3, counts=2, breaks=1, under=1, under_said=1))
        self.assertEqual(han, Agreement(cases=3, counts=1, breaks=1, under=1, over=1, under_said=1))
        figures = merged(self.found).figures()
        self.assertEqual((figures["under"], figures["over"], figures["said"], figures["underUnsaid"]),
                         (2, 1, 2, 0))
        self.assertEqual(figures["counts"], 50)
        self.assertEqual([one.kind for one in self.differences], ["count", "count", "breaks", "count"])

    def test_what_is_said_of_equal_counts_is_said_in_vain(self):
        found, _ = agree(TEXTS, 16.0, [side([[0], [0]], [1, 1], [["near-limit"], []])],
                         [side([[0], [0]], [1, 1])])
        self.assertEqual(merged(found).said_in_vain, 1)

    def test_a_bar_is_of_all_groups_but_those_apart(self):
        self.assertEqual(len(agreement_missed("Inter", self.found, 60)), 1)
        self.assertEqual(agreement_missed("Inter", self.found, 60, apart=("han-kana",)), [])
        self.assertEqual(agreement_missed("Inter", self.found, 0, unsaid=0), [])
        self.found["latin"].under += 1
        self.assertEqual(len(agreement_missed("Inter", self.found, 0, unsaid=0)), 1)

    def test_reports_name_groups_and_cut_long_cases(self):
        table = agreement_table(self.found, "Inter")
        self.assertEqual(len(table.splitlines()), 4)
        self.assertIn("66.666", table)
        self.assertIn('"underUnsaid": 0', agreement_json({"Inter": (self.found, [])}, {}, []))
        starts = list(range(0, 4000, 10))
        long = Text(0, "en", "en", "abcd efgh " * 400)
        _, (difference,) = agree([long], 16.0, [side([starts], [400], [()])],
                                 [side([starts[:200] + [2005] + starts[201:]], [400])])
        self.assertLess(len(described(difference)), 1500)
        self.assertIn("2005", described(difference))


if __name__ == "__main__":
    unittest.main()
