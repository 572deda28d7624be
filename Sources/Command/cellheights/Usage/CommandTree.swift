import ArgumentParser
import Foundation

/// The commands and their options, from the argument parser's description.
struct CommandTree: Decodable {
  /// An option, flag or positional argument.
  struct Argument: Decodable {
    /// A name of the argument.
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// `option`, `flag` or `positional`.
    let kind: String
    let names: [Name]?
    /// The allowed values, if they are enumerated.
    let allValues: [String]?

    /// Such as `--width`.
    var longNames: [String] {
      (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" }
    }
  }

  struct Command: Decodable {
    let commandName: String
    /// Whether help names it.
    let shouldDisplay: Bool
    let subcommands: [Command]?
    let arguments: [Argument]?

    /// The names of its commands, as help has them.
    var shownNames: [String] {
      (subcommands ?? []).filter(\.shouldDisplay).map(\.commandName)
    }

    /// The option or flag with a long name, dashes included.
    func argument(_ name: String) -> Argument? {
      arguments?.first { $0.longNames.contains(name) }
    }
  }

  /// The command that a command line selects.
  struct Place {
    var command: Command
    /// The names of the commands, without the program's.
    var path: [String] = []
    /// A word that is no command.
    var unknown: String?
    /// The words after the command's name.
    var rest: [String] = []
  }

  let command: Command

  init() throws {
    self = try JSONDecoder().decode(Self.self, from: Data(Cellheights._dumpHelp().utf8))
  }

  /// Resolves the command of a command line.
  func place(of words: [String]) -> Place {
    var place = Place(command: command)
    for (index, word) in words.enumerated() {
      place.rest = Array(words[index...])
      guard let below = place.command.subcommands else { return place }
      guard !word.hasPrefix("-") else { return place }
      guard let next = below.first(where: { $0.commandName == word }) else {
        place.unknown = word
        return place
      }
      place.path.append(word)
      // The command after `help` is resolved from the root.
      place.command = word == "help" ? command : next
      place.rest = []
    }
    return place
  }

  /// The full names of the commands that have an option.
  func commands(with option: String) -> [String] {
    var found: [String] = []
    func visit(_ command: Command, _ path: [String]) {
      if command.argument(option) != nil { found.append(path.joined(separator: " ")) }
      for below in command.subcommands ?? [] where below.shouldDisplay {
        visit(below, path + [below.commandName])
      }
    }
    visit(command, [])
    return found
  }
}
