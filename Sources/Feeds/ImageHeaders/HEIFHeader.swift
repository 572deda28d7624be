/// Reads the size of the primary picture of AVIF, HEIC and other HEIF files, and applies the file's
/// rotation.
///
/// Sources: ISO/IEC 14496-12 for boxes, ISO/IEC 23008-12, 6.5.3 `ispe` and 6.5.10 `irot`.
enum HEIFHeader {
  private static let brands: Set<String> = [
    "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1",
  ]

  /// Whether the major brand, or one of the compatible brands, is a brand of pictures.
  static func isKnown(_ head: HeaderBytes) -> Bool {
    guard let length = head.big(0, bytes: 4) else { return false }
    let end = min(length, 4096)
    return ([8] + stride(from: 16, to: max(end, 16), by: 4)).contains { offset in
      head.text(offset, 4).map(brands.contains) ?? false
    }
  }

  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    guard let meta = box("meta", in: head) else { throw .incomplete(.heif) }
    // In a full box, a version and flags precede the inner boxes.
    let inner = meta.part(meta.range.lowerBound + 4, meta.range.upperBound)
    guard let properties = box("iprp", in: inner),
      let container = box("ipco", in: properties)
    else { throw .incomplete(.heif) }
    let declared = boxes(in: container)
    var used = Array(declared.indices)
    if let primary = box("pitm", in: inner).flatMap(itemID),
      let own = box("ipma", in: properties).flatMap({ associations($0, of: primary) })
    {
      used = own.filter(declared.indices.contains)
    }
    let sizes = used.filter { declared[$0].name == "ispe" }.compactMap { index -> HeaderSize? in
      let body = declared[index].body
      let start = body.range.lowerBound
      guard let width = body.big(start + 4, bytes: 4), let height = body.big(start + 8, bytes: 4)
      else { return nil }
      return HeaderSize(width, height)
    }
    // If no associations are found, the largest size is that of the whole picture.
    guard let size = sizes.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
      throw .noSize(.heif)
    }
    let quarters = used.filter { declared[$0].name == "irot" }
      .compactMap { declared[$0].body.byte(declared[$0].body.range.lowerBound) }
      .reduce(0) { $0 + ($1 & 3) }
    return quarters % 2 == 1 ? size.turned : size
  }

  /// The number of the primary item, from the body of `pitm`.
  private static func itemID(_ body: HeaderBytes) -> Int? {
    let start = body.range.lowerBound
    guard let version = body.byte(start) else { return nil }
    return body.big(start + 4, bytes: version == 0 ? 2 : 4)
  }

  /// The indices, from 0, of the properties of an item; `nil` if the item has no entry.
  private static func associations(_ body: HeaderBytes, of item: Int) -> [Int]? {
    let start = body.range.lowerBound
    guard let version = body.byte(start), let flags = body.byte(start + 3),
      let entries = body.big(start + 4, bytes: 4)
    else { return nil }
    let idBytes = version < 1 ? 2 : 4
    let indexBytes = flags & 1 == 1 ? 2 : 1
    var offset = start + 8
    for _ in 0..<entries {
      guard let id = body.big(offset, bytes: idBytes), let count = body.byte(offset + idBytes)
      else {
        return nil
      }
      offset += idBytes + 1
      if id == item {
        return (0..<count).compactMap { number in
          body.big(offset + number * indexBytes, bytes: indexBytes)
            .map { ($0 & (indexBytes == 2 ? 0x7FFF : 0x7F)) - 1 }
        }
      }
      offset += count * indexBytes
    }
    return nil
  }

  private static func box(_ name: String, in bytes: HeaderBytes) -> HeaderBytes? {
    var match: HeaderBytes?
    forEachBox(in: bytes) { other, body in
      if other == name { match = body }
      return match == nil
    }
    return match
  }

  private static func boxes(in bytes: HeaderBytes) -> [(name: String, body: HeaderBytes)] {
    var boxes: [(name: String, body: HeaderBytes)] = []
    forEachBox(in: bytes) { name, body in
      boxes.append((name, body))
      return true
    }
    return boxes
  }

  /// Calls `visit` for each box at the top level of `bytes`, until `visit` returns `false`.
  private static func forEachBox(
    in bytes: HeaderBytes, _ visit: (String, HeaderBytes) -> Bool
  ) {
    var offset = bytes.range.lowerBound
    while let length = bytes.big(offset, bytes: 4), let name = bytes.text(offset + 4, 4) {
      var header = 8
      var size = length
      if length == 1 {
        // The length has 64 bits. In every file that is read here, the upper half is 0.
        guard bytes.big(offset + 8, bytes: 4) == 0, let long = bytes.big(offset + 12, bytes: 4)
        else { return }
        (header, size) = (16, long)
      } else if length == 0 {
        size = bytes.range.upperBound - offset
      }
      // A truncated box may lack the property that applies, so it is not visited.
      guard size >= header, size <= bytes.range.upperBound - offset else { return }
      guard visit(name, bytes.part(offset + header, offset + size)) else { return }
      offset += size
    }
  }
}
