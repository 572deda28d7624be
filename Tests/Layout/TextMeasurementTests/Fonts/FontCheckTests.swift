import CHarfBuzz
import FoundationEssentials
import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Damaged fonts are refused, and what is not refused is measured as HarfBuzz reads the same bytes.
@Suite struct FontCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func problem(_ path: String) throws -> TextError? {
    try FontInventory(FontConfiguration(system: [path], fallback: [])).problems.first
  }

  @Test func everyInstalledFontIsIntact() throws {
    let catalog = try FontCatalog()
    var files: Set<String> = []
    for family in catalog.families {
      files.formUnion(try catalog.faces(ofFamily: family).map(\.file))
    }
    #expect(files.count > 100)
    for file in files.sorted() {
      #expect(throws: Never.self, "\(file)") { try FontFile(path: file).check() }
    }
  }

  @Test(arguments: [1, 10, 50, 90, 99])
  func aTruncatedFileIsRefusedByName(percent: Int) throws {
    let bytes = try Self.bytes(of: Self.installed("Inter"))
    let path = try folder.write(Array(bytes.prefix(bytes.count * percent / 100)), to: "cut.otf")
    guard case .damagedFont(path, let damage)? = try problem(path) else {
      Issue.record("accepted at \(percent) %")
      return
    }
    #expect(percent < 10 || damage.contains("table '"))
    #expect(throws: TextError.self) { try FontLibrary(FontConfiguration(system: [path])) }
    let library = try FontLibrary(FontConfiguration(fallback: []))
    #expect(throws: TextError.damagedFont(file: path, damage: damage)) {
      try TextMeasurer(library: library).prepare(
        "a", style: TextStyle(family: path), rules: Support.rules(.uikit))
    }
  }

  /// A number in a table of a font without checksums, and the table that is named.
  @Test(arguments: [
    ("maxp", 4, 2, 100, "hmtx"), ("maxp", 4, 2, 0, "maxp"), ("maxp", 0, 4, 7, "maxp"),
    ("hhea", 34, 2, 100, "hhea"), ("hhea", 34, 2, 0, "hhea"), ("head", 12, 4, 0, "head"),
    ("head", 18, 2, 8, "head"), ("head", 50, 2, 2, "head"), ("cmap", 8, 4, 5_000, "cmap"),
    ("cmap", 16, 4, 5_000, "cmap"), ("cmap", 24, 4, 5_000, "cmap"), ("cmap", 2, 2, 900, "cmap"),
    ("cmap", 12, 2, 99, "cmap"), ("name", 2, 2, 900, "name"), ("OS/2", 0, 2, 5, "OS/2"),
  ])
  func aNumberThatLiesIsRefused(
    table: String, place: Int, size: Int, value: Int, named: String
  ) throws {
    var bytes = TinyFont("ab").bytes
    let entry = try #require(Self.entry(table, in: bytes))
    let start = Self.number(bytes, entry + 8) + place
    bytes.replaceSubrange(
      start..<(start + size), with: size == 2 ? Big.u16(value) : Big.u32(value))
    let path = try folder.write(bytes, to: "tiny.ttf")
    guard case .damagedFont(path, let damage)? = try problem(path) else {
      Issue.record("\(table) at \(place) is accepted")
      return
    }
    #expect(damage.contains("'\(named)'"), "\(damage)")
  }

  @Test(arguments: ["head", "hhea", "hmtx", "maxp", "cmap"])
  func aTableThatIsMissingTooLongOrTooShortIsRefused(table: String) throws {
    let bytes = TinyFont("ab").bytes
    let entry = try #require(Self.entry(table, in: bytes))
    let length = Self.number(bytes, entry + 12)
    for (name, place, value) in [
      ("long", entry + 12, bytes.count), ("far", entry + 8, bytes.count + 1),
      ("short", entry + 12, length - 2), ("missing", entry, 0x7878_7878),
    ] {
      var changed = bytes
      changed.replaceSubrange(place..<(place + 4), with: Big.u32(value))
      let path = try folder.write(changed, to: "\(name).ttf")
      guard case .damagedFont(path, let damage)? = try problem(path) else {
        Issue.record("\(name) is accepted")
        continue
      }
      #expect(damage.contains("table '\(table)'"), "\(damage)")
    }
  }

  @Test(arguments: [true, false])
  func locationsThatAreNotThoseOfOutlinesAreRefused(isLast: Bool) throws {
    let path = try Self.installed("Noto Sans")
    var bytes = try Self.bytes(of: path)
    let entry = try #require(Self.entry("loca", in: bytes))
    // Without its checksum, only the offsets tell.
    bytes.replaceSubrange((entry + 4)..<(entry + 8), with: Big.u32(0))
    let start = Self.number(bytes, entry + 8)
    let place = isLast ? start + Self.number(bytes, entry + 12) - 4 : start
    bytes.replaceSubrange(
      place..<(place + 4), with: isLast ? [0x7F, 0xFF, 0xFF, 0xFF] : [0, 0, 0, 1])
    let changed = try folder.write(bytes, to: "loca.ttf")
    guard case .damagedFont(changed, let damage)? = try problem(changed) else {
      Issue.record("accepted")
      return
    }
    #expect(damage.contains("'loca'"))
  }

  @Test func outlinesWithOffsetsOfAnUnknownSizeAreRefused() throws {
    var bytes = try Self.bytes(of: Self.installed("Inter"))
    let entry = try #require(Self.entry("CFF ", in: bytes))
    bytes.replaceSubrange((entry + 4)..<(entry + 8), with: Big.u32(0))
    bytes[Self.number(bytes, entry + 8) + 3] = 128
    let path = try folder.write(bytes, to: "offsets.otf")
    #expect(
      try problem(path)
        == .damagedFont(file: path, damage: "its table 'CFF ' has offsets of 128 bytes"))
  }

  @Test func classesBeyondTheirTableAreRefused() throws {
    var bytes = try Self.bytes(of: Self.installed("Inter"))
    let entry = try #require(Self.entry("GDEF", in: bytes))
    bytes.replaceSubrange((entry + 4)..<(entry + 8), with: Big.u32(0))
    // Longer than the header, and shorter than the classes of glyphs.
    bytes.replaceSubrange((entry + 12)..<(entry + 16), with: Big.u32(60))
    let path = try folder.write(bytes, to: "classes.otf")
    guard case .damagedFont(_, let damage)? = try problem(path) else {
      Issue.record("accepted")
      return
    }
    #expect(damage.contains("'GDEF'"))
  }

  @Test(arguments: [("Inter", "CFF "), ("Inter", "GPOS"), ("Noto Sans", "glyf")])
  func bytesThatContradictTheChecksumAreRefused(family: String, table: String) throws {
    var bytes = try Self.bytes(of: Self.installed(family))
    let entry = try #require(Self.entry(table, in: bytes))
    let middle = Self.number(bytes, entry + 8) + Self.number(bytes, entry + 12) / 2
    bytes[middle] ^= 0x10
    let path = try folder.write(bytes, to: "changed.otf")
    #expect(
      try problem(path)
        == .damagedFont(
          file: path, damage: "its table '\(table)' has bytes that contradict its checksum"))
  }

  /// Random changes of bytes of a font without checksums, and of one with them.
  @Test func whatIsNotRefusedIsMeasuredAsHarfBuzzReadsIt() throws {
    let sources = [
      TinyFont("Tab fi.").bytes, try Self.bytes(of: Self.installed("Noto Sans Ogham")),
    ]
    let rules = try Support.rules(.uikit, scale: 1)
    var random = TestRandom(seed: 5)
    var counts = (accepted: 0, refused: 0)
    for number in 0..<600 {
      var bytes = sources[number % sources.count]
      if number % 5 == 0 {
        bytes.removeLast(1 + random.next(below: bytes.count - 1))
      } else {
        for _ in 0..<(1 + random.next(below: 8)) {
          bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
        }
      }
      let path = try folder.write(bytes, to: "\(number).ttf")
      do throws(TextError) {
        let library = try FontLibrary(FontConfiguration(system: [path], fallback: []))
        let measurer = try TextMeasurer(library: library)
        let width = try measurer.prepare(
          "Tab fi.", style: TextStyle(size: 10), rules: rules
        ).lines(width: .infinity, lines: 0).map(\.width).reduce(0, +)
        let expected = Self.width(of: "Tab fi.", in: path) * 10
        #expect(abs(width - expected) < 1e-6, "\(number): \(width) is not \(expected)")
        counts.accepted += 1
      } catch {
        #expect("\(error)".contains(path))
        counts.refused += 1
      }
    }
    #expect(counts.accepted > 20)
    #expect(counts.refused > 300)
  }

  @Test(arguments: [("wOFF", false), ("wOF2", true)])
  func aCompressedFontIsNamedWithTheWayOut(signature: String, isWOFF2: Bool) throws {
    let bytes = Array(signature.utf8) + [UInt8](repeating: 1, count: 100)
    for name in ["web.woff", "web.WOFF2", "web.ttf"] {
      let path = try folder.write(bytes, to: name)
      #expect(try problem(path) == .compressedFont(path, isWOFF2: isWOFF2))
    }
    let message = "\(TextError.compressedFont("f.woff", isWOFF2: isWOFF2))"
    #expect(
      message.contains(
        isWOFF2 ? "'fonttools ttLib.woff2 decompress f.woff'" : "'fonttools ttLib --flavor= "))
    // The name alone is a path, as that of any other font file.
    #expect(
      try FontInventory(FontConfiguration(families: ["X": ["./no.woff2"]])).problems
        == [.unreadableFont("./no.woff2")])
    #expect(CharacterStyle.isFile("f.woff"))
  }

  private static func installed(_ family: String) throws -> String {
    try #require(
      try FontCatalog().faces(ofFamily: family).nearest(.regular), "\(family) is not installed"
    ).file
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The place of a table's entry in the directory.
  private static func entry(_ tag: String, in bytes: [UInt8]) -> Int? {
    (0..<(Int(bytes[4]) << 8 | Int(bytes[5]))).map { 12 + 16 * $0 }
      .first { Array(bytes[$0..<($0 + 4)]) == Array(tag.utf8) }
  }

  /// The width of a text in ems, as HarfBuzz shapes it in one piece.
  private static func width(of text: String, in path: String) -> Double {
    let blob = hb_blob_create_from_file_or_fail(path)
    let face = hb_face_create(blob, 0)
    let font = hb_font_create(face)
    let buffer = hb_buffer_create()
    defer {
      hb_buffer_destroy(buffer)
      hb_font_destroy(font)
      hb_face_destroy(face)
      hb_blob_destroy(blob)
    }
    hb_buffer_add_utf8(buffer, text, -1, 0, -1)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    let units = (0..<Int(count)).reduce(0) { $0 + Int(positions?[$1].x_advance ?? 0) }
    return Double(units) / Double(hb_face_get_upem(face))
  }
}
