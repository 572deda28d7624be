import Foundation

/// One of Unicode's test files, from Debian's package `unicode-data`.
struct UnicodeFile {
  /// The version that the pinned deviations belong to.
  static let version = "15.0.0"

  let bytes: [UInt8]

  /// Reads a file, which must be of that version.
  init(_ name: String) throws {
    let path = "/usr/share/unicode/\(name)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Problem(text: "\(path) is missing: install Debian's unicode-data with scripts/test")
    }
    bytes = Array(data)
    let stem = path.split(separator: "/").last?.split(separator: ".").first ?? ""
    let title = "# \(stem)-\(Self.version).txt"
    guard bytes.starts(with: Array(title.utf8)) else {
      throw Problem(
        text: "\(path) is not of Unicode \(Self.version), to which the pinned lines belong")
    }
  }

  struct Problem: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  /// Calls a closure with the number and the bytes of each line that is neither empty nor a comment.
  func forEachLine(_ body: (Int, UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    try bytes.withUnsafeBufferPointer { all in
      var start = 0
      var number = 0
      while start < all.count {
        number += 1
        var end = start
        while end < all.count, all[end] != UInt8(ascii: "\n") { end += 1 }
        if end > start, all[start] != UInt8(ascii: "#") {
          try body(number, UnsafeBufferPointer(rebasing: all[start..<end]))
        }
        start = end + 1
      }
    }
  }
}

/// Reads one line of a test file, from left to right.
struct LineReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The next byte that is no space or tab, without taking it; 0 at the end.
  mutating func peek() -> UInt8 {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      position += 1
    }
    return position < bytes.count ? bytes[position] : 0
  }

  /// Takes a byte when it is the next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Takes a hexadecimal number; none when there is none.
  mutating func hexadecimal() -> UInt32? {
    _ = peek()
    let start = position
    var value: UInt32 = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      default: return position > start ? value : nil
      }
      position += 1
    }
    return position > start ? value : nil
  }

  /// Takes a decimal number; none when there is none.
  mutating func decimal() -> Int? {
    _ = peek()
    let start = position
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }

  /// Takes a word of capital letters, packed into an integer; 0 when there is none.
  mutating func word() -> UInt32 {
    _ = peek()
    var value: UInt32 = 0
    while position < bytes.count, (0x41...0x5A).contains(bytes[position]) {
      value = value << 8 | UInt32(bytes[position])
      position += 1
    }
    return value
  }
}

/// A case of LineBreakTest or GraphemeBreakTest: a text and its breaks.
struct BreakCase {
  var units: [UInt16] = []
  /// For each unit, whether a boundary lies before it; the first is never one.
  var breaks: [Bool] = []

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var reader = LineReader(line)
    var isBreak = false
    while true {
      // ÷ and × in UTF-8: C3 B7 and C3 97.
      if reader.take(0xC3) {
        isBreak = reader.bytes[reader.position] == 0xB7
        reader.position += 1
        continue
      }
      guard let scalar = reader.hexadecimal(), let value = Unicode.Scalar(scalar) else { return }
      for (index, unit) in String(value).utf16.enumerated() {
        breaks.append(index == 0 && isBreak && !units.isEmpty)
        units.append(unit)
      }
    }
  }
}
