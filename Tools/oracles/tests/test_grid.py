"""Made grids are the same for the same seed, and what differs is found."""
import unittest

from cellheights_oracles.grid.comparison import differences
from cellheights_oracles.grid.document import document
from cellheights_oracles.grid.generator import made
from cellheights_oracles.grid.model import AXES, Axis, Grid, Item, Span, Track
from cellheights_oracles.grid.page import page


def small():
    """Two columns, a hidden one between them; one content in each."""
    columns = [Track(before=2, placement="end"), Track(is_hidden=True), Track(length=30)]
    items = [
        Item("a", {"x": Span(0, 1, 10, is_required=True), "y": Span(0, 1, 20)}),
        Item("b", {"x": Span(1, 1, 10), "y": Span(0, 1, 20)}),
        Item("c", {"x": Span(2, 1, 12, "fill"), "y": Span(0, 1, 20, "center")})]
    axes = {"x": Axis(columns, gap=4), "y": Axis([Track(after=3)], gap=6)}
    return Grid(7, axes, items, inset=5, width=100, direction="ltr")


class GeneratorTests(unittest.TestCase):
    def test_grids_follow_their_seed(self):
        self.assertEqual(made(5, 1), made(5, 1))
        self.assertEqual(made(5, 1)[2:], made(3, 3))
        self.assertNotEqual(made(1, 1)[0].axes, made(1, 2)[0].axes)

    def test_every_feature_occurs(self):
        features = {feature for grid in made(30, 1) for feature in grid.features()}
        self.assertEqual(features, {
            "aligned", "explicit", "filled", "hidden", "hugged", "merged", "padded", "pulled",
            "rtl", "stretched"})

    def test_contents_fit_into_explicit_tracks(self):
        for grid in made(200, 1):
            for axis in AXES:
                tracks = grid.axes[axis].tracks
                for item in grid.shown:
                    span = item.spans[axis]
                    length = tracks[span.first].length
                    if span.count == 1 and length is not None:
                        self.assertLessEqual(span.length, length)


class WritingTests(unittest.TestCase):
    def test_the_template_has_every_track_and_view(self):
        view = document(small())["views"][0]
        self.assertEqual(view["columns"], [
            {"xPlacement": "trailing", "leadingPadding": 2}, {"hidden": True}, {"width": 30}])
        self.assertEqual(view["rows"], [{"cells": [
            "a", "b", {"view": "c", "xPlacement": "fill", "yPlacement": "center"}],
            "bottomPadding": 3}])
        self.assertEqual((view["columnSpacing"], "rowSpacing" in view), (4, False))
        self.assertIn({"id": "a", "kind": "view", "size": [10, None], "intrinsic": [None, 20]},
                      view["subviews"])

    def test_the_page_leaves_out_what_is_hidden(self):
        text = page([small()], 1)
        self.assertIn("grid-template-columns:auto 30px", text)
        self.assertNotIn('data-id="b"', text)
        self.assertIn('data-id="c" style="grid-column:2/span 1;min-width:12px;justify-self:stretch',
                      text)
        self.assertIn("column-gap:5px", page([small()], 1, more_gap=1))


class ComparisonTests(unittest.TestCase):
    def test_what_differs_is_told(self):
        frames = {name: [0, 0, 10, 10] for name in ("cell", "grid", "a", "c")}
        self.assertEqual(list(differences(small(), {**frames, "b": [3, 0, 0, 0]}, frames)), [])
        moved = {**frames, "b": [0, 0, 1, 1], "c": [0.02, 0, 10, 10]}
        self.assertEqual(len(list(differences(small(), moved, frames))), 2)
        del moved["c"]
        self.assertIn("c is not there", differences(small(), moved, frames))


if __name__ == "__main__":
    unittest.main()
