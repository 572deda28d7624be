import ArgumentParser
import CellTemplates
import CommandSettings
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments

/// The options for the errors that a build tolerates.
struct ToleranceOptions: ParsableArguments {
  @Flag(
    name: .long,
    help:
      "Publish only if every cell is exact and has no error or warning; otherwise exit 65.")
  var strict = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A trust warning or a kind of finding that is accepted; may be repeated.",
      discussion: Self.acceptable.joined(separator: ", ") + ".", valueName: "reason"),
    completion: .list(Self.acceptable))
  var accept: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Exit 65 if there is an error or a warning of a kind of finding; may be repeated.",
      valueName: "kind"),
    completion: .list(FindingKind.allCases.map(\.rawValue)))
  var refuse: [FindingKindArgument] = []

  @OptionGroup var failOn: FailOnOption

  @Flag(name: .long, help: "Publish what was read of a source that is truncated or damaged.")
  var allowPartial = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number or share (such as 1%) of a feed's records that may fail.",
      discussion: "A share also accepts up to 10 records if they are fewer than half of the feed.",
      valueName: "n|p%"))
  var maxFailed: RecordBound = RecordBound(.share(0.01, atLeast: 10))

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number or share of a feed's records that may be removed.",
      discussion:
        "By default a feed of 20 or more records may have up to a fifth fewer records than before.",
      valueName: "n|p%"))
  var maxRemoved: RemovedBound?

  func tolerance() throws -> Tolerance {
    var accepted: Caveats = []
    var acceptedFindings: Set<FindingKind> = []
    for name in accept {
      let reason = Caveats(name: name)
      let kind = FindingKind(rawValue: name)
      guard reason != nil || kind != nil else {
        throw Failure(
          .usage,
          "--accept '\(name)' is no trust warning and no kind of finding; known are "
            + Self.acceptable.joined(separator: ", ")
            + NearestName(Self.acceptable).suggestion(for: name))
      }
      if let reason { accepted.insert(reason) }
      if let kind { acceptedFindings.insert(kind) }
    }
    var tolerance = Tolerance(
      maximumFailed: maxFailed.bound, maximumRemoved: maxRemoved?.bound,
      allowPartial: allowPartial, acceptedCaveats: strict ? accepted : nil)
    tolerance.limitsShrinking = true
    tolerance.acceptedFindings = acceptedFindings
    tolerance.refusedFindings = Set(refuse.map(\.kind))
    tolerance.maximumFindings = failOn.bounds
    return tolerance
  }

  /// The allowed values of `--accept`.
  private static let acceptable =
    Caveats.named.map(\.name)
    + FindingKind.allCases.map(\.rawValue).filter { Caveats(name: $0) == nil }
}

/// The option `--fail-on KIND[=N|P%]`.
struct FailOnOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Exit 65 if more cells than this have findings of a kind (default 0); may be repeated.",
      valueName: "kind[=n|p%]"),
    completion: .list(FindingKind.allCases.map(\.rawValue)))
  var failOn: [FindingBound] = []

  /// The maximum number or share of cells per kind; for a repeated kind, the last value.
  var bounds: [FindingKind: Tolerance.Bound] {
    Dictionary(failOn.map { ($0.kind, $0.bound) }) { _, last in last }
  }
}

/// A kind of finding as an argument.
struct FindingKindArgument: ExpressibleByArgument {
  let kind: FindingKind

  static var allValueStrings: [String] { FindingKind.allCases.map(\.rawValue) }

  init?(argument: String) {
    guard let kind = FindingKind(rawValue: argument) else { return nil }
    self.kind = kind
  }
}

/// A kind of finding with the accepted number of cells: `KIND=N` or `KIND=P%`; `KIND` accepts none.
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

/// The number of a shard as an argument: `I/N`.
struct ShardArgument: ExpressibleByArgument {
  let number: ShardNumber

  init?(argument: String) {
    guard let number = ShardNumber(argument) else { return nil }
    self.number = number
  }
}

/// The option `--shard I/N`.
struct ShardOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Build part I of N of the records into a separate store, for merge.",
      discussion: "The hash of a record's id selects its part. `merge` checks the limits.",
      valueName: "i/n"))
  var shard: ShardArgument?

  /// Throws if a limit is set that `merge` checks for all shards.
  func validate(_ tolerance: ToleranceOptions) throws {
    guard shard != nil else { return }
    let given = [
      ("--strict", tolerance.strict), ("--accept", !tolerance.accept.isEmpty),
      ("--refuse", !tolerance.refuse.isEmpty),
      ("--fail-on", !tolerance.failOn.failOn.isEmpty),
      ("--max-removed", tolerance.maxRemoved != nil),
    ]
    for (flag, isGiven) in given where isGiven {
      throw ValidationError("\(flag) is judged by merge, over all shards; give it there")
    }
  }
}

extension RecordBound: ExpressibleByArgument {}
extension RemovedBound: ExpressibleByArgument {}
