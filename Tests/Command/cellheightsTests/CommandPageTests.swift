import ArgumentParser
import Foundation
import StructuredDocuments
import Testing

@testable import cellheights

extension CommandLineTests {
  /// `docs/commands.md` is what the commands say of themselves.
  @Suite struct CommandPageTests {
    /// `CELLHEIGHTS_RECORD=1 scripts/test --filter CommandPageTests` writes the page anew.
    @Test func thePageIsGeneratedFromTheHelpAndTheSchemas() async throws {
      let run = try await Workshop().run("--experimental-dump-help")
      let help = try JSONDecoder().decode(CommandPage.Help.self, from: Data(run.output.utf8))
      let file = Workshop.package.appending(path: "docs/commands.md")
      let text = try String(contentsOf: file, encoding: .utf8)
      let page = CommandPage(root: help.command, schemas: try JSONSchema.all())
      let generated = try page.written(into: text)
      if ProcessInfo.processInfo.environment["CELLHEIGHTS_RECORD"] == "1" {
        try Data(generated.utf8).write(to: file)
      } else {
        #expect(text == generated, "CELLHEIGHTS_RECORD=1 writes the page anew")
      }
    }
  }
}

/// The generated parts of `docs/commands.md`, between its markers.
struct CommandPage {
  struct Help: Decodable {
    let command: Command
  }

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The subcommands that help shows.
    var below: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }
  }

  struct Argument: Decodable, Hashable {
    struct Name: Decodable, Hashable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let abstract: String?
    let discussion: String?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool

    /// As it is typed, such as `--store <file>`.
    var spelling: String {
      guard kind != "positional" else { return "<\(valueName ?? "")>" }
      let dashed = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
        .sorted { $0.count < $1.count }
      return dashed.joined(separator: ", ") + (kind == "option" ? " <\(valueName ?? "")>" : "")
    }

    /// As it stands in a table.
    var cell: String { spelling.replacing("|", with: "\\|") }

    /// As it stands in a synopsis.
    var synopsis: String {
      let long = names?.first { $0.kind == "long" }.map { "--\($0.name)" }
      let word =
        kind == "positional"
        ? "<\(valueName ?? "")>" : (long ?? "") + (kind == "option" ? " <\(valueName ?? "")>" : "")
      return (isOptional ? "[\(word)]" : word) + (isRepeating ? " …" : "")
    }

    var meaning: String {
      var parts = [abstract, discussion].compactMap(\.self)
      if let allValues, !allValues.isEmpty, allValues.count <= 16 {
        parts.append("Values: " + allValues.map { "`\($0)`" }.joined(separator: ", ") + ".")
      }
      if let defaultValue, kind != "flag", !(abstract ?? "").contains("default") {
        parts.append("Default: `\(defaultValue)`.")
      }
      return parts.joined(separator: " ").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ").replacing("|", with: "\\|")
    }
  }

  enum Problem: Error {
    case noMarkers(String)
  }

  /// An option stands once if so many commands have it with the same meaning.
  private static let sharedBy = 3

  let root: Command
  let schemas: [JSONSchema]

  /// The page with its generated parts made anew.
  func written(into page: String) throws -> String {
    var page = page
    for (name, lines) in [
      ("commands", overview), ("options", shared), ("reference", reference),
      ("documents", schemas.flatMap(\.lines)),
    ] {
      let (start, end) = ("<!-- \(name) -->\n", "<!-- end of \(name) -->")
      guard let head = page.range(of: start), let tail = page.range(of: end) else {
        throw Problem.noMarkers(name)
      }
      page.replaceSubrange(
        head.upperBound..<tail.lowerBound, with: "\n" + lines.joined(separator: "\n") + "\n\n")
    }
    return page
  }

  /// Every command with its path, depth first; a command with subcommands is not one itself.
  private var commands: [(path: String, command: Command)] {
    func visit(_ command: Command, _ path: [String]) -> [(path: String, command: Command)] {
      let below = command.below
      return below.isEmpty
        ? [(path.joined(separator: " "), command)]
        : below.flatMap { visit($0, path + [$0.commandName]) }
    }
    return visit(root, [])
  }

  private var overview: [String] {
    var lines = ["| Group | Command | Does |", "|---|---|---|"]
    for group in Cellheights.configuration.groupedSubcommands {
      let names = group.subcommands.map { $0._commandName }
      for name in names {
        for (path, command) in commands
        where path.split(separator: " ").first.map(String.init) == name {
          lines.append(
            "| \(group.name) | [`\(path)`](#\(Self.anchor(path))) | \(command.abstract ?? "") |")
        }
      }
    }
    return lines
  }

  private static func anchor(_ path: String) -> String { path.replacing(" ", with: "-") }

  private func options(of command: Command) -> [Argument] {
    (command.arguments ?? []).filter {
      let (kind, names) = ($0.kind, ($0.names ?? []).map(\.name))
      // The parser adds these to every command; `--version` of `lookup` is an option.
      return $0.shouldDisplay && !names.contains("help")
        && !(kind == "flag" && names.contains("version"))
    }
  }

  /// The options of several commands, in the order of their first use.
  private var sharedOptions: [(option: Argument, commands: [String])] {
    var order: [Argument] = []
    var users: [Argument: [String]] = [:]
    for (path, command) in commands {
      for option in options(of: command) where option.kind != "positional" {
        if users[option] == nil { order.append(option) }
        users[option, default: []].append(path)
      }
    }
    return order.map { ($0, users[$0] ?? []) }.filter { $0.1.count >= Self.sharedBy }
  }

  private var shared: [String] {
    ["| Option | Means | Of |", "|---|---|---|"]
      + sharedOptions.map { option, users in
        let names =
          users.count * 4 > commands.count * 3
          ? "most commands" : users.map { "`\($0)`" }.joined(separator: ", ")
        return "| `\(option.cell)` | \(option.meaning) | \(names) |"
      }
  }

  private var reference: [String] {
    let shared = Set(sharedOptions.map(\.option))
    var lines: [String] = []
    for (path, command) in commands {
      let all = options(of: command)
      lines += ["## \(path)", "", command.abstract ?? "", "", "```"]
      lines += Self.wrapped("cellheights \(path)", all.map(\.synopsis))
      lines += ["```", ""]
      if let discussion = command.discussion, !discussion.isEmpty {
        for paragraph in discussion.components(separatedBy: "\n\n") {
          let isLiteral = paragraph.contains("\n ") || paragraph.contains(":  ")
          lines += isLiteral ? ["```", paragraph, "```", ""] : [paragraph, ""]
        }
      }
      let own = all.filter { !shared.contains($0) && !($0.meaning.isEmpty) }
      if !own.isEmpty {
        lines += ["| Option | Means |", "|---|---|"]
        lines += own.map { "| `\($0.cell)` | \($0.meaning) |" } + [""]
      }
      let common = all.filter(shared.contains).compactMap { option in
        option.names?.first { $0.kind == "long" }.map { "`--\($0.name)`" }
      }
      if !common.isEmpty {
        lines += [
          "[Shared options](#options-of-several-commands): " + common.joined(separator: ", ") + ".",
          "",
        ]
      }
    }
    return lines.dropLast()
  }

  /// A synopsis in lines of at most 100 characters.
  private static func wrapped(_ head: String, _ words: [String]) -> [String] {
    var lines = [head]
    for word in words {
      let last = lines[lines.count - 1]
      if last.count + word.count + 1 > 100 {
        lines.append("    \(word)")
      } else {
        lines[lines.count - 1] = "\(last) \(word)"
      }
    }
    return lines
  }
}
