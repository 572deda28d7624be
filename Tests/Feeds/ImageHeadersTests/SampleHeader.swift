import ImageHeaders
import Testing

/// A header of known size.
struct SampleHeader: CustomTestStringConvertible, Sendable {
  let name: String
  let format: ImageHeader.Format
  let width: Double
  let height: Double
  let bytes: [UInt8]

  var testDescription: String { name }

  private init(
    _ name: String, _ format: ImageHeader.Format, _ width: Double, _ height: Double,
    _ bytes: [UInt8]
  ) {
    self.name = name
    self.format = format
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  static let all: [SampleHeader] = [
    SampleHeader(
      "png", .png, 640, 480,
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + text("IHDR") + big(640, 4)
        + big(480, 4) + [8, 6, 0, 0, 0]),
    SampleHeader(
      "png of Apple", .png, 3, 2,
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(4, 4) + text("CgBI") + big(0, 4)
        + big(0, 4) + big(13, 4) + text("IHDR") + big(3, 4) + big(2, 4) + [8, 6, 0, 0, 0]),
    SampleHeader("gif", .gif, 300, 7, text("GIF89a") + little(300, 2) + little(7, 2)),
    SampleHeader(
      "jpeg", .jpeg, 4000, 3000,
      [0xFF, 0xD8, 0xFF, 0xE0] + big(16, 2) + text("JFIF") + zeros(10) + [0xFF, 0xFF, 0xC4]
        + big(3, 2) + [0] + frame(0xC2, 4000, 3000)),
    SampleHeader(
      "jpeg on its side", .jpeg, 3000, 4000,
      [0xFF, 0xD8] + exif(orientation: 6) + frame(0xC0, 4000, 3000)),
    SampleHeader(
      "jpeg upside down", .jpeg, 4000, 3000,
      [0xFF, 0xD8] + exif(orientation: 3) + frame(0xC0, 4000, 3000)),
    SampleHeader(
      "webp lossy", .webp, 550, 368,
      riff(
        text("VP8 ") + little(10, 4) + [0, 0, 0, 0x9D, 0x01, 0x2A] + little(550, 2)
          + little(0x4000 | 368, 2))),
    SampleHeader(
      "webp lossless", .webp, 386, 395,
      riff(text("VP8L") + little(5, 4) + [0x2F] + little(385 | 394 << 14, 4))),
    SampleHeader(
      "webp extended", .webp, 70_000, 2,
      riff(text("VP8X") + little(10, 4) + zeros(4) + little(69_999, 3) + little(1, 3))),
    SampleHeader(
      "bmp", .bmp, 10, 20, text("BM") + zeros(12) + little(40, 4) + little(10, 4) + little(20, 4)),
    SampleHeader(
      "bmp from the top down", .bmp, 10, 20,
      text("BM") + zeros(12) + little(40, 4) + little(10, 4) + little(0xFFFF_FFEC, 4)),
    SampleHeader(
      "bmp of OS/2", .bmp, 10, 20,
      text("BM") + zeros(12) + little(12, 4) + little(10, 2) + little(20, 2)),
    SampleHeader("avif", .heif, 1204, 800, heif("avif", [ispe(64, 64), ispe(1204, 800)], [2])),
    SampleHeader(
      "heic on its side", .heif, 3024, 4032,
      heif("heic", [ispe(512, 512), ispe(4032, 3024), box("irot", [1])], [2, 0x83])),
    SampleHeader(
      "svg", .svg, 24, 48, text("\u{FEFF}<?xml version='1.0'?><svg width='24' height=' 0.5in '/>")),
    SampleHeader("svg with a view box", .svg, 16, 9, text("<svg viewBox='0,0 16 9' width='100%'>")),
    SampleHeader("svg of a width", .svg, 32, 18, text("<svg viewBox='0 0 16 9' width='32px'>")),
  ]

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func big(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(number >> ($0 * 8) & 0xFF) }
  }

  private static func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    big(number, bytes).reversed()
  }

  private static func frame(_ marker: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    [0xFF, marker] + big(17, 2) + [8] + big(height, 2) + big(width, 2) + zeros(10)
  }

  private static func exif(orientation: Int) -> [UInt8] {
    let tiff =
      text("MM") + big(42, 2) + big(8, 4) + big(2, 2) + big(0x010F, 2) + big(2, 2) + big(1, 4)
      + big(0, 4) + big(0x0112, 2) + big(3, 2) + big(1, 4) + big(orientation, 2) + big(0, 2)
    return [0xFF, 0xE1] + big(tiff.count + 8, 2) + text("Exif\0\0") + tiff
  }

  private static func riff(_ chunk: [UInt8]) -> [UInt8] {
    text("RIFF") + little(chunk.count + 4, 4) + text("WEBP") + chunk
  }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    big(body.count + 8, 4) + text(name) + body
  }

  private static func ispe(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", zeros(4) + big(width, 4) + big(height, 4))
  }

  /// A file whose primary item 7 has properties by their numbers, from 1.
  private static func heif(_ brand: String, _ properties: [[UInt8]], _ own: [UInt8]) -> [UInt8] {
    let associations =
      zeros(4) + big(2, 4) + big(3, 2) + [1, 1] + big(7, 2) + [UInt8(own.count)] + own
    return box("ftyp", text("miaf") + zeros(4) + text(brand) + text("miaf"))
      + box(
        "meta",
        zeros(4) + box("hdlr", zeros(24)) + box("pitm", zeros(4) + big(7, 2))
          + box("iprp", box("ipco", properties.flatMap(\.self)) + box("ipma", associations)))
  }
}
