/// A width and a height in pixels.
struct HeaderSize {
  var width: Double
  var height: Double

  init(_ width: Int, _ height: Int) {
    self.width = Double(width)
    self.height = Double(height)
  }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size after a quarter turn.
  var turned: HeaderSize { HeaderSize(width: height, height: width) }
}

/// PNG: the header chunk.
///
/// Source: W3C PNG Third Edition, 11.2.1.
enum PNGHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    // Apple's variant has a chunk of four bytes before the header.
    let chunk = head.text(12, 4) == "CgBI" ? 24 : 8
    guard let name = head.text(chunk + 4, 4) else { throw .incomplete(.png) }
    guard name == "IHDR" else { throw .noSize(.png) }
    guard let width = head.big(chunk + 8, bytes: 4), let height = head.big(chunk + 12, bytes: 4)
    else { throw .incomplete(.png) }
    return HeaderSize(width, height)
  }
}

/// GIF: the logical screen.
///
/// Source: GIF89a specification, 18.
enum GIFHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    guard let width = head.little(6, bytes: 2), let height = head.little(8, bytes: 2) else {
      throw .incomplete(.gif)
    }
    return HeaderSize(width, height)
  }
}

/// Windows bitmaps: the information header, whose height is negative from the top down.
enum BMPHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    guard let bytes = head.little(14, bytes: 4) else { throw .incomplete(.bmp) }
    if bytes == 12 {
      guard let width = head.little(18, bytes: 2), let height = head.little(20, bytes: 2) else {
        throw .incomplete(.bmp)
      }
      return HeaderSize(width, height)
    }
    guard (16...1024).contains(bytes) else { throw .noSize(.bmp) }
    guard let width = head.little(18, bytes: 4), let height = head.little(22, bytes: 4) else {
      throw .incomplete(.bmp)
    }
    return HeaderSize(width, abs(Int(Int32(truncatingIfNeeded: height))))
  }
}

/// WebP: the first chunk.
///
/// Sources: RFC 6386, 9.1; WebP lossless, 3; WebP container, 2.7.
enum WebPHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    switch head.text(12, 4) {
    case "VP8 ":
      guard let start = head.big(23, bytes: 3), let width = head.little(26, bytes: 2),
        let height = head.little(28, bytes: 2)
      else { throw .incomplete(.webp) }
      guard start == 0x9D012A else { throw .noSize(.webp) }
      return HeaderSize(width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard let signature = head.byte(20), let sides = head.little(21, bytes: 4) else {
        throw .incomplete(.webp)
      }
      guard signature == 0x2F else { throw .noSize(.webp) }
      return HeaderSize((sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1)
    case "VP8X":
      guard let width = head.little(24, bytes: 3), let height = head.little(27, bytes: 3) else {
        throw .incomplete(.webp)
      }
      return HeaderSize(width + 1, height + 1)
    case nil: throw .incomplete(.webp)
    default: throw .noSize(.webp)
    }
  }
}
