"""The processor time of a program is that of all its processes."""
import os
import subprocess
import sys
import unittest

from cellheights_oracles.browser.processes import processor_seconds

BUSY = "import time\nwhile time.process_time() < 0.3: pass\n"


class ProcessorTimeTests(unittest.TestCase):
    def added(self, code):
        """What a child that runs `code`, says so and waits adds to the time of this process."""
        before = processor_seconds(os.getpid())
        with subprocess.Popen(
                [sys.executable, "-c", f"{code}\nprint('done', flush=True)\ninput()"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            child.stdout.readline()
            alive = processor_seconds(os.getpid()) - before
            child.communicate("\n")
        return alive, processor_seconds(os.getpid()) - before

    def test_children_count_while_they_run_and_after(self):
        alive, ended = self.added(BUSY)
        self.assertGreaterEqual(alive, 0.28)
        self.assertGreaterEqual(ended, alive)

    def test_children_of_children_count(self):
        alive, _ = self.added(
            f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BUSY!r}])")
        self.assertGreaterEqual(alive, 0.28)

    def test_a_process_that_is_not_there_took_nothing(self):
        child = subprocess.Popen([sys.executable, "-c", ""])
        child.wait()
        self.assertEqual(processor_seconds(child.pid), 0)


if __name__ == "__main__":
    unittest.main()
