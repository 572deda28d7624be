"""What `cellheights measure` says of labels: many texts in one run."""
import json
import os
import subprocess
import tempfile

# The line height of Apple's system font, in em: (1950 + 494) / 2048, from its table hhea.
SYSTEM_LINE = 2444 / 2048

# Wider than any label.
UNLIMITED = 100_000

# Most lines that a height is looked for at.
MOST_LINES = 12


class Measuring:
    """Measures with one program; `lato` names a folder with other files of that family."""

    def __init__(self, binary, lato=None):
        self.binary, self.lato = binary, lato
        self.system = {}

    def run(self, texts, *options):
        """Answers of texts in order; a text is (text, width)."""
        with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
            for number, (text, width) in enumerate(texts):
                json.dump({"id": str(number), "text": text, "width": width}, file)
                file.write("\n")
            file.flush()
            command = [self.binary, "measure", "--input", file.name, "--metrics", "uikit", *options]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        for (text, _), answer in zip(texts, answers, strict=True):
            if "error" in answer:
                raise RuntimeError(f"'{text}' was not measured: {answer['error']}")
        return answers

    def font(self, label):
        if label.family == "Lato" and self.lato:
            name = {400: "Lato-Regular.ttf", 700: "Lato-Bold.ttf"}[label.weight]
            return os.path.join(os.path.abspath(self.lato), name)
        return label.family

    def own(self, label, scale):
        """(width, height) of the unlimited text and the height at the saved width, in points."""
        texts = [(label.text, UNLIMITED), (label.text, label.width)]
        free, saved = self.run(
            texts, "--font", self.font(label), "--weight", str(label.weight),
            "--size", str(label.size), "--lines", str(label.lines), "--scale", str(scale))
        return max(line["width"] for line in free["lines"]), saved["height"]

    def system_heights(self, size, scale):
        """Heights of 1, 2, … lines of Apple's system font: its line height, our rounding."""
        key = (size, scale)
        if key not in self.system:
            texts = [("\n".join("x" * count), UNLIMITED) for count in range(1, MOST_LINES + 1)]
            answers = self.run(texts, "--size", str(size), "--scale", str(scale),
                               "--line-height", repr(SYSTEM_LINE * size))
            self.system[key] = [answer["height"] for answer in answers]
        return self.system[key]
