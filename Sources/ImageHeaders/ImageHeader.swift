/// The size of a picture, read from the first bytes of its file.
///
/// Nothing is decoded. Reading takes time in proportion to the bytes, whatever they are.
public struct ImageHeader: Hashable, Sendable {
  /// The formats that are known.
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

  /// The format, found by content.
  public let format: Format
  /// The width in pixels as shown, after the file's own rotation; positive and finite.
  public let width: Double
  /// The height in pixels as shown; positive and finite.
  public let height: Double

  /// Reads the size of a picture.
  ///
  /// - Parameter bytes: The file, or its beginning.
  /// - Throws: `ImageHeaderError`.
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

/// Why the size of a picture is unknown.
public enum ImageHeaderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes begin as no known format does.
  case unknownFormat
  /// The size lies beyond the bytes.
  case incomplete(ImageHeader.Format)
  /// The file says no size, or one that cannot be.
  case noSize(ImageHeader.Format)

  /// A few words.
  public var description: String {
    switch self {
    case .unknownFormat: "no picture of a known format"
    case .incomplete(let format): "the size is not within the first bytes of the \(format)"
    case .noSize(let format): "the \(format) has no usable size"
    }
  }
}

extension ImageHeader.Format {
  /// The format of a file that begins with these bytes.
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
