import XMLDocuments

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Converts the bytes of a text to UTF-8, piece by piece.
protocol TextDecoder: AnyObject {
  /// Decodes the complete part of the input.
  ///
  /// - Parameters:
  ///   - input: Bytes of the source. Bytes that are not taken are passed in the next call, too.
  ///   - offset: Byte offset of the input in the source.
  ///   - isLast: Whether no more bytes follow, so that all must be taken.
  /// - Returns: Number of bytes taken, and their text in valid UTF-8.
  func decode(
    _ input: ArraySlice<UInt8>, at offset: Int, isLast: Bool
  ) -> (taken: Int, text: [UInt8])
}

/// A source's text as valid UTF-8.
final class DecodedBytes: ByteSource {
  private let source: any ByteSource
  private let decoder: any TextDecoder
  private let chunkBytes: Int
  private var input: [UInt8] = []
  private var offset: Int
  private var ended = false
  /// The error of the source, thrown once all bytes before it are decoded; `nil` without an error.
  private var failure: FeedError?

  /// Creates a source of decoded text.
  ///
  /// - Parameters:
  ///   - source: The bytes of the text.
  ///   - decoder: The decoder that converts the bytes to UTF-8.
  ///   - offset: Number of bytes before the text, for offsets in messages.
  ///   - chunkBytes: Number of bytes decoded at once, which must exceed the length of a character.
  init(
    _ source: any ByteSource, _ decoder: any TextDecoder, at offset: Int = 0,
    chunkBytes: Int = pieceBytes
  ) {
    self.offset = offset
    self.source = source
    self.decoder = decoder
    self.chunkBytes = chunkBytes
  }

  func read() throws(FeedError) -> [UInt8] {
    while true {
      // Each piece is tested for windows-1252 on its own. Pieces of full length make the result
      // independent of how the bytes arrive.
      while input.count < chunkBytes, !ended, failure == nil {
        do {
          let bytes = try source.read()
          ended = bytes.isEmpty
          input += bytes
        } catch {
          failure = error
        }
      }
      if input.isEmpty, failure == nil { return [] }
      let (taken, text) = decoder.decode(
        input.prefix(chunkBytes), at: offset, isLast: ended && input.count <= chunkBytes)
      input.removeFirst(taken)
      offset += taken
      if !text.isEmpty { return text }
      if taken == 0, let failure { throw failure }
    }
  }
}

/// Validates and repairs UTF-8, or detects windows-1252 if no encoding is declared.
final class UTF8Decoder: TextDecoder {
  private let notes: FeedNotes
  private var mayBeWestern: Bool
  private var isWestern = false

  init(notes: FeedNotes, isDeclared: Bool) {
    self.notes = notes
    mayBeWestern = !isDeclared
  }

  func decode(
    _ input: ArraySlice<UInt8>, at offset: Int, isLast: Bool
  ) -> (taken: Int, text: [UInt8]) {
    if isWestern { return (input.count, Windows1252.utf8(input)) }
    let whole = isLast ? input : input.dropLast(Self.openTail(input))
    guard let broken = Self.firstBroken(whole) else {
      // Valid UTF-8 beyond ASCII rules out windows-1252.
      mayBeWestern = mayBeWestern && !whole.contains { $0 >= 0x80 }
      return (whole.count, Array(whole))
    }
    let text = String(decoding: whole, as: UTF8.self)
    let at = RecordLocation(byteOffset: offset + broken)
    if mayBeWestern, Self.looksWestern(text) {
      isWestern = true
      notes.add(
        .undeclaredEncoding, at: at,
        "no encoding is declared and these bytes are not UTF-8; read as windows-1252")
      return (input.count, Windows1252.utf8(input))
    }
    mayBeWestern = false
    notes.add(
      .brokenEncoding, at: at,
      "bytes that are not valid UTF-8 became U+FFFD; find out what writes them")
    return (whole.count, Array(text.utf8))
  }

  /// Whether invalid bytes outnumber the valid characters beyond ASCII.
  private static func looksWestern(_ text: String) -> Bool {
    var (broken, good) = (0, 0)
    for scalar in text.unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { broken += 1 } else { good += 1 }
    }
    return broken > good
  }

  /// Number of bytes at the end that may be the start of an incomplete character.
  private static func openTail(_ bytes: ArraySlice<UInt8>) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }

  /// The index, from 0, of the first byte that is not valid UTF-8, or `nil`.
  private static func firstBroken(_ bytes: ArraySlice<UInt8>) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var count = 0
    while case .valid(let character) = parser.parseScalar(from: &rest) { count += character.count }
    return count
  }
}

/// Decodes windows-1252.
final class Windows1252Decoder: TextDecoder {
  func decode(
    _ input: ArraySlice<UInt8>, at offset: Int, isLast: Bool
  ) -> (taken: Int, text: [UInt8]) { (input.count, Windows1252.utf8(input)) }
}

/// Decodes text with the system's converter, `iconv`.
final class Iconv: TextDecoder {
  private let handle: iconv_t
  private let name: String
  private let unitBytes: Int
  private let notes: FeedNotes

  /// Opens a converter; `nil` for an encoding that the system does not support.
  ///
  /// - Parameter unitBytes: Number of bytes skipped together when they are invalid.
  init?(_ name: String, unitBytes: Int = 1, notes: FeedNotes) {
    guard let handle = Self.open(name) else { return nil }
    self.handle = handle
    self.name = name
    self.unitBytes = unitBytes
    self.notes = notes
  }

  deinit { iconv_close(handle) }

  /// Whether the system has a converter from the named encoding.
  static func knows(_ name: String) -> Bool {
    guard let handle = open(name) else { return false }
    iconv_close(handle)
    return true
  }

  private static func open(_ name: String) -> iconv_t? {
    // A slash would begin options of the converter.
    guard !name.isEmpty, name.utf8.count <= 40,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) })
    else { return nil }
    let handle = iconv_open("UTF-8", name)
    return handle == iconv_t(bitPattern: -1) ? nil : handle
  }

  func decode(
    _ input: ArraySlice<UInt8>, at offset: Int, isLast: Bool
  ) -> (taken: Int, text: [UInt8]) {
    var text: [UInt8] = []
    var rest = input
    while !rest.isEmpty {
      let (taken, made, problem) = convert(rest)
      text += made
      rest = rest.dropFirst(taken)
      switch problem {
      case nil, E2BIG: continue
      case EINVAL where !isLast: return (input.count - rest.count, text)
      default:
        notes.add(
          .brokenEncoding, at: RecordLocation(byteOffset: offset + input.count - rest.count),
          "bytes that mean nothing in \(name) became U+FFFD; find out what writes them")
        text.append(contentsOf: UTF8.encodedReplacementCharacter)
        rest = rest.dropFirst(unitBytes)
      }
    }
    return (input.count, text)
  }

  /// Calls the converter once.
  ///
  /// - Returns: Number of bytes taken, the resulting bytes, and the error number that stopped the
  ///   converter, or `nil` if none did.
  private func convert(_ input: ArraySlice<UInt8>) -> (taken: Int, made: [UInt8], problem: Int32?) {
    var left = input.count
    var problem: Int32?
    let made = input.withUnsafeBytes { input in
      [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, count in
        count = room.withMemoryRebound(to: CChar.self) { room in
          var from: UnsafeMutablePointer? = .init(
            mutating: input.assumingMemoryBound(to: CChar.self).baseAddress)
          var (to, toLeft) = (room.baseAddress, room.count)
          if iconv(handle, &from, &left, &to, &toLeft) == -1 { problem = errno }
          return room.count - toLeft
        }
      }
    }
    return (input.count - left, made, problem)
  }
}
