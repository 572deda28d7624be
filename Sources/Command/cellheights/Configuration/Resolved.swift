/// A setting with its origin.
struct Resolved<Value> {
  var value: Value
  var origin: Origin

  init(_ value: Value, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

/// The origin of a setting: flags override variables, variables override the file.
enum Origin: Hashable, CustomStringConvertible {
  /// A flag of the command line, with its dashes.
  case flag(String)
  /// An environment variable.
  case variable(String)
  /// A line of the configuration file.
  case file(path: String, line: Int)
  /// The store: what a feed was built with.
  case store
  /// The default.
  case standard

  /// The text in `config dump`.
  var description: String {
    switch self {
    case .flag(let name): "flag \(name)"
    case .variable(let name): "environment \(name)"
    case .file(let path, let line): "\(path):\(line)"
    case .store: "the store"
    case .standard: "default"
    }
  }
}
