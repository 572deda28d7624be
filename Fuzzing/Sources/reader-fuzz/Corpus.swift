import Foundation

/// The inputs that mutations begin from.
struct Corpus {
  private let inputs: [[UInt8]]

  /// Reads every file of a folder, by name.
  init(folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    inputs = try names.map { [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
    guard !inputs.isEmpty else { throw FuzzFinding("\(folder) has no inputs") }
  }

  /// Pieces of syntax that readers treat in a special way.
  private static let pieces: [[UInt8]] =
    [
      "<![CDATA[", "]]>", "<!--", "-->", "<?", "?>", "<!DOCTYPE a [<!ENTITY e \"x\">]>", "&e;",
      "&#0;", "&#x110000;", "&nbsp", "&amp;", "&", "<", ">", "/>", "</item>", "<item>", "<entry>",
      "</entry>", " xml:base=\"..\"", " xmlns=\"urn:x\"", " xml:lang=\"\"", "\"", "\\\"", "\\",
      "\\ud800", "\\udc00", "\\u0000", "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "\n",
      "\r\n", "\t", "\u{FEFF}", "{\"id\":1}", "\"items\":[", "\"id\":", "<p>", "<pre>", "<ul><li>",
      "<table><tr><td>", "<script>", "</script>", "<style>", "<br/>", "<img src=x width=2>",
      "Mon, 31 Feb 2026 25:61:61 +9999", "2026-W54-8", "99999999999999999999", "<a href='",
      "[a](", "![", "](b)", "**", "_", "`", "~~", "> ", "- [x] ", "1. ", "|---|---|\n", "www.a.b",
      "    ", "calc(", "var(--a", "min(", ")", " + 1px", " * 2", " / 0", "infinity", "NaN", "px",
      "%",
      "1e39", "em", "vh", "cqw", "ch", "/*", "'", "!important", "inherit",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5], [0x1F, 0x8B],
    ]

  /// An input with a few changes.
  func mutated(_ random: inout SeededRandom) -> [UInt8] {
    var bytes = inputs[random.below(inputs.count)]
    for _ in 0..<(1 + random.below(6)) {
      let place = random.below(bytes.count + 1)
      let length = min(1 << random.below(9), bytes.count - place)
      switch random.below(9) {
      case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      case 1: bytes.insert(UInt8(random.below(256)), at: place)
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
      case 4, 5:
        bytes.insert(contentsOf: Self.pieces[random.below(Self.pieces.count)], at: place)
      case 6:
        let other = inputs[random.below(inputs.count)]
        let start = random.below(other.count + 1)
        let piece = other[start..<min(start + 1 << random.below(10), other.count)]
        bytes.insert(contentsOf: piece, at: place)
      case 7: bytes.removeSubrange(place...)
      default:
        let piece = Self.pieces[random.below(Self.pieces.count)]
        let times = 1 << random.below(12)
        bytes.insert(
          contentsOf: Array(repeatElement(piece, count: times).joined()), at: place)
      }
    }
    return bytes
  }
}

/// Numbers that follow from a seed, the same on every machine.
///
/// Source: Sebastiano Vigna, SplitMix64 (public domain).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number from 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }
}
