#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Encodings that the system's converter knows, as UTF-8.
final class Iconv: TextDecoder {
  private let handle: iconv_t
  private let name: String
  private let notes: FeedNotes
  private var piece = [UInt8](repeating: 0, count: 1 << 14)

  /// Opens a converter; `nil` for a name that it does not know.
  init?(_ name: String, notes: FeedNotes) {
    guard let handle = Self.open(name) else { return nil }
    self.handle = handle
    self.name = name
    self.notes = notes
  }

  deinit { iconv_close(handle) }

  /// Whether there is a converter from an encoding of that name.
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
    _ input: UnsafeRawBufferPointer, at place: Int, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    var position = 0
    while position < input.count {
      let (taken, made, problem) = convert(UnsafeRawBufferPointer(rebasing: input[position...]))
      output.append(contentsOf: piece[..<made])
      position += taken
      switch problem {
      case nil, E2BIG: continue
      case EINVAL where !isLast: return position
      default:
        notes.add(
          .brokenEncoding, at: RecordPlace(byteOffset: place + position),
          "bytes that mean nothing in \(name) became U+FFFD; find out what writes them")
        output.append(contentsOf: UTF8.encodedReplacementCharacter)
        position += 1
      }
    }
    return position
  }

  /// One call of the converter: bytes taken, bytes made, and what stopped it.
  private func convert(
    _ input: UnsafeRawBufferPointer
  ) -> (taken: Int, made: Int, problem: Int32?) {
    piece.withUnsafeMutableBytes { room in
      var from = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
      var to = room.baseAddress?.assumingMemoryBound(to: CChar.self)
      var (fromLeft, toLeft) = (input.count, room.count)
      let result = iconv(handle, &from, &fromLeft, &to, &toLeft)
      let problem = result == -1 ? errno : nil
      return (input.count - fromLeft, room.count - toLeft, problem)
    }
  }
}
