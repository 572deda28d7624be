"""What cellheights reads in a feed."""
import json
import subprocess

SECONDS = 60  # more than any of these feeds needs; a feed that hangs is a failure


class EngineFailed(Exception):
    pass


def records(binary, path):
    """The records of a feed, and what was said on standard error."""
    command = [binary, "records", path]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except OSError as error:
        raise EngineFailed(f"{binary}: {error.strerror}") from error
    except subprocess.TimeoutExpired:
        return [], f"not done after {SECONDS} s"
    said = done.stderr.decode("utf-8", "replace").strip()
    # 65 is bad data, which says why; anything else is no answer at all.
    if done.returncode not in (0, 65):
        raise EngineFailed(f"{' '.join(command)}: exit {done.returncode}: {said}")
    lines = done.stdout.decode("utf-8").split("\n")
    return [json.loads(line) for line in lines if line], said
