"""What `cellheights measure` says of many texts."""
import json
import subprocess

from .layout import Layout


UNLIMITED = 100_000  # pixels, the most that the program takes


class EngineFailed(Exception):
    """The program ended otherwise than with 0, or left texts out."""


def measure(binary, size, cases):
    """Layouts of cases (text, width), in their order, by UAX 14 and css metrics."""
    lines = []
    for number, (text, width) in enumerate(cases):
        entry = {"id": str(number), "text": text.text, "language": text.language,
                 "width": UNLIMITED if width is None else width}
        lines.append(json.dumps(entry, ensure_ascii=False))
    command = [binary, "measure", "--input", "-", "--format", "json", "--size", f"{size:g}",
               "--metrics", "css", "--line-break", "uax14", "--scale", "1"]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=False)
    if done.returncode:
        raise EngineFailed(f"cellheights ended with {done.returncode}: {done.stderr.strip()}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        if "lines" not in answer:
            raise EngineFailed(f"cellheights on {answer.get('id')}: {answer.get('message')}")
    if [answer["id"] for answer in answers] != [str(number) for number in range(len(cases))]:
        raise EngineFailed(f"cellheights answered {len(answers)} of {len(cases)} texts")
    return [
        Layout(tuple(line["start"] for line in answer["lines"]),
               max((line["width"] for line in answer["lines"]), default=0.0), answer["height"])
        for answer in answers]
