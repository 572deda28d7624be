"""The file of texts that all sides of text.peers read, and processor time of work on them."""
import json
import time


def write(texts, path):
    """Texts with group and language, one a line."""
    with open(path, "w", encoding="utf-8") as file:
        for text in texts:
            file.write(json.dumps({"group": text.group, "language": text.language, "text": text.text},
                                  ensure_ascii=False) + "\n")


def groups(path):
    """The texts of a file by group: each with its language, in the order of the file."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            text = json.loads(line)
            found.setdefault(text["group"], []).append((text["language"], text["text"]))
    return dict(sorted(found.items()))


def units(text):
    """The length in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def spent(work, *arguments):
    """Seconds of processor time of this process, and the result."""
    start = time.process_time()
    result = work(*arguments)
    return time.process_time() - start, result
