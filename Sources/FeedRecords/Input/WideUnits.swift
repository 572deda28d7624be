/// How UTF-16 or UTF-32 lays out its units.
struct WideUnits: Hashable, Sendable {
  /// Bytes of a unit: 2 or 4.
  let width: Int
  /// Whether the first byte of a unit is its highest.
  let bigEndian: Bool

  func unit(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<width {
      value = value << 8 | UInt32(bytes[place + (bigEndian ? index : width - 1 - index)])
    }
    return value
  }
}

/// UTF-16 and UTF-32 as UTF-8; what is broken becomes U+FFFD.
final class WideDecoder: TextDecoder {
  private let units: WideUnits
  private let notes: FeedNotes

  init(_ units: WideUnits, notes: FeedNotes) {
    self.units = units
    self.notes = notes
  }

  func decode(
    _ input: UnsafeRawBufferPointer, at place: Int, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    var position = 0
    while position + units.width <= input.count {
      let unit = units.unit(input, at: position)
      var scalar = Unicode.Scalar(unit)
      var length = units.width
      if units.width == 2, unit & 0xFC00 == 0xD800 {
        guard position + 4 <= input.count else {
          if !isLast { return position }
          append(nil, at: place + position, to: &output)
          position += 2
          continue
        }
        let low = units.unit(input, at: position + 2)
        if low & 0xFC00 == 0xDC00 {
          scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
          length = 4
        }
      }
      append(scalar, at: place + position, to: &output)
      position += length
    }
    if isLast, position < input.count {
      append(nil, at: place + position, to: &output)
      return input.count
    }
    return position
  }

  private func append(_ scalar: Unicode.Scalar?, at place: Int, to output: inout [UInt8]) {
    if scalar == nil {
      notes.add(
        .brokenEncoding, at: RecordPlace(byteOffset: place),
        "units that are no character of UTF-\(units.width * 8) became U+FFFD")
    }
    output.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}
