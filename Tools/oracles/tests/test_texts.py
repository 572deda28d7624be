"""Made texts are the same for the same seed, and what differs is counted."""
import os
import pathlib
import tempfile
import unittest
from unittest import mock

from cellheights_oracles.browser.chromium import css
from cellheights_oracles.browser.corpus import corpus, strange_corpus
from cellheights_oracles.browser.engine import chain, families
from cellheights_oracles.cells import __main__ as cells
from cellheights_oracles.innertext.comparison import compare
from cellheights_oracles.innertext.fragments import made
from cellheights_oracles.sizes.heights import CATEGORIES, Record

ROOT = str(pathlib.Path(__file__).parents[3])


class CorpusTests(unittest.TestCase):
    def test_texts_of_the_browser_follow_their_seed(self):
        def texts(seed):
            return [text.text for text in corpus(60, seed)]
        self.assertEqual(texts(1), texts(1))
        self.assertNotEqual(texts(1), texts(2))

    def test_strange_texts_follow_their_seed_and_are_strange(self):
        def texts(seed):
            return [text.text for text in strange_corpus(110, seed)]
        self.assertEqual(texts(1), texts(1))
        self.assertNotEqual(texts(1), texts(2))
        everything = "".join(texts(1))
        for strange in "\u200E\u2068\x93\x01\r\u2028\u0336\u05B0\u11A8\u302E":
            self.assertIn(strange, everything)

    def test_fragments_of_html_follow_their_seed(self):
        self.assertEqual(list(map(str, made(20, 1))), list(map(str, made(20, 1))))
        self.assertEqual(len(made(20, 1)), 20)


class InnerTextTests(unittest.TestCase):
    def test_what_differs_is_counted(self):
        groups = {"made": made(4, 1)}
        same = ["one", "two", "three", "four"]
        tallies, differences = compare(groups, same, same)
        self.assertEqual((tallies["made"]["equal"], len(differences)), (4, 0))
        tallies, differences = compare(groups, same, ["one", "two", "three", "5"])
        self.assertEqual((tallies["made"]["different"], len(differences)), (1, 1))


@unittest.skipUnless(os.environ.get("CELLHEIGHTS_BINARY"), "CELLHEIGHTS_BINARY names no program")
class CellsTests(unittest.TestCase):
    def test_the_page_names_fonts_and_holds_heights(self):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "page.html")
            words = ["cells", "--root", ROOT, "--binary", os.environ["CELLHEIGHTS_BINARY"],
                     "--records", "3", "--write", page]
            with mock.patch("sys.argv", words):
                self.assertEqual(cells.main(), 0)
            text = pathlib.Path(page).read_text(encoding="utf-8")
        self.assertIn(css(families("Inter", chain(ROOT), "en")).split(",")[0], text)
        self.assertEqual(text.count('"heights"'), 3)


class SizeTests(unittest.TestCase):
    def test_a_height_that_does_not_rise_is_found(self):
        record = Record({"id": "a", "content_text": "x"})
        record.heights["uikit"] = list(range(len(CATEGORIES)))
        self.assertEqual(record.falls("uikit"), [])
        record.heights["uikit"][3] = 2
        self.assertEqual(record.falls("uikit"), [("M", "L")])


if __name__ == "__main__":
    unittest.main()
