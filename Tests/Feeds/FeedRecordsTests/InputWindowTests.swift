import Testing

@testable import FeedRecords

@Suite struct InputWindowTests {
  /// Gives a few bytes at a time.
  final class Trickle: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let step: Int

    init(_ bytes: [UInt8], step: Int) {
      rest = bytes[...]
      self.step = step
    }

    func read() -> [UInt8] {
      defer { rest = rest.dropFirst(step) }
      return Array(rest.prefix(step))
    }
  }

  @Test(arguments: [1, 3, 7, 64, 1000])
  func movesOverAllBytesAndForgetsThem(_ step: Int) throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let window = InputWindow(Trickle(bytes, step: step))
    var seen: [UInt8] = []
    while try window.fill(keeping: seen.count) {
      seen += window[seen.count..<window.end]
      #expect(window.count <= step)
    }
    #expect(seen == bytes)
    #expect(window.ended)
  }

  @Test func keepsWhatIsStillNeeded() throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 13) }
    let window = InputWindow(Trickle(bytes, step: 50))
    while try window.fill(keeping: 1234) {}
    #expect(window.base == 1234)
    #expect(window.end == 5000)
    #expect(window.held == bytes[1234...])
  }

  @Test(arguments: [0, 3, 100])
  func bytesAreReadFromBehindWhatIsSkipped(_ skipped: Int) throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 11) }
    let metered = CountedBytes(MemoryBytes(bytes), path: "x", limit: 5000)
    let peeked = try PeekedBytes(metered, count: 100)
    #expect(peeked.prefix == Array(bytes[..<100]))
    peeked.skip(skipped)
    let window = InputWindow(peeked)
    while try window.fill(keeping: 0) {}
    #expect(window.held == bytes[skipped...])
    let whole = CountedBytes(Trickle(bytes, step: 7), path: "x", limit: 5000)
    let copy = InputWindow(whole)
    while try copy.fill(keeping: 0) {}
    #expect(metered.digest == whole.digest)
  }

  @Test func bytesAreHeldToTheLimit() throws {
    let ones = Trickle([UInt8](repeating: 1, count: 300), step: 64)
    let window = InputWindow(CountedBytes(ones, path: "x", limit: 200))
    #expect(throws: FeedError.self) { while try window.fill(keeping: 0) {} }
    #expect(window.count == 192)
  }
}

@Suite struct TextDecoderTests {
  static func decoded(
    _ bytes: [UInt8], _ decoder: any TextDecoder, step: Int
  ) throws -> String {
    let source = DecodedBytes(
      InputWindowTests.Trickle(bytes, step: step), decoder, chunkBytes: 16)
    let window = InputWindow(source)
    while try window.fill(keeping: 0) {}
    return String(decoding: window.held, as: UTF8.self)
  }

  static let text = "Grüße, 中文 und 🎉 — „fertig“"

  @Test(arguments: [1, 2, 3, 5, 16])
  func charactersMayBeCutAnywhere(_ step: Int) throws {
    let notes = FeedNotes(path: "x")
    let utf8 = UTF8Decoder(notes: notes, isDeclared: false)
    #expect(try Self.decoded(Array(Self.text.utf8), utf8, step: step) == Self.text)
    for bigEndian in [true, false] {
      let name = bigEndian ? "BE" : "LE"
      let wide = try #require(Iconv("UTF-16\(name)", unitBytes: 2, notes: notes))
      let bytes = Self.text.utf16.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
        return bigEndian ? pair : pair.reversed()
      }
      #expect(try Self.decoded(bytes, wide, step: step) == Self.text)
      let wider = try #require(Iconv("UTF-32\(name)", unitBytes: 4, notes: notes))
      let units = Self.text.unicodeScalars.flatMap { scalar -> [UInt8] in
        let four = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 255) }
        return bigEndian ? four : four.reversed()
      }
      #expect(try Self.decoded(units, wider, step: step) == Self.text)
    }
    #expect(notes.warnings.isEmpty)
  }

  @Test(arguments: [1, 3, 16])
  func gb18030IsConverted(_ step: Int) throws {
    // 中文 by Python's codec gb18030.
    let notes = FeedNotes(path: "x")
    let decoder = try #require(Iconv("GB18030", notes: notes))
    #expect(try Self.decoded([0xD6, 0xD0, 0xCE, 0xC4, 0x21], decoder, step: step) == "中文!")
    #expect(notes.warnings.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 5, 1000], [true, false])
  func utf8IsCheckedAndMendedFromItsFirstFault(_ step: Int, _ isDeclared: Bool) throws {
    func read(_ bytes: [UInt8]) throws -> (String, [FeedWarning]) {
      let notes = FeedNotes(path: "x")
      let decoder = UTF8Decoder(notes: notes, isDeclared: isDeclared)
      return (try Self.decoded(bytes, decoder, step: step), notes.warnings)
    }
    let good = try read(Array(Self.text.utf8))
    #expect(good.0 == Self.text && good.1.isEmpty)
    let bytes = Array("é\(Self.text)é".utf8) + [0xFF] + Array("z\(Self.text)".utf8)
    let repaired = try read(bytes)
    #expect(repaired.0 == "é\(Self.text)é\u{FFFD}z\(Self.text)")
    #expect(repaired.1.map(\.code) == [.brokenEncoding])
    #expect(repaired.1.first?.location.byteOffset == Self.text.utf8.count + 4)
    let cut = try read(Array("é".utf8) + [0xE4, 0xB8])
    #expect(cut.0 == "é\u{FFFD}")
  }

  @Test func bytesThatMeanNothingAreReplacedAndNoted() throws {
    let notes = FeedNotes(path: "x")
    let decoder = UTF8Decoder(notes: notes, isDeclared: true)
    let text = try Self.decoded(Array("naïve ".utf8) + [0xFF, 0x41, 0xC3], decoder, step: 16)
    #expect(text == "naïve \u{FFFD}A\u{FFFD}")
    #expect(notes.warnings.map(\.code) == [.brokenEncoding])
    #expect(notes.warnings.first?.location.byteOffset == 7)
  }

  @Test func undeclaredBytesAreWesternOrBrokenByWhatTheyMostlyAre() throws {
    let western = FeedNotes(path: "x")
    let first = UTF8Decoder(notes: western, isDeclared: false)
    #expect(try Self.decoded(Array("caf".utf8) + [0xE9, 0x80], first, step: 16) == "café€")
    #expect(western.warnings.map(\.code) == [.undeclaredEncoding])
    let broken = FeedNotes(path: "x")
    let second = UTF8Decoder(notes: broken, isDeclared: false)
    #expect(
      try Self.decoded(Array("éàü".utf8) + [0xE9, 0x21], second, step: 16) == "éàü\u{FFFD}!")
    #expect(broken.warnings.map(\.code) == [.brokenEncoding])
  }
}
