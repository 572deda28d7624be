/// The size of a picture, read from the first bytes of its file.
///
/// Nothing is decoded. The time is at most proportional to the number of bytes.
public struct ImageHeader: Hashable, Sendable {
  /// The picture formats that can be read.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png
    /// JPEG in a JFIF or Exif file.
    case jpeg
    /// GIF87a or GIF89a.
    case gif
    /// WebP: lossy, lossless or extended.
    case webp
    /// AVIF, HEIC and other pictures in HEIF files.
    case heif
    /// A Windows bitmap.
    case bmp
    /// Scalable Vector Graphics.
    case svg
  }

  /// The format, recognized from the content.
  public let format: Format
  /// The width of the shown picture in pixels, after the rotation that the file prescribes;
  /// positive and finite.
  public let width: Double
  /// The height of the shown picture in pixels, after the rotation that the file prescribes;
  /// positive and finite.
  public let height: Double

  /// Reads the size of a picture.
  ///
  /// - Parameter bytes: The file, or its beginning.
  /// - Throws: `ImageHeaderError` if the size cannot be read.
  public init(_ bytes: [UInt8]) throws(ImageHeaderError) {
    let head = HeaderBytes(bytes)
    guard let format = Format(head) else { throw .unknownFormat }
    let size =
      switch format {
      case .png: try PNGHeader.size(head)
      case .jpeg: try JPEGHeader.size(head)
      case .gif: try GIFHeader.size(head)
      case .webp: try WebPHeader.size(head)
      case .heif: try HEIFHeader.size(head)
      case .bmp: try BMPHeader.size(head)
      case .svg: try SVGHeader.size(bytes)
      }
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw .noSize(format)
    }
    self.format = format
    (width, height) = (size.width, size.height)
  }
}

/// The reason why the size of a picture is unknown.
public enum ImageHeaderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first bytes match no known format.
  case unknownFormat
  /// The size is after the end of the available bytes.
  case incomplete(ImageHeader.Format)
  /// The file contains no size, or an impossible size.
  case noSize(ImageHeader.Format)

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .unknownFormat: "no picture of a known format"
    case .incomplete(let format): "the size is not within the first bytes of the \(format)"
    case .noSize(let format): "the \(format) has no usable size"
    }
  }
}

extension ImageHeader.Format {
  /// Recognizes the format of a file from its first bytes; `nil` for an unknown format.
  init?(_ head: HeaderBytes) {
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.text(0, 6) == "GIF87a" || head.text(0, 6) == "GIF89a" {
      self = .gif
    } else if head.text(0, 4) == "RIFF", head.text(8, 4) == "WEBP" {
      self = .webp
    } else if head.text(4, 4) == "ftyp", HEIFHeader.isKnown(head) {
      self = .heif
    } else if head.text(0, 2) == "BM" {
      self = .bmp
    } else if head.beginsAsMarkup {
      self = .svg
    } else {
      return nil
    }
  }
}

/// The first bytes of a file; a byte that is not available is `nil`.
struct HeaderBytes {
  private let bytes: [UInt8]
  /// The byte offsets that can be read.
  let range: Range<Int>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    range = bytes.indices
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The readable bytes at the offsets `start..<end`; they keep their offsets.
  func part(_ start: Int, _ end: Int) -> HeaderBytes {
    let start = min(max(start, range.lowerBound), range.upperBound)
    return HeaderBytes(bytes, start..<min(max(end, start), range.upperBound))
  }

  func byte(_ offset: Int) -> Int? { range.contains(offset) ? Int(bytes[offset]) : nil }

  /// An unsigned number of 1 to 4 bytes, with the most significant byte first; `nil` if bytes are
  /// missing.
  func big(_ offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= range.upperBound - count, offset >= range.lowerBound else {
      return nil
    }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// An unsigned number of 1 to 4 bytes, with the least significant byte first; `nil` if bytes are
  /// missing.
  func little(_ offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= range.upperBound - count, offset >= range.lowerBound else {
      return nil
    }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// ASCII text, such as the name of a chunk; `nil` if bytes are missing.
  func text(_ offset: Int, _ count: Int) -> String? {
    guard offset >= range.lowerBound, offset <= range.upperBound - count else { return nil }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes[range].starts(with: prefix) }

  /// Whether the first byte after a byte order mark and white space is `<`.
  var beginsAsMarkup: Bool {
    var rest = bytes[range]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "<")
  }
}

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

  /// The size after a rotation by 90 degrees.
  var turned: HeaderSize { HeaderSize(width: height, height: width) }
}

/// Reads the size of a PNG file from its header chunk.
///
/// Source: W3C PNG Third Edition, 11.2.1.
enum PNGHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    // Apple's variant has a chunk with four bytes of data before the header chunk.
    let chunk = head.text(12, 4) == "CgBI" ? 24 : 8
    guard let name = head.text(chunk + 4, 4) else { throw .incomplete(.png) }
    guard name == "IHDR" else { throw .noSize(.png) }
    guard let width = head.big(chunk + 8, bytes: 4), let height = head.big(chunk + 12, bytes: 4)
    else { throw .incomplete(.png) }
    return HeaderSize(width, height)
  }
}

/// Reads the size of a GIF file from its logical screen.
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

/// Reads the size of a Windows bitmap from its information header.
///
/// The height is negative if the rows are stored from the top down.
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

/// Reads the size of a WebP file from its first chunk.
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
