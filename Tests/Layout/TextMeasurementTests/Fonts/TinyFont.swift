import FoundationEssentials
import TestSupport

/// A font file created for a test, whose character widths the test sets.
struct TinyFont {
  /// An axis of variation; at its far end all advances and the ascender change by so many units.
  struct Axis {
    var tag: String
    var minimum: Double
    var standard: Double
    var maximum: Double
    var advance = 0
    var ascender = 0
  }

  var family = "Tiny"
  var style = "Regular"
  var weight = 400
  /// 5 is normal, 3 condensed.
  var widthClass = 5
  var isItalic = false
  var ascender = 800
  var descender = 200
  var lineGap = 0
  /// Advances in thousandths of an em, by character.
  var advances: [UInt32: Int]
  var axes: [Axis] = []
  /// Substitutions: features with their lookups, applied in this order to all scripts.
  var substitutions: [(feature: String, lookups: [Lookup])] = []

  /// A lookup by its type, flags and only subtable.
  struct Lookup {
    var type: Int
    var flags = 0
    var subtable: [UInt8]
  }

  /// A font with a space and some characters, each 500 units wide.
  init(_ characters: String, family: String = "Tiny") {
    self.family = family
    advances = [0x20: 250]
    for scalar in characters.unicodeScalars { advances[scalar.value] = 500 }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var tables: [(String, [UInt8])] = [
      ("OS/2", os2), ("cmap", cmap), ("head", head), ("hhea", hhea), ("hmtx", hmtx),
      ("maxp", Big.u32(0x5000) + Big.u16(glyphs.count + 1)), ("name", name),
    ]
    if !axes.isEmpty { tables += [("HVAR", hvar), ("MVAR", mvar), ("fvar", fvar)] }
    if !substitutions.isEmpty { tables.append(("GSUB", gsub)) }
    tables.sort { $0.0 < $1.0 }
    var file = Big.u32(0x10000) + Big.u16(tables.count) + [0, 0, 0, 0, 0, 0]
    var body: [UInt8] = []
    let start = 12 + 16 * tables.count
    for (tag, bytes) in tables {
      file += Array(tag.utf8) + Big.u32(0) + Big.u32(start + body.count) + Big.u32(bytes.count)
      body += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return file + body
  }

  private var glyphs: [(key: UInt32, value: Int)] { advances.sorted { $0.key < $1.key } }

  /// The glyph of a character.
  func glyph(_ character: Unicode.Scalar) -> Int {
    1 + (glyphs.firstIndex { $0.key == character.value } ?? -1)
  }

  private var gsub: [UInt8] {
    let features = substitutions.enumerated().sorted { $0.element.feature < $1.element.feature }
    let script =
      Big.u16(1) + Array("DFLT".utf8) + Big.u16(8) + Big.u16(4) + Big.u16(0) + Big.u16(0)
      + Big.u16(0xFFFF) + Big.u16(features.count) + features.indices.flatMap { Big.u16($0) }
    var records = Big.u16(features.count)
    var parameters: [UInt8] = []
    var first = 0
    let starts = substitutions.map { feature in
      defer { first += feature.lookups.count }
      return first
    }
    for (number, feature) in features {
      records += Array(feature.feature.utf8) + Big.u16(2 + features.count * 6 + parameters.count)
      parameters += Big.u16(0) + Big.u16(feature.lookups.count)
      parameters += feature.lookups.indices.flatMap { Big.u16(starts[number] + $0) }
    }
    let lookups = substitutions.flatMap(\.lookups)
    var list = Big.u16(lookups.count)
    var bodies: [UInt8] = []
    for lookup in lookups {
      list += Big.u16(2 + lookups.count * 2 + bodies.count)
      bodies += Big.u16(lookup.type) + Big.u16(lookup.flags) + Big.u16(1) + Big.u16(8)
      bodies += lookup.subtable
    }
    let featureList = records + parameters
    return Big.u32(0x10000) + Big.u16(10) + Big.u16(10 + script.count)
      + Big.u16(10 + script.count + featureList.count) + script + featureList + list + bodies
  }

  private var head: [UInt8] {
    let style = (weight >= 600 ? 1 : 0) | (isItalic ? 2 : 0)
    return Big.u32(0x10000) + Big.u32(0x24000) + Big.u32(0) + Big.u32(0x5F0F_3CF5) + Big.u16(0)
      + Big.u16(1000) + [UInt8](repeating: 0, count: 16) + Big.u16(0) + Big.i16(-200)
      + Big.u16(1000) + Big.i16(ascender) + Big.u16(style) + Big.u16(8) + Big.u16(2) + Big.u16(0)
      + Big.u16(0)
  }

  private var hhea: [UInt8] {
    Big.u32(0x10000) + Big.i16(ascender) + Big.i16(-descender) + Big.u16(lineGap)
      + [UInt8](repeating: 0, count: 24) + Big.u16(glyphs.count + 1)
  }

  private var hmtx: [UInt8] {
    ([500] + glyphs.map(\.value)).flatMap { Big.u16($0) + Big.u16(0) }
  }

  private var cmap: [UInt8] {
    var groups: [UInt8] = []
    for (index, glyph) in glyphs.enumerated() {
      groups += Big.u32(Int(glyph.key)) + Big.u32(Int(glyph.key)) + Big.u32(index + 1)
    }
    return Big.u16(0) + Big.u16(1) + Big.u16(3) + Big.u16(10) + Big.u32(12) + Big.u16(12)
      + Big.u16(0) + Big.u32(16 + groups.count) + Big.u32(0) + Big.u32(glyphs.count) + groups
  }

  private var os2: [UInt8] {
    var table = [UInt8](repeating: 0, count: 96)
    func put(_ bytes: [UInt8], _ offset: Int) {
      table.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }
    put(Big.u16(4), 0)
    put(Big.u16(weight), 4)
    put(Big.u16(widthClass), 6)
    put(Big.u16(isItalic ? 1 : 0x40), 62)
    put(Big.i16(ascender), 68)
    put(Big.i16(-descender), 70)
    return table
  }

  private var name: [UInt8] {
    var records: [UInt8] = []
    var texts: [UInt8] = []
    for (id, text) in [(1, family), (2, style), (5, "Version 2.250")] {
      let bytes = text.utf16.flatMap { Big.u16(Int($0)) }
      records += Big.u16(3) + Big.u16(1) + Big.u16(0x409) + Big.u16(id) + Big.u16(bytes.count)
      records += Big.u16(texts.count)
      texts += bytes
    }
    return Big.u16(0) + Big.u16(3) + Big.u16(6 + records.count) + records + texts
  }

  private var fvar: [UInt8] {
    var table = Big.u32(0x10000) + Big.u16(16) + Big.u16(2) + Big.u16(axes.count) + Big.u16(20)
    table += Big.u16(0) + Big.u16(4 * axes.count + 4)
    for axis in axes {
      table += Array(axis.tag.utf8) + Big.fixed(axis.minimum) + Big.fixed(axis.standard)
      table += Big.fixed(axis.maximum) + Big.u16(0) + Big.u16(256)
    }
    return table
  }

  private var hvar: [UInt8] {
    let items = [[Int]](repeating: axes.map(\.advance), count: glyphs.count + 1)
    return Big.u32(0x10000) + Big.u32(20) + Big.u32(0) + Big.u32(0) + Big.u32(0) + store(items)
  }

  private var mvar: [UInt8] {
    Big.u32(0x10000) + Big.u16(0) + Big.u16(8) + Big.u16(1) + Big.u16(20) + Array("hasc".utf8)
      + Big.u16(0) + Big.u16(0) + store([axes.map(\.ascender)])
  }

  /// Changes of each item at the far end of each axis.
  private func store(_ items: [[Int]]) -> [UInt8] {
    var regions = Big.u16(axes.count) + Big.u16(axes.count)
    for region in axes.indices {
      for axis in axes.indices {
        // The far end is the side with a nonzero range.
        let isUp = axes[axis].maximum > axes[axis].standard
        let place = axis != region ? [0, 0, 0] : isUp ? [0, 1, 1] : [-1, -1, 0]
        regions += place.flatMap { Big.i16($0 * 0x4000) }
      }
    }
    var data = Big.u16(items.count) + Big.u16(axes.count) + Big.u16(axes.count)
    data += axes.indices.flatMap { Big.u16($0) } + items.flatMap { $0.flatMap { Big.i16($0) } }
    return Big.u16(1) + Big.u32(12) + Big.u16(1) + Big.u32(12 + regions.count) + regions + data
  }
}

/// Numbers as font files have them.
enum Big {
  static func u16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
  static func i16(_ value: Int) -> [UInt8] { u16(value & 0xFFFF) }
  static func u32(_ value: Int) -> [UInt8] { u16(value >> 16 & 0xFFFF) + u16(value & 0xFFFF) }
  static func fixed(_ value: Double) -> [UInt8] {
    u32(Int((value * 65536).rounded()) & 0xFFFF_FFFF)
  }
}

extension TemporaryFolder {
  /// Writes a font and returns the path of its file.
  func add(_ font: TinyFont, as name: String) throws -> String {
    try write(font.bytes, to: name)
  }
}
