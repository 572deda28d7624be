import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  /// C6: The texts of the commands in a shell and in `man`.
  @Suite struct ManualTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private static func installed(_ program: String) -> Bool {
      ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + program)
      }
    }

    @Test("C6: every command has a page, and every option stands on it")
    func pages() async throws {
      let script = Workshop.package.appending(path: "scripts/lib/man.py").path
      let run = try await shop.shell(
        "$cellheights --experimental-dump-help | python3 '\(script)' man1 0.1.0")
      try #require(run.code == 0, "\(run.errors)")
      var pages: Set<String> = []
      func visit(_ command: CommandTree.Command, _ path: [String]) throws {
        let name = path.joined(separator: "-")
        pages.insert("\(name).1")
        let page = String(decoding: try shop.bytes("man1/\(name).1"), as: UTF8.self)
        for option in (command.arguments ?? []).flatMap(\.longNames) {
          // Not in the help either.
          guard !["--verify-programs", "--source-address"].contains(option) else { continue }
          let shown = option.replacing("-", with: "\\-")
          #expect(page.contains("\\fB\(shown)\\fR"), "\(name) \(option)")
        }
        #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
        for below in command.subcommands ?? []
        where below.commandName != "help" && below.shouldDisplay {
          try visit(below, path + [below.commandName])
        }
      }
      try visit(try CommandTree().command, ["cellheights"])
      #expect(pages.count > 15)
      #expect(Set(try shop.names(in: "man1")) == pages)
      if Self.installed("groff") {
        let checked = try await shop.shell("groff -man -ww -z -Tutf8 man1/*.1")
        #expect(checked.code == 0 && checked.errors == "", "\(checked.errors)")
      }
    }

    @Test("C6: completion scripts parse", arguments: ["bash", "zsh", "fish"])
    func scripts(_ shell: String) async throws {
      let run = try await shop.run("--generate-completion-script", shell)
      #expect(run.code == 0)
      for word in ["metrics", "android", "substitute-font", "largeTitle", "flick-medium", "CH0412"]
      {
        #expect(run.output.contains(word), "\(word)")
      }
      try shop.write(run.output, to: "script")
      if Self.installed(shell) {
        let parsed = try await shop.shell("\(shell) -n script")
        #expect(parsed.code == 0 && parsed.errors == "", "\(parsed.errors)")
      }
    }

    /// The completions of bash at the end of a line.
    private func completed(_ line: String, in shop: Workshop) async throws -> [String] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let run = try await shop.shell(
        """
        mkdir -p bin && ln -sf "$cellheights" bin/cellheights && export PATH="$PWD/bin:$PATH"
        source <(cellheights --generate-completion-script bash)
        COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)'
        COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9
        _cellheights cellheights "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>errors
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
      return run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test(
      "C6: a shell offers the values of a list",
      arguments: [
        ("cellheights measure --metrics ", ["android", "css", "uikit"]),
        ("cellheights build --color ", ["always", "auto", "never"]),
        ("cellheights lookup --format ", ["json", "table"]),
        ("cellheights simulate run ", ["flick-medium", "read-drag"]),
        ("cellheights simulate ", ["run", "diff"]),
        ("cellheights explain CH020", ["CH0201", "CH0202"]),
        ("cellheights tem", ["template"]),
      ])
    func values(_ line: String, _ expected: [String]) async throws {
      let offered = try await completed(line, in: shop)
      #expect(Set(offered).isSuperset(of: expected), "\(offered)")
      if !line.hasSuffix(" ") { #expect(offered.sorted() == expected) }
    }

    @Test("C6: a shell offers what the store and the configuration have")
    func custom() async throws {
      let shop = try await Workshop(holding: .twoWidths)
      try shop.write("schema: cellheights.template/1\n", to: "mine.yaml")
      try shop.write(
        "schema: cellheights.config/1\nfeeds: {news: {files: news.xml}}\n", to: "cellheights.yaml")
      #expect(try await completed("cellheights lookup ", in: shop).sorted().contains("a"))
      #expect(
        try await completed("cellheights lookup --environment 37", in: shop)
          == ["375@3x/L/ltr/en/uikit"])
      #expect(
        try await completed("cellheights lookup --feed ", in: shop).sorted() == ["home", "news"])
      #expect(
        try await Set(completed("cellheights build --template ", in: shop))
          .isSuperset(of: ["post", "mine.yaml"]))
      #expect(try await completed("cellheights build --mapping we", in: shop) == ["weibo"])
      #expect(
        try await Set(completed("cellheights build --environment 3", in: shop))
          .isSuperset(of: ["320", "393", "390@3x/L/ltr/en/uikit"]))
    }
  }
}
