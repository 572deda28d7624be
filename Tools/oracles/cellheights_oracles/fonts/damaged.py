"""Font files that are cut off or changed, and what other programs say about them."""
import random
import struct

TEXT = "The AV fi 0.5"
SCRIPT, LANGUAGE = "Latn", "en"

# Tables whose numbers are changed one by one, with the places and sizes of these numbers.
NUMBERS = {
    "head": [(18, 2), (12, 4), (50, 2)], "maxp": [(4, 2), (0, 4)], "hhea": [(34, 2), (4, 2)],
    "OS/2": [(0, 2), (4, 2)], "post": [(0, 4), (32, 2)], "cmap": [(2, 2), (8, 4), (12, 2)],
    "loca": [(0, 4), (64, 4)], "CFF ": [(0, 1), (2, 1), (3, 1), (4, 2), (6, 1)],
    "GSUB": [(0, 2), (4, 2), (8, 2)], "GPOS": [(0, 2), (6, 2), (8, 2)], "fvar": [(4, 2), (8, 2)],
    "name": [(2, 2)], "gvar": [(12, 2), (16, 4)],
}


def directory(data):
    """The entries of the first face: place, tag, offset and length."""
    start = struct.unpack(">I", data[12:16])[0] if data[:4] == b"ttcf" else 0
    entries = []
    for number in range(struct.unpack(">H", data[start + 4:start + 6])[0]):
        place = start + 12 + 16 * number
        tag, _, offset, length = struct.unpack(">4sIII", data[place:place + 16])
        entries.append((place, tag.decode("latin-1"), offset, length))
    return entries


def checksum(data):
    """The checksum of a table."""
    data = bytes(data) + bytes(-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF


def damage(data, seed):
    """A changed copy of a font, and a description of the change."""
    chance = random.Random(seed)
    kind = chance.choice(["cut", "bytes", "bytes", "run", "directory", "number", "number", "shorter"])
    data = bytearray(data)
    entries = directory(data)
    place, tag, offset, length = chance.choice(entries)
    if kind == "cut":
        size = chance.randrange(1, len(data))
        return bytes(data[:size]), f"cut to {size} of {len(data)} bytes"
    if kind == "bytes":
        for _ in range(chance.choice([1, 1, 2, 8, 64])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        return bytes(data), "random bytes"
    if kind == "run":
        start = chance.randrange(len(data))
        count = min(chance.randrange(1, 4096), len(data) - start)
        data[start:start + count] = bytes(count)
        return bytes(data), f"{count} zeros at {start}"
    if kind == "directory":
        at = place + chance.randrange(16)
        data[at] = chance.randrange(256)
        return bytes(data), f"byte {at} of the directory, in the entry of '{tag}'"
    if kind == "number":
        known = [entry for entry in entries if entry[1] in NUMBERS]
        place, tag, offset, length = chance.choice(known)
        at, size = chance.choice(NUMBERS[tag])
        if offset + at + size > len(data):
            return bytes(data), "nothing"
        old = int.from_bytes(data[offset + at:offset + at + size], "big")
        new = chance.choice([0, old + 1, old - 1, old * 2, 1 << (8 * size - 1), (1 << 8 * size) - 1,
                             chance.randrange(1 << 8 * size)]) % (1 << 8 * size)
        data[offset + at:offset + at + size] = new.to_bytes(size, "big")
    else:
        # A shorter table with a length and a checksum of its own.
        length = chance.randrange(length) if length else 0
        data[place + 12:place + 16] = struct.pack(">I", length)
        at, old, new = 0, "length", length
    if chance.random() < 0.8:
        data[place + 4:place + 8] = struct.pack(">I", checksum(data[offset:offset + length]))
    return bytes(data), f"'{tag}' at {at}: {new} for {old}"


def refusal_of_fonttools(path):
    """Why fontTools does not read a table on which widths depend, or `None`."""
    import logging
    from fontTools.ttLib import TTFont
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    try:
        with TTFont(path, fontNumber=0, lazy=False) as font:
            for tag in font.reader.keys():
                if tag == "FFTM":  # FontForge's dates
                    continue
                table = font[tag]
                if type(table).__name__ == "DefaultTable" and hasattr(table, "ERROR"):
                    return f"fontTools cannot read '{tag}'"
            font.getBestCmap()
    except Exception as error:  # whatever fontTools raises is a refusal
        return f"fontTools: {type(error).__name__} {error}"[:120]
    return None
