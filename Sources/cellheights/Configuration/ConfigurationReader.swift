import CellTemplates
import FeedRecords
import LayoutPrimitives
import Yams

/// Reads a configuration file's text.
struct ConfigurationReader {
  /// The file, for errors and as the beginning of relative paths.
  let path: String

  /// Keys at the top, in the order of the documentation.
  static let keys = [
    "schema", "feeds", "mappings", "templates", "environments", "time_zone", "clock", "fonts",
    "store", "limits",
  ]
  /// Keys of versions to come.
  static let laterKeys = ["lists", "budgets"]

  /// Reads a file's text.
  func read(_ yaml: String) throws(ConfigurationError) -> ConfigurationFile {
    guard let root = try compose(yaml) else {
      throw ConfigurationError(
        .invalid, path: path, line: 1,
        "the file is empty; it begins with the line schema: \(ConfigurationFile.schema)")
    }
    let top = ConfigurationNode(node: root, path: path)
    let entries = try top.entries(
      of: "a mapping of keys", known: Self.keys, later: Self.laterKeys)
    guard let schema = entries.first(where: { $0.key == "schema" }) else {
      throw top.error("the line schema: \(ConfigurationFile.schema) is missing")
    }
    guard schema.value.node.scalar?.string == ConfigurationFile.schema else {
      throw schema.value.error("the schema must be \(ConfigurationFile.schema)")
    }
    var file = ConfigurationFile(path: path)
    for entry in entries {
      let value = entry.value
      switch entry.key {
      case "feeds": file.feeds = try feeds(value)
      case "mappings": file.mappings = try mappings(value)
      case "templates": try templates(value, &file)
      case "time_zone": file.timeZone = try timeZone(value)
      case "clock": file.clock = try clock(value)
      case "environments":
        file.environments = Sourced(try environments(value), value.origin)
      case "fonts": try fonts(value, &file)
      case "store": file.store = try store(value)
      case "limits": file.limits = try limits(value)
      default: break
      }
    }
    try checkNames(file)
    return file
  }

  private func compose(_ yaml: String) throws(ConfigurationError) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch let error as YamlError {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw ConfigurationError(
          .invalid, path: path, line: mark.line,
          "this is not YAML: \(problem) at column \(mark.column)")
      case .duplicatedKeysInMapping(let keys, let place):
        throw ConfigurationError(
          .invalid, path: path, line: place.mark.line,
          "\(keys.map { "'\($0)'" }.joined(separator: ", ")) comes twice here; keep one of them")
      default:
        throw ConfigurationError(.invalid, path: path, line: 1, "this is not YAML: \(error)")
      }
    } catch {
      throw ConfigurationError(.invalid, path: path, line: 1, "this is not YAML: \(error)")
    }
  }

  private func environments(_ node: ConfigurationNode) throws(ConfigurationError) -> [String] {
    let what = "an environment such as 390"
    let texts = try node.texts(what)
    let languages = KnownLanguages()
    let places = node.node.sequence.map(Array.init) ?? [node.node]
    for (text, place) in zip(texts, places) {
      do {
        for member in try Environment.set(parsing: text) { try languages.check(member) }
      } catch {
        throw ConfigurationNode(node: place, path: path).error("\(error)")
      }
    }
    return texts
  }

  private func fonts(
    _ node: ConfigurationNode, _ file: inout ConfigurationFile
  ) throws(ConfigurationError) {
    for entry in try node.entries(
      of: "{system, fallback, families}", known: ["system", "fallback", "families"])
    {
      let value = entry.value
      switch entry.key {
      case "system":
        let paths = try value.texts("the path of a font file")
        file.systemFonts = Sourced(paths.map(file.resolved), value.origin)
      case "fallback":
        let names = try value.texts("a family's name or the path of a font file")
        file.fallback = Sourced(
          names.map { Self.isFontFile($0) ? file.resolved($0) : $0 }, value.origin)
      default:
        for family in try value.entries(of: "NAME: [FILE, …]") {
          let paths = try family.value.texts("the path of a font file")
          file.families.append(
            (family.key, Sourced(paths.map(file.resolved), family.value.origin)))
        }
      }
    }
  }

  /// Whether a step of the fallback chain is a file, by the rule of the fonts themselves.
  private static func isFontFile(_ name: String) -> Bool {
    let ending = name.split(separator: "#").first.map { $0.lowercased() } ?? ""
    return name.contains("/") || [".ttf", ".otf", ".ttc", ".otc"].contains { ending.hasSuffix($0) }
  }

  private func store(_ node: ConfigurationNode) throws(ConfigurationError) -> Sourced<String>? {
    let file = ConfigurationFile(path: path)
    let entries = try node.entries(of: "{path: FILE}", known: ["path"], later: ["keep"])
    guard let entry = entries.first else { return nil }
    return Sourced(
      file.resolved(try entry.value.text("the path of a file")), entry.value.origin)
  }

  private func limits(
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> [(key: String, value: Sourced<Int>)] {
    var limits: [(key: String, value: Sourced<Int>)] = []
    for entry in try node.entries(of: "LIMIT: NUMBER", known: ConfiguredLimit.all.map(\.key)) {
      guard let limit = ConfiguredLimit.all.first(where: { $0.key == entry.key }) else { continue }
      let number = try entry.value.integer(in: limit.range)
      limits.append((entry.key, Sourced(number, entry.value.origin)))
    }
    return limits
  }
}
