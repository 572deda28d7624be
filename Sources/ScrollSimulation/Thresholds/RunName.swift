/// The names by which a threshold chooses runs.
public struct RunName: Hashable, Sendable, CustomStringConvertible {
  /// The refresh rate: `60`, `120` or `adaptive`; nil if it is not known.
  public var rate: String?
  /// The scroll profile, such as `flick-medium`; nil if it is not known.
  public var profile: String?
  /// The strategy, such as `stored` or `estimate:44`; nil if it is not known.
  public var strategy: String?
  /// The device model, such as `fixed`; nil if it is not known.
  public var device: String?

  /// Creates the name of a run.
  public init(
    rate: String? = nil, profile: String? = nil, strategy: String? = nil, device: String? = nil
  ) {
    self.rate = rate
    self.profile = profile
    self.strategy = strategy
    self.device = device
  }

  /// Such as `120/flick-medium/stored`, with `-` for a name that is not known; the device is left
  /// out if it is not known.
  public var description: String {
    ([rate ?? "-", profile ?? "-", strategy ?? "-"] + (device.map { [$0] } ?? []))
      .joined(separator: "/")
  }

  /// Whether no name is known.
  public var isEmpty: Bool { self == RunName() }

  /// Whether every name of this one is that of a run; names that are nil stand for all.
  ///
  /// `estimate` stands for `estimate:44`, too, and `imported` for `imported:Pixel 8`.
  public func includes(_ run: RunName) -> Bool {
    Self.includes(rate, run.rate) && Self.includes(profile, run.profile)
      && Self.includes(strategy, run.strategy) && Self.includes(device, run.device)
  }

  private static func includes(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    guard let found else { return false }
    return found == wanted || found.hasPrefix(wanted + ":")
  }
}
