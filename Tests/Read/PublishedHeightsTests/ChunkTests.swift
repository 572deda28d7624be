import PublishedHeights
import TestSupport
import Testing

@Suite struct ChunkTests {
  @Test func chunksAreReadAsTheyWereWritten() throws {
    var random = TestRandom(seed: 21)
    for size in [0, 1, 2, 255, 256, 1_000] {
      for chunk in madeChunks(size, &random) { try chunk.comesBack() }
    }
  }

  @Test func everyTruncationIsAnError() throws {
    var random = TestRandom(seed: 22)
    for chunk in madeChunks(9, &random) {
      let whole = chunk.encoded()
      for length in whole.indices {
        #expect(throws: PublishedFormatError.self) { try chunk.decodes(Array(whole[..<length])) }
      }
      #expect(throws: PublishedFormatError.self) { try chunk.decodes(whole + [0]) }
    }
  }

  /// Without a hash: no flip traps or takes memory without bounds; what decodes is another value.
  @Test func flippedChunksAreDecodedTotally() throws {
    var random = TestRandom(seed: 23)
    for chunk in madeChunks(20, &random) {
      let whole = chunk.encoded()
      for _ in 0..<2_000 {
        var flipped = whole
        for _ in 0...random.next(below: 3) {
          flipped[random.next(below: flipped.count)] = UInt8(random.next(below: 256))
        }
        do { try chunk.decodes(flipped) } catch is PublishedFormatError {}
      }
    }
  }

  /// With the hash of the reference there is no other value.
  @Test func aStoredFileIsWholeOrRefused() throws {
    var random = TestRandom(seed: 24)
    for chunk in madeChunks(50, &random) {
      let (file, reference) = try PublishedFile.chunk(chunk)
      #expect(file.path == "c/\(reference.sha256).bin")
      #expect(try reference.unpack(file.bytes) == chunk.encoded())
      for length in file.bytes.indices {
        #expect(throws: PublishedFormatError.self) {
          try reference.unpack(Array(file.bytes[..<length]))
        }
      }
      for _ in 0..<500 {
        var flipped = file.bytes
        flipped[random.next(below: flipped.count)] ^= 1 << UInt8(random.next(below: 8))
        #expect(throws: PublishedFormatError.self) { try reference.unpack(flipped) }
        // The same without the help of the hash.
        let claimed = FileReference(
          sha256: FileAddress(of: flipped), bytes: flipped.count, size: reference.size)
        let unpacked = try? claimed.unpack(flipped)
        #expect(unpacked == nil || unpacked == chunk.encoded())
      }
    }
  }

  @Test func aFileIsTheSameBytesEveryTime() throws {
    var chunk = HeightsChunk()
    for index in 0..<300 { chunk.append(height: UInt32(100 + index % 7), caveats: 0) }
    let file = try PublishedFile.chunk(chunk).file
    #expect(file == (try PublishedFile.chunk(chunk).file))
    #expect(Array(file.bytes.prefix(10)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 0xFF])
  }

  @Test func sizesAreBoundedBeforeAnythingIsUnpacked() throws {
    var chunk = HeightsChunk()
    for _ in 0..<10_000 { chunk.append(height: 100, caveats: 0) }
    let (file, reference) = try PublishedFile.chunk(chunk)
    let limits = FormatLimits(maximumFileBytes: 20_000)
    #expect(
      throws: PublishedFormatError.tooLarge(file: file.path, bytes: 50_016, limit: 20_000)
    ) { try reference.unpack(file.bytes, limits: limits) }
    #expect(throws: PublishedFormatError.self) { try PublishedFile.chunk(chunk, limits: limits) }
    for size in [0, 50_015, 50_017, 1 << 26, Int.max, -1] {
      let claim = FileReference(
        sha256: reference.sha256, bytes: reference.bytes, size: size)
      #expect(throws: PublishedFormatError.self) { try claim.unpack(file.bytes) }
    }
  }

  @Test func anotherVersionAndAnotherKindAreNamed() throws {
    var later = IDsChunk(["a"]).encoded()
    later[8] = 2
    #expect(throws: PublishedFormatError.unknownFormat(file: "x", found: "2 of IDsChunk")) {
      try IDsChunk(decoding: later, file: "x")
    }
    #expect(
      throws: PublishedFormatError.malformed(file: "x", detail: "it is no chunk of HeightsChunk")
    ) { try HeightsChunk(decoding: IDsChunk(["a"]).encoded(), file: "x") }
  }

  @Test func textsAreUTF8() throws {
    var bytes = IDsChunk(["ab"]).encoded()
    bytes[bytes.count - 1] = 0xC3
    #expect(throws: PublishedFormatError.malformed(file: "x", detail: "a text is not UTF-8")) {
      try IDsChunk(decoding: bytes, file: "x")
    }
  }

  @Test func hashesOfVersionsTakeSixteenBytes() throws {
    let hash = "hash:0123456789abcdef0123456789abcdef"
    let versions = [hash, "hash:0123", "HASH:" + hash.dropFirst(5), "", "2026-01-31"]
    let bytes = VersionsChunk(versions).encoded()
    #expect(bytes.count == 16 + 5 * 4 + 16 + 9 + 37 + 0 + 10)
    #expect(try VersionsChunk(decoding: bytes, file: "x").versions == versions)
  }

  @Test func framesAreReadByTheirTemplate() throws {
    let frames = CellFrames(
      frames: [
        CellFrames.Frame(x: 1, y: -2, width: 300, height: 70_000),
        CellFrames.Frame(x: 0, y: 0, width: .max, height: .min),
      ], lines: [-3])
    var chunk = FramesChunk()
    let shape = chunk.append(shape: frames.encoded)
    let empty = chunk.append(shape: [])
    chunk.append(template: 0, shape: shape)
    chunk.append(template: 0, shape: empty)
    let read = try FramesChunk(decoding: chunk.encoded(), file: "x")
    #expect(CellFrames(try #require(read.shape(ofCell: 0)), views: 2, labels: 1) == frames)
    #expect(CellFrames(try #require(read.shape(ofCell: 1)), views: 2, labels: 1) == nil)
    #expect(read.shape(ofCell: 2) == nil)
  }
}

/// Chunks of every kind with a number of cells.
private func madeChunks(_ count: Int, _ random: inout TestRandom) -> [any PublishedChunk] {
  var heights = HeightsChunk()
  var widths = WidthsChunk()
  var frames = FramesChunk()
  var lines = LinesChunk()
  var texts: [String] = []
  for index in 0..<count {
    heights.append(
      height: UInt32(random.next(below: Int(Int32.max))), caveats: UInt8(random.next(below: 64)))
    widths.append(
      runs: (0...random.next(below: 4)).map {
        WidthsChunk.Run(width: Int32(280 + $0 * 10), height: UInt32(random.next(below: 9_000)))
      }, caveats: UInt8(random.next(below: 64)))
    if index == 0 || random.next(below: 3) == 0 {
      _ = frames.append(shape: (0..<random.next(below: 40)).map { UInt8(truncatingIfNeeded: $0) })
    }
    frames.append(
      template: UInt16(random.next(below: 70_000) & 0xFFFF),
      shape: UInt32(random.next(below: frames.shapeCount)))
    lines.append((0..<random.next(below: 9)).map { UInt8(truncatingIfNeeded: $0) })
    texts.append(["", "post-\(index)", "größe-\(index)", "👩‍👩‍👧", "hash:\(index)"][index % 5])
  }
  return [heights, widths, frames, lines, IDsChunk(texts), VersionsChunk(texts)]
}

extension PublishedChunk {
  fileprivate func comesBack() throws {
    #expect(try Self(decoding: encoded(), file: "x") == self)
  }

  fileprivate func decodes(_ bytes: [UInt8]) throws {
    _ = try Self(decoding: bytes, file: "x")
  }
}
