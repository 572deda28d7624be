import ArgumentParser
import Foundation
import LayoutPrimitives

/// Suggestions for a command line that the argument parser rejected.
struct UsageAdvice {
  let tree: CommandTree
  /// The arguments of the command line.
  let words: [String]

  init(_ words: [String]) throws {
    tree = try CommandTree()
    self.words = words
  }

  /// The message of the parser, with a suggestion.
  func message(_ parsed: String) -> String {
    let lines = parsed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first else { return parsed }
    let position = tree.position(of: words)
    var better = first
    if let unknown = position.unknown {
      better = "Error: \(Self.unknownCommand(unknown, in: position))"
    } else if let value = Self.invalidValue(first) {
      better = advised(first, value, position.command)
    } else if let option = Self.quoted(first, after: "Error: Missing value for '") {
      better = first + valueAdvice(option, position.rest)
    } else if let option = unknownOption(position) {
      better = "Error: Unknown option '\(option)'\(optionAdvice(option, position.command))"
    }
    return ([better] + lines.dropFirst()).joined(separator: "\n")
  }

  /// The message if help is requested for an unknown command; nil otherwise.
  var unknownHelp: String? {
    guard words.first == "help" else { return nil }
    let position = tree.position(of: words)
    return position.unknown.map { Self.unknownCommand($0, in: position) }
  }

  private static func unknownCommand(_ word: String, in position: CommandTree.Position) -> String {
    let names = position.command.shownNames
    let path = position.path.filter { $0 != "help" }
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

  /// The value that the parser rejected, and its option; nil for another error.
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

  /// The first argument that looks like an option but is unknown; nil if there is none.
  private func unknownOption(_ position: CommandTree.Position) -> String? {
    var rest = position.rest[...]
    while let word = rest.popFirst() {
      if word == "--" { return nil }
      guard word.hasPrefix("--") else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let argument = position.command.argument(name) else {
        // These options belong to the parser, whose description omits them.
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

  /// The text from a prefix up to a suffix; without a suffix, up to a space or quote.
  private static func quoted(_ line: String, after start: String, until end: String? = nil)
    -> String?
  {
    guard let from = line.range(of: start)?.upperBound else { return nil }
    let rest = line[from...]
    if let end { return rest.range(of: end).map { String(rest[..<$0.lowerBound]) } }
    return rest.firstIndex { $0 == " " || $0 == "'" }.map { String(rest[..<$0]) }
  }
}

/// The commands and options of the program, from the description by the argument parser.
struct CommandTree: Decodable {
  /// An option, flag or positional argument.
  struct Argument: Decodable {
    /// A name of the argument, such as `--width` or `-w`.
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// The kind: `option`, `flag` or `positional`.
    let kind: String
    let names: [Name]?
    /// The allowed values; nil if they are not enumerated.
    let allValues: [String]?

    /// The long names with their dashes, such as `--width`.
    var longNames: [String] {
      (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" }
    }
  }

  struct Command: Decodable {
    let commandName: String
    /// Whether help shows the command.
    let shouldDisplay: Bool
    let subcommands: [Command]?
    let arguments: [Argument]?

    /// The names of the subcommands that help shows.
    var shownNames: [String] {
      (subcommands ?? []).filter(\.shouldDisplay).map(\.commandName)
    }

    /// The option or flag with a long name, which includes the dashes.
    func argument(_ name: String) -> Argument? {
      arguments?.first { $0.longNames.contains(name) }
    }
  }

  /// The result of resolving a command line.
  struct Position {
    var command: Command
    /// The names of the command and its parents, without the name of the program.
    var path: [String] = []
    /// The argument that should name a subcommand and does not; nil for none.
    var unknown: String?
    /// The arguments after the name of the command.
    var rest: [String] = []
  }

  let command: Command

  init() throws {
    self = try JSONDecoder().decode(Self.self, from: Data(Cellheights._dumpHelp().utf8))
  }

  /// Finds the command that a command line selects.
  func position(of words: [String]) -> Position {
    var position = Position(command: command)
    for (index, word) in words.enumerated() {
      position.rest = Array(words[index...])
      guard let below = position.command.subcommands else { return position }
      guard !word.hasPrefix("-") else { return position }
      guard let next = below.first(where: { $0.commandName == word }) else {
        position.unknown = word
        return position
      }
      position.path.append(word)
      // After `help`, names are resolved from the root command.
      position.command = word == "help" ? command : next
      position.rest = []
    }
    return position
  }

  /// The full names of the commands that have an option.
  func commands(with option: String) -> [String] {
    var paths: [String] = []
    func visit(_ command: Command, _ path: [String]) {
      if command.argument(option) != nil { paths.append(path.joined(separator: " ")) }
      for below in command.subcommands ?? [] where below.shouldDisplay {
        visit(below, path + [below.commandName])
      }
    }
    visit(command, [])
    return paths
  }
}

/// Allows `--width -1` in addition to `--width=-1`.
///
/// The argument parser treats an argument that begins with a dash as an option. No option begins
/// with a dash and a digit.
struct NegativeValues {
  /// Divides an option from its value where the value begins with a combining mark, which otherwise
  /// would be a part of the character `=`.
  static func divided(_ words: [String]) -> [String] {
    words.flatMap { word -> [String] in
      let scalars = word.unicodeScalars
      guard word.hasPrefix("--"), !word.contains("="), let sign = scalars.firstIndex(of: "=") else {
        return [word]
      }
      return [String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...])]
    }
  }

  /// Joins each option with the negative number that follows it, as in `--width=-1`.
  ///
  /// - Parameter tree: Returns the commands; called only if there is a negative number.
  static func joined(_ words: [String], _ tree: () throws -> CommandTree) rethrows -> [String] {
    guard words.contains(where: isNegativeNumber) else { return words }
    let position = try tree().position(of: words)
    var result = Array(words.dropLast(position.rest.count))
    var rest = position.rest[...]
    while let word = rest.popFirst() {
      if word == "--" { return result + [word] + rest }
      guard let next = rest.first, isNegativeNumber(next),
        position.command.argument(word)?.kind == "option"
      else {
        result.append(word)
        continue
      }
      result.append("\(word)=\(next)")
      rest = rest.dropFirst()
    }
    return result
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let first = word.dropFirst().first else { return false }
    return ("0"..."9").contains(first) || first == "."
  }
}
