/// A value of the configuration with where it comes from.
struct Resolved<Value> {
  var value: Value
  var origin: Origin

  init(_ value: Value, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

/// Where a value of the configuration comes from; flags beat variables beat the file.
enum Origin: Hashable, CustomStringConvertible {
  /// A flag of the command line, with its dashes.
  case flag(String)
  /// An environment variable.
  case variable(String)
  /// A line of the configuration file.
  case file(path: String, line: Int)
  /// Nobody said anything.
  case standard

  /// As `config dump` shows it.
  var description: String {
    switch self {
    case .flag(let name): "flag \(name)"
    case .variable(let name): "environment \(name)"
    case .file(let path, let line): "\(path):\(line)"
    case .standard: "default"
    }
  }
}
