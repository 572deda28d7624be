"""Pages of cells hold their style, their script and their task."""
import pathlib
import unittest

from cellheights_oracles.cells.post import differ, filled, shown

ROOT = pathlib.Path(__file__).parents[3]
PAGES = [ROOT / "Benchmarks/chromium/page.html",
         ROOT / "Tools/oracles/cellheights_oracles/cells/page.html"]


class PageTests(unittest.TestCase):
    def test_every_page_is_filled(self):
        for path in PAGES:
            page = filled(path, str(ROOT), {"records": [{"title": "</script>"}]})
            self.assertNotRegex(page, "@[A-Z]+@")
            self.assertIn("\\u003c/script>", page)
            self.assertIn('font-family: "Inter", ', page)
            self.assertIn("function cell(", page)

    def test_records_are_shown_as_the_template_binds_them(self):
        self.assertEqual(
            shown({"id": "a", "author": "B", "published": "C", "summary": "D", "image": {"width": 2}}),
            {"id": "a", "title": "", "date": "B · C", "body": "D", "language": None,
             "image": {"width": 2, "height": 0}})

    def test_a_layout_unit_is_no_difference(self):
        self.assertFalse(differ(10, 10 + 1 / 64))
        self.assertTrue(differ(10, 10 + 1 / 32))


if __name__ == "__main__":
    unittest.main()
