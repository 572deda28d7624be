"""Copying of published files. Needs pyarrow, but no Spark; CELLHEIGHTS_COMMAND may name the program."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src" / "cellheights_spark"))
# The module alone: the package imports pyspark.
import files  # noqa: E402

REAL = os.environ.get("CELLHEIGHTS_COMMAND")
CHUNK = f"c/{'0' * 64}.bin"


class Copying(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        self.source = self.root / "source"
        self.source.write_bytes(b"right" * 500_000)
        self.folders = [files.Folder(str(self.root / "a")), files.Folder((self.root / "b").as_uri())]

    def test_a_file_of_the_same_size_and_other_content_is_replaced(self) -> None:
        size = self.source.stat().st_size
        for name, folder in zip("ab", self.folders):
            target = self.root / name / CHUNK
            self.assertEqual(folder.copy(str(self.source), CHUNK), files.Copied(1, size))
            self.assertEqual(
                folder.copy(str(self.source), CHUNK), files.Copied(kept_files=1, kept_bytes=size))
            target.write_bytes(b"wrong" + self.source.read_bytes()[5:])
            self.assertEqual(folder.copy(str(self.source), CHUNK), files.Copied(1, size))
            self.assertEqual(target.read_bytes(), self.source.read_bytes())
            self.assertEqual([each.name for each in target.parent.iterdir()], [target.name])

    def test_content_is_synced_before_the_rename(self) -> None:
        calls: list[str] = []
        sync, replace = os.fsync, os.replace
        with mock.patch("os.fsync", lambda file: (calls.append("sync"), sync(file))), \
                mock.patch("os.replace", lambda a, b: (calls.append("rename"), replace(a, b))):
            for folder in self.folders:
                folder.copy(str(self.source), CHUNK)
                folder.synchronize(["c", ""])
        self.assertEqual(calls, ["sync", "rename", "sync", "sync"] * 2)

    def test_a_failure_leaves_no_file(self) -> None:
        with mock.patch("os.replace", side_effect=OSError("full")):
            with self.assertRaisesRegex(OSError, "full"):
                self.folders[0].copy(str(self.source), CHUNK)
        self.assertEqual(list((self.root / "a" / "c").iterdir()), [])

    def test_temporary_names_are_those_that_prune_removes(self) -> None:
        for name, ending in ((CHUNK, ".bin"), (CHUNK.replace("c/", "m/").replace("bin", "json"), ".json")):
            left = files.temporary(name)
            self.assertRegex(left, f"^{name[:2]}[0-9a-f]{{64}}{re.escape(ending)}\\.writing$")
            self.assertNotEqual(left, files.temporary(name), "tasks may write one file at a time")
        self.assertEqual(files.temporary("current.json"), "current.json.writing")

    @unittest.skipUnless(REAL, "CELLHEIGHTS_COMMAND is not set")
    def test_prune_removes_what_killed_tasks_left(self) -> None:
        feed, store, folder = (str(self.root / name) for name in ("f.ndjson", "s.sqlite", "p"))
        pathlib.Path(feed).write_text('{"id":"a"}\n')
        words = [REAL or "", "publish", folder, "--store", store]
        for command in ([REAL or "", "build", feed, "--feed", "home", "--store", store], words):
            subprocess.run(command, check=True, capture_output=True)
        left = [pathlib.Path(folder, files.temporary(f"{part}/{'0' * 64}{end}"))
                for part, end in (("c", ".bin"), ("m", ".json"))]
        for path in left:
            path.write_bytes(b"half")
        subprocess.run([*words, "--prune"], check=True, capture_output=True)
        self.assertEqual([path.exists() for path in left], [False, False])


class Paths(unittest.TestCase):
    def test_a_uri_stays_and_a_path_becomes_absolute(self) -> None:
        for uri in ("file:/tmp/x", "file:///tmp/x", "s3://bucket/x", "hdfs://host:1/x"):
            self.assertEqual(files.absolute(uri), uri)
        self.assertEqual(files.absolute("x"), os.path.join(os.getcwd(), "x"))
        self.assertEqual(files.absolute("a:b/x"), os.path.join(os.getcwd(), "a:b/x"))
        self.assertEqual(files.absolute("/tmp/x"), "/tmp/x")

    def test_a_uri_with_one_slash_is_a_local_folder(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "current.json").write_bytes(b"{}")
            self.assertEqual(files.Folder(f"file:{folder}").read("current.json"), b"{}")


if __name__ == "__main__":
    unittest.main()
