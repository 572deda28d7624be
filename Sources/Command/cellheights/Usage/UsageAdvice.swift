import Foundation
import LayoutPrimitives

/// Suggestions for a command line that the argument parser rejected.
struct UsageAdvice {
  let tree: CommandTree
  /// The command line without the program's name.
  let words: [String]

  init(_ words: [String]) throws {
    tree = try CommandTree()
    self.words = words
  }

  /// The parser's message with a suggestion.
  func message(_ parsed: String) -> String {
    let lines = parsed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first else { return parsed }
    let place = tree.place(of: words)
    var better = first
    if let unknown = place.unknown {
      better = "Error: \(Self.unknownCommand(unknown, in: place))"
    } else if let value = Self.invalidValue(first) {
      better = advised(first, value, place.command)
    } else if let option = Self.quoted(first, after: "Error: Missing value for '") {
      better = first + valueAdvice(option, place.rest)
    } else if let option = unknownOption(place) {
      better = "Error: Unknown option '\(option)'\(optionAdvice(option, place.command))"
    }
    return ([better] + lines.dropFirst()).joined(separator: "\n")
  }

  /// The message for help on an unknown command.
  var unknownHelp: String? {
    guard words.first == "help" else { return nil }
    let place = tree.place(of: words)
    return place.unknown.map { Self.unknownCommand($0, in: place) }
  }

  private static func unknownCommand(_ word: String, in place: CommandTree.Place) -> String {
    let names = place.command.shownNames
    let path = place.path.filter { $0 != "help" }
    let subject =
      path.isEmpty
      ? "there is no command '\(word)'"
      : "'\(path.joined(separator: " "))' has no command '\(word)'"
    guard let near = NearestName(names).nearest(to: word) ?? prefixed(by: word, names) else {
      return "\(subject); there are \(names.joined(separator: ", "))"
    }
    return "\(subject); did you mean '\(near)'?"
  }

  private static func prefixed(by word: String, _ names: [String]) -> String? {
    word.count > 1 ? names.first { $0.hasPrefix(word) } : nil
  }

  // MARK: Values

  /// The rejected value and its option.
  private static func invalidValue(_ line: String) -> (text: String, option: String)? {
    guard let text = quoted(line, after: "Error: The value '", until: "' is invalid for '"),
      let option = quoted(line, after: "' is invalid for '")
    else { return nil }
    return (text, option)
  }

  private func advised(
    _ line: String, _ value: (text: String, option: String), _ command: CommandTree.Command
  ) -> String {
    guard let all = command.argument(value.option)?.allValues,
      case let word = String(value.text.prefix { $0 != "=" }),
      let near = NearestName(all).nearest(to: word) ?? Self.prefixed(by: word, all),
      let end = line.range(of: "'. Please provide", options: .backwards)
    else { return line }
    return line[..<end.lowerBound] + "'; did you mean '\(near)'? Please provide"
      + line[end.upperBound...]
  }

  private func valueAdvice(_ option: String, _ rest: [String]) -> String {
    guard let index = rest.firstIndex(of: option), index + 1 < rest.count else { return "" }
    return "; a value that begins with a dash is written \(option)=\(rest[index + 1])"
  }

  // MARK: Options

  /// The first word that looks like an option and is unknown.
  private func unknownOption(_ place: CommandTree.Place) -> String? {
    var rest = place.rest[...]
    while let word = rest.popFirst() {
      if word == "--" { return nil }
      guard word.hasPrefix("--") else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let argument = place.command.argument(name) else {
        // Options of the parser itself, which its description omits.
        return name.hasPrefix("--experimental-") || name.hasPrefix("--generate-") ? nil : name
      }
      if argument.kind == "option", !word.contains("=") { rest = rest.dropFirst() }
    }
    return nil
  }

  private func optionAdvice(_ option: String, _ command: CommandTree.Command) -> String {
    let names = (command.arguments ?? []).flatMap(\.longNames)
    if let near = NearestName(names).nearest(to: option) ?? Self.prefixed(by: option, names) {
      return "; did you mean '\(near)'?"
    }
    let others = tree.commands(with: option)
    guard !others.isEmpty else { return "" }
    return "; it is an option of " + others.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The text after a prefix, up to a suffix, or up to a space or quote.
  private static func quoted(_ line: String, after start: String, until end: String? = nil)
    -> String?
  {
    guard let from = line.range(of: start)?.upperBound else { return nil }
    let rest = line[from...]
    if let end { return rest.range(of: end).map { String(rest[..<$0.lowerBound]) } }
    return rest.firstIndex { $0 == " " || $0 == "'" }.map { String(rest[..<$0]) }
  }
}
