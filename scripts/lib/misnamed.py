"""Lists Swift files of folders that are not named after a type that they declare or extend.

Usage: misnamed.py FOLDER…

`Type.swift` and `Type+Topic.swift` are correct, and so is the plural of a word that most of a file's types
end with, such as `FontOptions.swift`; a file of functions only may be named after them all.
"""

import pathlib
import re
import sys

types = r"\b(?:struct|class|enum|actor|protocol|typealias|extension)\s+(?:\w+\.)*`?"

for file in sorted(file for name in sys.argv[1:] for file in pathlib.Path(name).rglob("*.swift")):
    text = file.read_text(encoding="utf-8")
    if not re.search(rf"(?m)^\W*(?:\w+(?:\([^)]*\))?\s+)*{types}", text):
        continue
    name = re.escape(file.stem.split("+")[0])
    if re.search(types + name + r"\b", text):
        continue
    word = re.findall(r"[A-Z][a-z]+", file.stem)[-1]
    declared = re.findall(r"(?m)^(?:\w+ )*(?:struct|class|enum|actor|protocol) (\w+)", text)
    family = [one for one in declared if re.search(rf"{word[:-1]}s?$", one)]
    if not word.endswith("s") or len(family) * 2 < len(declared):
        print(file)
