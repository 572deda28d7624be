"""What cellheights says: the text of fragments, as contents of a JSON Feed."""
import json
import subprocess

VERSION = "https://jsonfeed.org/version/1.1"


class EngineFailed(Exception):
    """cellheights ended with an error or with too few answers."""


def texts(binary, fragments):
    """One text for each fragment."""
    items = [{"id": str(number), "content_html": text} for number, text in enumerate(fragments)]
    feed = json.dumps({"version": VERSION, "title": "fragments", "items": items})
    run = subprocess.run([binary, "records", "-"], input=feed, capture_output=True, text=True,
                         check=False)
    if run.returncode:
        raise EngineFailed(f"{binary} ended with {run.returncode}: {run.stderr.strip()[:400]}")
    records = [json.loads(line) for line in run.stdout.split("\n") if line]
    if [record["id"] for record in records] != [item["id"] for item in items]:
        raise EngineFailed(f"{binary} answered {len(records)} records of {len(items)}")
    return [record.get("content_text", "") for record in records]
