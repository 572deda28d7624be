/// The devices whose names may replace width and scale in the text of an environment.
///
/// `iphone-16/landscape/XL` is `852@3x/XL`: the words that select a window follow the name, then the
/// other parts of the environment.
public struct DeviceTable: Hashable, Sendable {
  /// The devices, each name once.
  public private(set) var devices: [Device]

  /// Number of names that the error for an unknown one suggests.
  public static let suggestions = 3

  /// Creates a table, in which a later device replaces an earlier one of its name.
  public init(_ devices: [Device] = []) {
    self.devices = []
    for device in devices { add(device) }
  }

  /// Adds a device, or replaces the one of its name.
  public mutating func add(_ device: Device) {
    if let known = devices.firstIndex(where: { $0.name == device.name }) {
      devices[known] = device
    } else {
      devices.append(device)
    }
  }

  /// The text of an environment with width and scale in the place of a device.
  ///
  /// A text that begins with no letter, and any text for an empty table, is returned as it is.
  ///
  /// - Throws: `EnvironmentError.device` and `.deviceVariant` for unknown names.
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

  /// The names nearest to an unknown one, the nearest first.
  private func nearest(to name: String) -> [String] {
    var names = devices.map(\.name)
    var found: [String] = []
    while found.count < Self.suggestions, !names.isEmpty {
      let next = NearestName(names).closest(to: name)
      found.append(next)
      names.removeAll { $0 == next }
    }
    return found
  }
}
