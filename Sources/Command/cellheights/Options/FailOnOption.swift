import ArgumentParser
import CellTemplates
import LayoutPrimitives
import Precomputation

/// `--fail-on KIND[=N|P%]`.
struct FailOnOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Refuse when more than so many cells have findings of a kind, by default 0 (exit 65); may be repeated.",
      valueName: "kind[=n|p%]"),
    completion: .list(FindingKind.allCases.map(\.rawValue)))
  var failOn: [FindingBound] = []

  /// Maximum number of cells by kind, the last one for a repeated kind.
  var bounds: [FindingKind: Tolerance.Bound] {
    Dictionary(failOn.map { ($0.kind, $0.bound) }) { _, last in last }
  }
}

/// A kind of finding with its bound: `KIND`, `KIND=N` or `KIND=P%`.
struct FindingBound: ExpressibleByArgument {
  let kind: FindingKind
  let bound: Tolerance.Bound

  static var allValueStrings: [String] { FindingKind.allCases.map(\.rawValue) }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = parts.first.flatMap({ FindingKind(rawValue: String($0)) }) else { return nil }
    self.kind = kind
    guard parts.count > 1 else {
      bound = .records(0)
      return
    }
    guard let given = RemovedBound(argument: String(parts[1])) else { return nil }
    bound = given.bound
  }
}
