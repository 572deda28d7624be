import CSimdjson
import XMLDocuments

/// Turns the bytes of a text into UTF-8, piece by piece.
protocol TextDecoder: AnyObject {
  /// Decodes as much of the input as is complete.
  ///
  /// - Parameters:
  ///   - input: Bytes of the source; what was not taken is handed in again, with more behind it.
  ///   - place: The place of the first of them.
  ///   - isLast: Whether no more bytes follow; then everything is taken.
  ///   - output: Gets UTF-8, always valid.
  /// - Returns: How many bytes of the input were taken.
  func decode(
    _ input: UnsafeRawBufferPointer, at place: Int, isLast: Bool, into output: inout [UInt8]
  ) -> Int
}

/// A source's text as valid UTF-8, whatever its bytes are.
final class DecodedBytes: ByteSource {
  private let source: any ByteSource
  private let decoder: any TextDecoder
  private var input: [UInt8]
  private var held = 0
  private var place: Int
  private var ended = false
  private var output: [UInt8] = []
  private var position = 0

  /// - Parameter place: Where the first byte of the source stands, for warnings.
  init(
    _ source: any ByteSource, _ decoder: any TextDecoder, chunkBytes: Int = 1 << 16,
    place: Int = 0
  ) {
    self.place = place
    self.source = source
    self.decoder = decoder
    input = [UInt8](repeating: 0, count: max(chunkBytes, 16))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    while position == output.count {
      if ended { return 0 }
      // Full pieces, so that what becomes of the bytes does not depend on how they arrive: whether
      // they are windows-1252 is decided by the piece at hand.
      while held < input.count, !ended {
        let read = try source.read(into: &input, from: held)
        ended = read == 0
        held += read
      }
      output.removeAll(keepingCapacity: true)
      position = 0
      let taken = input.withUnsafeBytes { bytes in
        decoder.decode(
          UnsafeRawBufferPointer(rebasing: bytes[..<held]), at: place, isLast: ended,
          into: &output)
      }
      input.withUnsafeMutableBytes { bytes in
        bytes.copyBytes(from: bytes[taken..<held])
      }
      held -= taken
      place += taken
    }
    let count = min(buffer.count, output.count - position)
    buffer.copyBytes(from: output[position..<position + count])
    position += count
    return count
  }
}

/// UTF-8 checked and mended; where no encoding was declared it may turn out to be windows-1252.
final class UTF8Decoder: TextDecoder {
  private let notes: FeedNotes
  private var mayBeWestern: Bool
  private var isWestern = false

  init(notes: FeedNotes, isDeclared: Bool) {
    self.notes = notes
    mayBeWestern = !isDeclared
  }

  func decode(
    _ input: UnsafeRawBufferPointer, at place: Int, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    if isWestern {
      Windows1252.append(input, to: &output)
      return input.count
    }
    let whole = isLast ? input.count : input.count - Self.openTail(input)
    let bytes = UnsafeRawBufferPointer(rebasing: input[..<whole])
    if Self.isValid(bytes) {
      // Letters beyond ASCII that are UTF-8 settle the question; ASCII alone does not.
      if mayBeWestern, bytes.contains(where: { $0 >= 0x80 }) { mayBeWestern = false }
      output.append(contentsOf: bytes)
      return whole
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let broken = bytes.firstBroken
    if mayBeWestern, Self.looksWestern(text) {
      isWestern = true
      notes.add(
        .undeclaredEncoding, at: RecordPlace(byteOffset: place + broken),
        "no encoding is declared and these bytes are not UTF-8; read as windows-1252")
      Windows1252.append(input, to: &output)
      return input.count
    }
    mayBeWestern = false
    notes.add(
      .brokenEncoding, at: RecordPlace(byteOffset: place + broken),
      "bytes that are not valid UTF-8 became U+FFFD; find out what writes them")
    output.append(contentsOf: text.utf8)
    return whole
  }

  /// Broken places outnumber the letters that are good UTF-8.
  private static func looksWestern(_ text: String) -> Bool {
    var (broken, good) = (0, 0)
    for scalar in text.unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { broken += 1 } else { good += 1 }
    }
    return broken > good
  }

  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ch_utf8_is_valid(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Bytes at the end that may be the beginning of a character.
  static func openTail(_ bytes: UnsafeRawBufferPointer) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back ? back : 0
    }
    return 0
  }
}

extension UnsafeRawBufferPointer {
  /// The first byte that is no part of valid UTF-8; the count where there is none.
  var firstBroken: Int {
    var (valid, end) = (0, count)
    // The longest valid beginning, by halves; a character cut by the bound is at most 3 bytes.
    while end - valid > 8 {
      let middle = valid + (end - valid) / 2
      var cut = middle
      while cut > valid, self[cut] & 0xC0 == 0x80, middle - cut < 3 { cut -= 1 }
      let half = UnsafeRawBufferPointer(rebasing: self[valid..<cut])
      if ch_utf8_is_valid(half.baseAddress?.assumingMemoryBound(to: UInt8.self), half.count) {
        if cut == valid { break }
        valid = cut
      } else {
        end = cut
      }
    }
    var rest = valid
    while rest < count {
      var length = 1
      while rest + length < count, length < 4, self[rest + length] & 0xC0 == 0x80 { length += 1 }
      let one = UnsafeRawBufferPointer(rebasing: self[rest..<rest + length])
      guard ch_utf8_is_valid(one.baseAddress?.assumingMemoryBound(to: UInt8.self), one.count)
      else { return rest }
      rest += length
    }
    return count
  }
}
