#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Decodes text with the system's converter, `iconv`.
final class Iconv: TextDecoder {
  private let handle: iconv_t
  private let name: String
  private let unitBytes: Int
  private let notes: FeedNotes

  /// Opens a converter; `nil` for an encoding that the system does not know.
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
    _ input: ArraySlice<UInt8>, at place: Int, isLast: Bool
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
          .brokenEncoding, at: RecordPlace(byteOffset: place + input.count - rest.count),
          "bytes that mean nothing in \(name) became U+FFFD; find out what writes them")
        text.append(contentsOf: UTF8.encodedReplacementCharacter)
        rest = rest.dropFirst(unitBytes)
      }
    }
    return (input.count, text)
  }

  /// Calls the converter once.
  ///
  /// - Returns: Number of bytes taken, the bytes made, and the error number that stopped it, or
  ///   `nil`.
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
