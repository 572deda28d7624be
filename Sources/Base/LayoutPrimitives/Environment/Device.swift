/// A named device: its width and scale, and the widths of its other orientations and windows.
public struct Device: Hashable, Sendable {
  /// A window or orientation of the device, with its width.
  public struct Variant: Hashable, Sendable {
    /// The words that follow the device's name, such as `landscape` or `landscape/half`.
    public let name: String
    /// Width in points.
    public let width: Double

    /// Creates a variant.
    public init(name: String, width: Double) {
      self.name = name
      self.width = width
    }
  }

  /// The name, such as `iphone-16`.
  public let name: String
  /// Width in portrait, in points.
  public let width: Double
  /// Device pixels per point.
  public let scale: Double
  /// The other orientations and the windows that are narrower than the screen.
  public let variants: [Variant]

  /// Maximum length of a device's name, or of one word of a variant, in UTF-8 bytes.
  public static let maximumNameBytes = 64

  /// Creates a device.
  ///
  /// A name is a letter followed by letters, digits, `-`, `_` and `.`. A variant is one or two such
  /// words that no other part of an environment can contain.
  ///
  /// - Throws: `EnvironmentError` for an invalid name or variant, and for a number that is out of
  ///   range.
  public init(
    name: String, width: Double, scale: Double, variants: [Variant] = []
  ) throws(EnvironmentError) {
    guard Self.isName(name) else { throw .deviceName(name) }
    for width in [width] + variants.map(\.width) {
      guard width.isFinite, width > 0, width <= Environment.maximumWidth else {
        throw .width(width.plainDecimal)
      }
    }
    guard Environment.scales.contains(scale) else { throw .scale(scale.plainDecimal) }
    for variant in variants {
      let words = variant.name.split(separator: "/", omittingEmptySubsequences: false)
      guard words.count <= 2, words.allSatisfy({ Self.isName($0) }),
        words.allSatisfy({ Self.isWindow($0) })
      else { throw .deviceName(variant.name) }
    }
    self.name = name
    self.width = width
    self.scale = scale
    self.variants = variants
  }

  /// The width that words select after the device's name, in points, and how many words select it.
  ///
  /// The number of words is 0 if the first word is no variant; the width is then that of portrait.
  func width(selectedBy words: [String]) -> (width: Double, words: Int) {
    func width(_ name: String) -> Double? { variants.first { $0.name == name }?.width }
    let words = words.map { $0.lowercased() }
    for count in [2, 1] where words.count >= count {
      let name = words.prefix(count).joined(separator: "/")
      if let match = width(name) { return (match, count) }
    }
    guard let first = words.first else { return (self.width, 0) }
    if first == "portrait" {
      if words.count > 1, let match = width(words[1]) { return (match, 2) }
      return (self.width, 1)
    }
    // `landscape/` may be omitted if the words name one of its windows.
    if let match = width("landscape/\(first)") { return (match, 1) }
    return (self.width, 0)
  }

  /// Whether a word may name a window: no other part of an environment has its form.
  ///
  /// A word with a hyphen is allowed, although it may have the form of a locale.
  private static func isWindow(_ word: Substring) -> Bool {
    switch EnvironmentPart(of: word) {
    case nil: true
    case .locale: word.contains("-")
    case .width, .scale, .sizeCategory, .direction, .rules: false
    }
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first), bytes.count <= maximumNameBytes else {
      return false
    }
    return bytes.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// The devices whose names may replace width and scale in the text form of an environment.
///
/// `iphone-16/landscape/XL` means `852@3x/XL`: after the device's name come the words that select
/// an orientation or window, then the other parts of the environment.
public struct DeviceTable: Hashable, Sendable {
  /// The devices; each name occurs once.
  public private(set) var devices: [Device]

  /// Number of names that the error for an unknown name suggests.
  public static let suggestions = 3

  /// Creates a table; of devices with the same name, it keeps the last.
  public init(_ devices: [Device] = []) {
    self.devices = []
    for device in devices { add(device) }
  }

  /// Adds a device; it replaces a device with the same name.
  public mutating func add(_ device: Device) {
    if let index = devices.firstIndex(where: { $0.name == device.name }) {
      devices[index] = device
    } else {
      devices.append(device)
    }
  }

  /// Replaces the device at the beginning of an environment's text by its width and scale.
  ///
  /// The text is returned unchanged if it does not begin with a letter or the table is empty.
  ///
  /// - Throws: `EnvironmentError.device` for an unknown device, `.deviceVariant` for a word after
  ///   it that is neither a variant nor a part of an environment.
  public func resolved(_ text: String) throws(EnvironmentError) -> String {
    guard !devices.isEmpty, let first = text.utf8.first, Device.isLetter(first) else { return text }
    let body = text.prefix { $0 != "#" }
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    let metrics = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = metrics[0].lowercased()
    guard let device = devices.first(where: { $0.name.lowercased() == name }) else {
      throw .device(String(metrics[0]), nearest: nearest(to: name))
    }
    let words = parts.dropFirst()
    let (width, count) = device.width(selectedBy: words.prefix(2).map(String.init))
    let rest = words.dropFirst(count)
    if let next = rest.first, !next.isEmpty, EnvironmentPart(of: next) == nil {
      throw .deviceVariant(
        String(next), device: device.name, known: device.variants.map(\.name))
    }
    let scale = metrics.count > 1 ? String(metrics[1]) : device.scale.plainDecimal + "x"
    return "\(width.plainDecimal)@\(scale)" + rest.map { "/\($0)" }.joined()
      + text[body.endIndex...]
  }

  /// The names that are most similar to an unknown name, the most similar first.
  private func nearest(to name: String) -> [String] {
    var names = devices.map(\.name)
    var result: [String] = []
    while result.count < Self.suggestions, !names.isEmpty {
      let next = NearestName(names).closest(to: name)
      result.append(next)
      names.removeAll { $0 == next }
    }
    return result
  }
}
