import XMLDocuments

/// Finds the first visible picture in HTML.
struct PictureFinder {
  private(set) var image: FeedImage?
  /// The URL in the `source` elements of an open `picture`, or `nil`.
  ///
  /// It is used if the `img` in the `picture` has no URL.
  private var source: String?
  private let base: String?

  /// Creates a finder that has found no picture.
  init(base: String?) { self.base = base }

  /// Reads an `img` element.
  mutating func image(_ attributes: HTMLAttributes) {
    guard image == nil else { return }
    // With lazy loading, `src` is a placeholder.
    let address =
      Self.address(attributes.value("data-src")) ?? Self.address(attributes.value("data-lazy-src"))
      ?? Self.address(attributes.value("data-original"))
      ?? Self.address(attributes.value("src"))
      ?? Self.widest(attributes.value("data-srcset")) ?? Self.widest(attributes.value("srcset"))
      ?? source
    setImage(address, attributes)
  }

  /// Reads a `video` element, whose poster is a picture.
  mutating func video(_ attributes: HTMLAttributes) {
    guard image == nil else { return }
    setImage(Self.address(attributes.value("poster")), attributes)
  }

  /// Forgets the sources of a `picture` element, at its start or end.
  mutating func picture() { source = nil }

  /// Reads a `source` element.
  ///
  /// The first element with a URL is used.
  mutating func source(_ attributes: HTMLAttributes) {
    guard image == nil, source == nil else { return }
    source = Self.widest(attributes.value("srcset")) ?? Self.widest(attributes.value("data-srcset"))
  }

  private mutating func setImage(_ address: String?, _ attributes: HTMLAttributes) {
    guard let address else { return }
    var width = attributes.value("width").flatMap { Self.length($0, needsUnit: false) }
    var height = attributes.value("height").flatMap { Self.length($0, needsUnit: false) }
    if let style = attributes.value("style") {
      for (name, value) in InlineStyle(style) {
        if name == "width", let pixels = Self.length(value, needsUnit: true) { width = pixels }
        if name == "height", let pixels = Self.length(value, needsUnit: true) { height = pixels }
      }
    }
    // Pictures of one pixel are trackers.
    if let width, width <= 1 { return }
    if let height, height <= 1 { return }
    image = FeedImage(url: Self.resolve(address, base), width: width, height: height)
  }

  /// A URL that can be fetched; `nil` for others, such as `data:` URLs.
  private static func address(_ text: String?) -> String? {
    guard let text else { return nil }
    var address = text.trimmed
    if address.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      address.removeAll { $0 == "\n" || $0 == "\r" || $0 == "\t" || $0 == "\r\n" }
    }
    let scheme = scheme(of: address)
    if address.isEmpty || ["data", "blob", "about", "javascript"].contains(scheme) { return nil }
    return address
  }

  /// The URL with the greatest width in a `srcset`; without widths, the first URL.
  private static func widest(_ text: String?) -> String? {
    guard let text else { return nil }
    var best: (address: String, width: Int)?
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard !rest.isEmpty else { return best?.address }
      var candidate = rest.prefix { !$0.isWhitespace }
      rest = rest[candidate.endIndex...]
      var width = 0
      if candidate.last == "," {
        while candidate.last == "," { candidate.removeLast() }
      } else {
        let descriptor = rest.prefix { $0 != "," }
        rest = rest[descriptor.endIndex...]
        let word = descriptor.split(whereSeparator: \.isWhitespace).first { $0.last == "w" }
        width = word.flatMap { Int($0.dropLast()) } ?? 0
      }
      guard let address = address(String(candidate)) else { continue }
      if width > best?.width ?? -1 { best = (address, width) }
    }
  }

  /// Parses a length in pixels; `nil` for percentages and other units.
  ///
  /// - Parameter needsUnit: Whether `px` is required, except after 0.
  private static func length(_ text: String, needsUnit: Bool) -> Double? {
    let trimmed = text.trimmed
    let digits = trimmed.prefix { ($0 >= "0" && $0 <= "9") || $0 == "." }
    let unit = trimmed[digits.endIndex...].trimmed.lowercased()
    guard unit == "px" || (unit.isEmpty && (!needsUnit || digits == "0")) else { return nil }
    return Double(digits)
  }

  /// A URL resolved against a base, or unchanged without a base.
  static func resolve(_ address: String, _ base: String?) -> String {
    guard let base, !base.isEmpty, scheme(of: address) == nil else { return address }
    // The resolver refuses white space.
    return XMLReference.resolve(address.replacing(" ", with: "%20"), against: base)
  }

  /// The scheme of an absolute URL, in lower case, or `nil` for relative ones.
  static func scheme(of address: String) -> String? {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = address[..<colon]
    guard let first = scheme.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A,
      scheme.utf8.allSatisfy({
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
          || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
      })
    else { return nil }
    return scheme.lowercased()
  }
}
