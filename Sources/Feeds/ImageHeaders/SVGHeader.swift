import XMLDocuments

/// Reads the size of an SVG file from the width and height of its root element, or from its view
/// box.
///
/// Source: SVG 2, 8.2 and 8.12.
enum SVGHeader {
  /// The absolute units of CSS, and the pixels of each.
  private static let units: [(name: String, pixels: Double)] = [
    ("px", 1), ("pt", 96.0 / 72), ("pc", 16), ("in", 96), ("cm", 96 / 2.54), ("mm", 96 / 25.4),
  ]

  static func size(_ bytes: [UInt8]) throws(ImageHeaderError) -> HeaderSize {
    let root: [XMLAttribute]?
    do throws(XMLError) {
      root = try attributes(bytes)
    } catch {
      if case .truncated = error { throw .incomplete(.svg) }
      throw .unknownFormat
    }
    guard let root else { throw .unknownFormat }
    func value(_ name: String) -> String? { root.first { $0.name.local == name }?.value }
    let (width, height) = (value("width").flatMap(length), value("height").flatMap(length))
    if let width, let height { return HeaderSize(width: width, height: height) }
    guard let box = value("viewBox").flatMap(viewBox) else { throw .noSize(.svg) }
    if let width { return HeaderSize(width: width, height: width * box.height / box.width) }
    if let height { return HeaderSize(width: height * box.width / box.height, height: height) }
    return box
  }

  /// The attributes of the root element; `nil` if the document is not SVG.
  private static func attributes(_ bytes: [UInt8]) throws(XMLError) -> [XMLAttribute]? {
    let reader = XMLPullReader(bytes: bytes)
    while let event = try reader.next() {
      guard case .start = event else { continue }
      return reader.name.local == "svg" ? try reader.attributes() : nil
    }
    return nil
  }

  /// A length in pixels; `nil` for a percentage, and for units that depend on a font.
  private static func length(_ text: String) -> Double? {
    guard text.utf8.count <= 64 else { return nil }
    let text = text.filter { $0 != " " }
    let unit = units.first { text.hasSuffix($0.name) }
    let number = Double(unit == nil ? text : String(text.dropLast(2)))
    return number.flatMap { $0.isFinite && $0 > 0 ? $0 * (unit?.pixels ?? 1) : nil }
  }

  /// The size in a view box `minX minY width height`.
  private static func viewBox(_ text: String) -> HeaderSize? {
    guard text.utf8.count <= 256 else { return nil }
    let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3], width > 0,
      height > 0
    else { return nil }
    return HeaderSize(width: width, height: height)
  }
}
