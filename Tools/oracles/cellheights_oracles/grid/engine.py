"""What cellheights says: the frames of a grid, and what it warns of."""
import json
import os
import subprocess

from ..browser.engine import EngineFailed
from .document import document


def frames(binary, folder, grid):
    """Frames by view, in points, and the warnings."""
    path = os.path.join(folder, f"grid-{grid.seed}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document(grid), file, indent=1)
    done = subprocess.run(
        [binary, "template", "frames", path, "--exact", "--environment",
         f"{grid.width}@1x/L/{grid.direction}/en/uikit"],
        capture_output=True, text=True, check=False)
    if done.returncode:
        raise EngineFailed(f"seed {grid.seed}: template frames ended with {done.returncode}: "
                           + done.stderr.strip()[:600])
    return json.loads(done.stdout)["frames"], done.stderr.splitlines()
