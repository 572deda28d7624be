import ArgumentParser
import Foundation
import PairedBenchmark

/// The command `seeds-probe`, that is `scripts/bench seeds`: what talks and articles claim,
/// measured
/// again.
@main
struct SeedsProbe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seeds-probe",
    abstract: "Measure again what the talks and articles on Auto Layout claim.",
    discussion: "Benchmarks/README.md tells where the figures come from.")

  @Option(help: "The project's folder.")
  var root = "."

  @Option(help: "A folder with json/weibo_0.json, fd_data.json … of the articles' demos.")
  var corpora: String?

  @Option(help: "A document of cellheights-bench with the rows that claims need.")
  var rows: String?

  @Option(help: "Lines of cellheights simulate --format json for the claims about scrolling.")
  var simulations: String?

  @Option(help: "Pairs a figure; fewer than 31 make no figure to be quoted.")
  var pairs = 31

  @Option(help: "Output for people or for programs.")
  var format = OutputFormat.markdown

  @Flag(help: "Print the names of the rows that --rows needs.")
  var listRows = false

  /// A page for people or one JSON object for programs.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case markdown, json
  }

  func validate() throws {
    guard pairs >= 1 else { throw ValidationError("--pairs is a number of pairs from 1") }
  }

  func run() async throws {
    if listRows { return print(BenchClaims.rows.joined(separator: " ")) }
    do {
      print(try await report())
    } catch {
      Self.say("seeds-probe: \(error)")
      throw ExitCode(65)
    }
  }

  private func report() async throws -> String {
    #if DEBUG
    Self.say("warning: this is a debug build: its figures mean nothing; use scripts/bench")
    #endif
    let machine = Machine.current()
    for warning in machine.warnings { Self.say("warning: \(warning)") }
    let input = try ProbeInput(root: root, corpora: corpora, pairs: pairs)
    let order = try PassClaims.order(input)
    let claims = try await claims(input, order)
    let date = Date.now.formatted(.iso8601.year().month().day())
    let report = ClaimReport(claims, machine: machine, date: date)
    return format == .json ? report.json : report.markdown
  }

  private func claims(_ input: ProbeInput, _ order: Claim) async throws -> [Claim] {
    let bench = try rows.map(BenchClaims.init(path:))
    let scroll = try simulations.map(SimulatedClaims.init(path:))
    let cells = TemplateClaims(input: input)
    let passes = PassClaims(input: input)
    let scenes = SceneClaims(input: input)
    var claims: [Claim] = []
    func add(_ claim: Claim?) {
      guard let claim else { return }
      Self.say("\(claim.claim): \(claim.ours)")
      claims.append(claim)
    }
    add(try bench?.byHand())
    add(try await cells.twentyCells())
    add(try await cells.stacks())
    add(try await cells.twoLines())
    add(try bench?.updates())
    add(try bench?.independent())
    add(try bench?.builds())
    add(try scroll?.fitting())
    add(try passes.thrice())
    for claim in try passes.feeds() { add(claim) }
    add(try passes.textShare())
    add(try cells.engines())
    add(try scenes.contentSizes())
    add(try await scenes.churn())
    for claim in try await SolverClaims(input: input).all() { add(claim) }
    add(try scroll?.clock())
    add(order)
    add(try codeSize(input))
    return claims
  }

  private func codeSize(_ input: ProbeInput) throws -> Claim {
    let weibo = try input.lines("Feeds/templates/weibo.yaml")
    let grid = try input.lines("Feeds/templates/photo-grid.yaml")
    let kinds = try ["Label", "Size", "Inset", "Stack"].map { kind in
      "\(kind)Layout \(try input.lines("Sources/Layout/BoxLayouts/Kinds/\(kind)Layout.swift"))"
    }
    return Claim(
      claim: "Size of the code (B, C)",
      theirs:
        "a Weibo cell in some 500 lines of Swift (2018); LayoutKit's LabelLayout 124, "
        + "SizeLayout 164, "
        + "InsetLayout 39, StackLayout 175 lines (2016)",
      ours:
        "\(weibo) + \(grid) = \(weibo + grid) lines of YAML for a Weibo cell with its grid of "
        + "photos; boxes: \(kinds.joined(separator: ", ")) lines",
      how:
        "lines of `weibo.yaml` and `photo-grid.yaml` in `Feeds/templates`, and of files in "
        + "`Sources/Layout/BoxLayouts/Kinds`, that are not empty. "
        + "These describe the layout only; the code of the sources also creates and draws views")
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
