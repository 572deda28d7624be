/// Reads the size of the first frame of a JPEG file, and applies the rotation in its Exif data.
///
/// Sources: ITU-T T.81, B.2; Exif 2.32, 4.6.
enum JPEGHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    var offset = 2
    var isTurned = false
    while true {
      guard let mark = head.byte(offset) else { throw .incomplete(.jpeg) }
      guard mark == 0xFF else { throw .noSize(.jpeg) }
      // Any number of fill bytes may precede a marker.
      var at = offset + 1
      while head.byte(at) == 0xFF { at += 1 }
      guard let marker = head.byte(at) else { throw .incomplete(.jpeg) }
      offset = at + 1
      switch marker {
      case 0x01, 0xD0...0xD8: continue  // without a length
      case 0xD9, 0xDA: throw .noSize(.jpeg)  // the end, or the data, before a frame
      default: break
      }
      guard let length = head.big(offset, bytes: 2) else { throw .incomplete(.jpeg) }
      guard length >= 2 else { throw .noSize(.jpeg) }
      if isFrame(marker) {
        guard let height = head.big(offset + 3, bytes: 2),
          let width = head.big(offset + 5, bytes: 2)
        else { throw .incomplete(.jpeg) }
        let size = HeaderSize(width, height)
        return isTurned ? size.turned : size
      }
      if marker == 0xE1, head.text(offset + 2, 6) == "Exif\0\0" {
        let orientation = Self.orientation(head.part(offset + 8, offset + length))
        isTurned = (5...8).contains(orientation ?? 1)
      }
      offset += length
    }
  }

  /// Whether a marker begins a frame (SOF); the markers of Huffman tables (DHT), extensions (JPG)
  /// and arithmetic conditioning (DAC) do not.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// The value of the tag Orientation in the first directory after a TIFF header; `nil` for none.
  private static func orientation(_ tiff: HeaderBytes) -> Int? {
    let start = tiff.range.lowerBound
    let isLittle = tiff.text(start, 2) == "II"
    guard isLittle || tiff.text(start, 2) == "MM" else { return nil }
    func number(_ entryOffset: Int, _ count: Int) -> Int? {
      isLittle ? tiff.little(entryOffset, bytes: count) : tiff.big(entryOffset, bytes: count)
    }
    guard number(start + 2, 2) == 42, let offset = number(start + 4, 4),
      let entries = number(start + offset, 2)
    else { return nil }
    for entry in 0..<entries {
      let entryOffset = start + offset + 2 + entry * 12
      guard let tag = number(entryOffset, 2) else { return nil }
      if tag == 0x0112 { return number(entryOffset + 8, 2) }
    }
    return nil
  }
}
