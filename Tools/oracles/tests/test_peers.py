"""The scripts of the benchmarks beside other programs: generated feeds, files of texts, sums and tables."""
import importlib.util
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from cellheights_oracles.browser.corpus import Text

FOLDER = pathlib.Path(__file__).parents[3] / "Benchmarks" / "peers"


def module(name):
    """A script of the folder, which is no package."""
    sys.path.insert(0, str(FOLDER))
    try:
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
    finally:
        sys.path.remove(str(FOLDER))
    return made


class FeedTests(unittest.TestCase):
    def test_a_generated_feed_is_well_formed_and_follows_its_seed(self):
        rss = module("rss")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "feed.xml")
            for kind in rss.KINDS:
                rss.write(path, 30, kind)
                first = path.read_bytes()
                self.assertEqual(len(ElementTree.fromstring(first).findall("channel/item")), 30)
                rss.write(path, 30, kind)
                self.assertEqual(path.read_bytes(), first)
                rss.write(path, 30, kind, seed=2)
                self.assertNotEqual(path.read_bytes(), first)
                self.assertEqual(b"&lt;p&gt;" in first, kind == "html")


class TextsTests(unittest.TestCase):
    def setUp(self):
        self.texts = module("texts")

    def test_texts_are_read_by_group_as_they_were_written(self):
        corpus = module("corpus")
        texts = [Text(0, "latin", "en", "a\u2028b"), Text(1, "hebrew", "", "ש"), Text(2, "latin", "", "😀")]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "texts.ndjson")
            corpus.write(texts, path)
            self.assertEqual(corpus.groups(path),
                             {"hebrew": [("", "ש")], "latin": [("en", "a\u2028b"), ("", "😀")]})

    def pairs(self):
        counts = {"hebrew": (1, 100), "latin": (2, 300)}

        def mine(group, cold):
            return {"group": group, "cold": cold, "seen": 100, "relayout": 2, "hits": 1, "harfbuzz": 500,
                    "lines": 40}

        ours = [mine("hebrew", 500), mine("latin", 400), mine("all", 425)]
        harfbuzz = [{"group": "hebrew", "shaped": 1e-5, "loop": 0, "missing": 1, "version": "15"},
                    {"group": "latin", "shaped": 3e-5, "loop": 0, "missing": 0, "version": "15"}]
        chromium = [{"group": "hebrew", "cold": 1e-4, "relayout": 1e-5, "lines": 10},
                    {"group": "latin", "cold": 3e-4, "relayout": 3e-5, "lines": 30}]
        return counts, [{"ours": ours, "harfbuzz": self.texts.with_sum(harfbuzz, counts),
                         "chromium": self.texts.with_sum(chromium, counts)}]

    def test_a_peer_of_all_texts_is_the_sum_of_its_groups(self):
        _, pairs = self.pairs()
        row = self.texts.row_of(pairs, pairs[0], "all", (3, 400))
        self.assertEqual(row["harfbuzz"], {"shaped": 100.0, "loop": 0.0, "missing": 0.25})
        self.assertEqual(row["chromium"], {"cold": 1000.0, "relayout": 100.0, "lines": 40})
        self.texts.compare_lines([row])
        row["chromium"]["lines"] = 50
        with self.assertRaises(self.texts.LinesDiffer):
            self.texts.compare_lines([row])

    def test_a_table_marks_missing_glyphs_and_names_missing_peers(self):
        counts, pairs = self.pairs()
        rows = [self.texts.row_of(pairs, pairs[0], group, count) for group, count in counts.items()]
        table = self.texts.table({
            "name": "text.peers", "family": "Inter", "size": 16.0, "width": 343.0, "pairs": 1,
            "groups": rows, "versions": {"harfbuzz": "15"}, "missing": {"skparagraph": "no such package"}})
        hebrew = next(line for line in table.splitlines() if line.startswith("hebrew"))
        latin = next(line for line in table.splitlines() if line.startswith("latin"))
        self.assertIn("100*", hebrew)
        self.assertNotIn("*", latin)
        self.assertIn("–", latin)
        self.assertIn("not measured: skparagraph: no such package", table)


class IngestTests(unittest.TestCase):
    def test_the_table_has_a_row_for_each_feed(self):
        ingest = module("ingest")
        feed = {"descriptions": "plain", "items": 10, "bytes": 5_000_000, "median": 0.5,
                "min": 0.4, "max": 0.6, "itemsPerSecond": {"ours": 5, "fastfeedparser": 10},
                "processorSeconds": {"ours": 2.0, "fastfeedparser": 1.0},
                "megabytes": {"ours": 40, "fastfeedparser": 400}, "version": "0.6.5"}
        table = ingest.table({"name": "ingest.vs-fastfeedparser", "pairs": 1, "feeds": [feed]})
        self.assertIn("0.50 (0.40 to 0.60)", table)


if __name__ == "__main__":
    unittest.main()
