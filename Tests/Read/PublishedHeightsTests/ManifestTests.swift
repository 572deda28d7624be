@testable import PublishedHeights
import TestSupport
import Testing

@Suite struct ManifestTests {
  @Test func aManifestIsReadAsItWasWritten() throws {
    let manifest = try made()
    let (file, pointer) = try manifest.file()
    #expect(file.path == "m/\(pointer.manifest).json")
    #expect(try pointer.open(file.bytes) == manifest)
    #expect(try PublishedPointer(decoding: try pointer.file().bytes) == pointer)
    #expect(
      String(decoding: try pointer.file().bytes, as: UTF8.self)
        == #"{"bytes":\#(file.bytes.count),"digest":"d","generation":7,"listDigest":"l","#
        + #""manifest":"\#(pointer.manifest)","schema":"cellheights.current/1"}"# + "\n")
    #expect(try manifest.file().file == file)
  }

  /// Pointer and manifest together: any flip in one of them is an error or changes nothing.
  @Test func flipsAndTruncationsAreRefused() throws {
    var random = TestRandom(seed: 31)
    let manifest = try made()
    let (file, pointer) = try manifest.file()
    let first = try pointer.file().bytes
    func open(_ pointer: [UInt8], _ stored: [UInt8]) throws -> PublishedManifest {
      try PublishedPointer(decoding: pointer).open(stored)
    }
    for length in file.bytes.indices {
      #expect(throws: PublishedFormatError.self) { try open(first, Array(file.bytes[..<length])) }
    }
    // Without the line feed it is the same.
    for length in 0..<first.count - 1 {
      #expect(throws: PublishedFormatError.self) { try open(Array(first[..<length]), file.bytes) }
    }
    for _ in 0..<3_000 {
      var flipped = first
      flipped[random.next(below: flipped.count)] ^= 1 << UInt8(random.next(below: 8))
      do { #expect(try open(flipped, file.bytes) == manifest) } catch is PublishedFormatError {}
      var stored = file.bytes
      stored[random.next(below: stored.count)] ^= 1 << UInt8(random.next(below: 8))
      #expect(throws: PublishedFormatError.self) { try open(first, stored) }
    }
  }

  /// JSON of a changed manifest, with the address of the result.
  @Test(arguments: [
    (#""count":2"#, #""count":3"#), (#""count":2"#, #""count":-2"#),
    (#""count":2"#, #""count":99999999999999999999"#), (#""count":2"#, #""count":2.5"#),
    (#""extent":30"#, #""extent":31"#), (#""gap":4"#, #""gap":-1"#),
    (#""gap":4"#, #""gap":9223372036854775807"#),
    (#""bottom":1"#, #""bottom":9223372036854775807"#),
    (#""stepsPerPoint":2"#, #""stepsPerPoint":0"#),
    (#""stepsPerPoint":2"#, #""stepsPerPoint":7"#), ("390@2x", "390@3x"), ("390@2x", "390@-2x"),
    ("/en/uikit\",\"lists", "/en/css\",\"lists"), ("390@2x/L/", "390@2x/"),
    (#""stepsPerPoint":2"#, #""stepsPerPoint":1e999"#),
    (#""schema":"cellheights.manifest/1""#, #""schema":"cellheights.manifest/2""#),
    (#""generation":7"#, #""generation":-7"#), (#""size":26"#, #""size":0"#),
    (#""size":26"#, #""size":99999999999"#), (#""lists":["#, #""chunks":[],"lists":["#),
    (#""sha256":""#, #""sha256":"../"#),
  ])
  func contradictionsAreRefused(found: String, changed: String) throws {
    let (file, pointer) = try made().file()
    let content = String(decoding: try unpacked(file.bytes), as: UTF8.self)
    #expect(content.contains(found), "\(content)")
    let bytes = try GzipFile.pack(Array(content.replacing(found, with: changed).utf8), file: "x")
    #expect(throws: PublishedFormatError.self) {
      try PublishedManifest(stored: bytes, address: FileAddress(of: bytes))
    }
    #expect(throws: PublishedFormatError.self) { try pointer.open(bytes) }
  }

  @Test func idsThatAreEmptyOrThereTwiceAreRefused() throws {
    for ids in [["a", "b"], ["a", "a"], ["", "b"]] {
      let (file, reference) = try PublishedFile.chunk(IDsChunk(ids))
      let chunk = PublishedManifest.RangeChunk(count: 2, ids: reference, runs: reference)
      if ids == ["a", "b"] {
        #expect(try chunk.ids(file.bytes).ids == ids)
      } else {
        #expect(
          throws: PublishedFormatError.malformed(
            file: reference.path, detail: "an id in it is empty or there twice")
        ) { try chunk.ids(file.bytes) }
      }
    }
  }

  @Test func deepAndLargeDocumentsAreRefused() throws {
    for text in [
      String(repeating: "[", count: 60_000), String(repeating: #"{"schema":"#, count: 6_000), "",
      "{", "null", #"{"schema":1}"#,
    ] {
      #expect(throws: PublishedFormatError.self) {
        try PublishedPointer(decoding: Array(text.utf8))
      }
    }
    #expect(
      throws: PublishedFormatError.tooLarge(file: "current.json", bytes: 65_537, limit: 65_536)
    ) { try PublishedPointer(decoding: [UInt8](repeating: 32, count: 65_537)) }
    let (file, pointer) = try made().file()
    #expect(throws: PublishedFormatError.self) {
      try pointer.open(file.bytes, limits: FormatLimits(maximumFileBytes: 300))
    }
  }

  @Test func anAddressIsNothingElse() {
    let digits = String(repeating: "0a", count: 32)
    #expect(FileAddress(digits)?.description == digits)
    for text in [
      "", digits + "0", String(digits.dropLast()), "../" + digits.dropFirst(3),
      digits.uppercased(),
    ] { #expect(FileAddress(text) == nil) }
    #expect(
      FileAddress(of: Array("abc".utf8)).description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  private func made() throws -> PublishedManifest {
    var heights = HeightsChunk()
    heights.append(height: 10, caveats: 0)
    heights.append(height: 14, caveats: 2)
    let ids = try PublishedFile.chunk(IDsChunk(["a", "b"])).reference
    let chunk = PublishedManifest.Chunk(
      count: 2, extent: 24, heights: try PublishedFile.chunk(heights).reference, ids: ids,
      frames: nil, versions: nil, lines: nil)
    let list = PublishedManifest.List(
      name: "feed", count: 2, gap: 4,
      insets: PublishedManifest.Edges(top: 1, leading: 0, bottom: 1, trailing: 0), extent: 30,
      chunks: [chunk])
    return PublishedManifest(
      generation: 7, digest: "d", listDigest: "l", engineVersion: "e",
      templates: [
        PublishedManifest.Template(
          name: "post", hash: "h",
          views: [PublishedManifest.View(id: "title", kind: "label", label: true)])
      ],
      feeds: [
        PublishedManifest.Feed(
          name: "home",
          environments: [
            PublishedManifest.Environment(
              key: "390@2x/L/ltr/en/uikit", stepsPerPoint: 2, state: nil, cells: 2, failed: 0,
              content: .lists([list])),
            PublishedManifest.Environment(
              key: "280..900@1x/L/ltr/en/uikit", stepsPerPoint: 1, state: nil, cells: 2, failed: 0,
              content: .range([PublishedManifest.RangeChunk(count: 2, ids: ids, runs: ids)])),
          ])
      ])
  }

  private func unpacked(_ stored: [UInt8]) throws -> [UInt8] {
    let size = stored.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let reference = FileReference(
      sha256: FileAddress(of: stored), bytes: stored.count, size: size)
    return try reference.unpack(stored)
  }
}
