import ArgumentParser
import Foundation

/// The commands with their options, as the argument parser describes them.
struct CommandTree: Decodable {
  /// An option, flag or positional argument.
  struct Argument: Decodable {
    /// One way to write it.
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// `option`, `flag` or `positional`.
    let kind: String
    let names: [Name]?
    /// The values that it takes, where there are so few that they can be listed.
    let allValues: [String]?

    /// Such as `--width`.
    var longNames: [String] {
      (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" }
    }
  }

  /// A command.
  struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    /// The option or flag of a long name with its dashes.
    func argument(_ name: String) -> Argument? {
      arguments?.first { $0.longNames.contains(name) }
    }
  }

  /// Where the words of a command line lead.
  struct Place {
    var command: Command
    /// The names of the commands on the way, without the program's own.
    var path: [String] = []
    /// A word that should name a command and does not.
    var unknown: String?
    /// The words behind the command's name.
    var rest: [String] = []
  }

  let command: Command

  /// Describes the program.
  ///
  /// - Throws: `DecodingError` when the parser describes itself otherwise than this version knows.
  init() throws {
    self = try JSONDecoder().decode(Self.self, from: Data(Cellheights._dumpHelp().utf8))
  }

  /// Follows words to the command that they name.
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
      // What help is asked for is followed from the top.
      place.command = word == "help" ? command : next
      place.rest = []
    }
    return place
  }

  /// The commands, with those above them, that have an option.
  func commands(with option: String) -> [String] {
    var found: [String] = []
    func visit(_ command: Command, _ path: [String]) {
      if command.argument(option) != nil { found.append(path.joined(separator: " ")) }
      for below in command.subcommands ?? [] { visit(below, path + [below.commandName]) }
    }
    visit(command, [])
    return found
  }
}
