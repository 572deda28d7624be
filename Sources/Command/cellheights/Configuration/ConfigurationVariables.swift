/// The environment variables that replace flags.
struct ConfigurationVariables {
  /// The names of the variables.
  enum Name: String, CaseIterable {
    /// The configuration file.
    case config = "CELLHEIGHTS_CONFIG"
    case store = "CELLHEIGHTS_STORE"
    case template = "CELLHEIGHTS_TEMPLATE"
    case mapping = "CELLHEIGHTS_MAPPING"
    case inputFormat = "CELLHEIGHTS_INPUT_FORMAT"
    /// As `--environment`; separated by white space.
    case environment = "CELLHEIGHTS_ENVIRONMENT"
    case timeZone = "CELLHEIGHTS_TIME_ZONE"
    case clock = "CELLHEIGHTS_CLOCK"
    case jobs = "CELLHEIGHTS_JOBS"
    /// As `--system-font`; separated by colons.
    case systemFont = "CELLHEIGHTS_SYSTEM_FONT"
    /// As `--fallback`; separated by colons.
    case fallback = "CELLHEIGHTS_FALLBACK"
    /// As `--image-sizes`; separated by colons.
    case imageSizes = "CELLHEIGHTS_IMAGE_SIZES"
  }

  private let values: [String: String]

  /// Creates variables from a process environment.
  init(_ values: [String: String]) { self.values = values }

  /// A variable's value; `nil` when it is not set or empty.
  func text(_ name: Name) -> Resolved<String>? {
    guard let value = values[name.rawValue], !value.isEmpty else { return nil }
    return Resolved(value, .variable(name.rawValue))
  }

  /// The parts of a variable; `nil` when it has none.
  func texts(
    _ name: Name, dividedBy isDivider: (Character) -> Bool
  ) -> Resolved<[String]>? {
    guard let value = text(name) else { return nil }
    let parts = value.value.split(whereSeparator: isDivider).map(String.init)
    return parts.isEmpty ? nil : Resolved(parts, value.origin)
  }
}
