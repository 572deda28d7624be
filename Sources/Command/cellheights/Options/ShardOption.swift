import ArgumentParser
import HeightStore

/// `I/N`.
struct ShardArgument: ExpressibleByArgument {
  let number: ShardNumber

  init?(argument: String) {
    guard let number = ShardNumber(argument) else { return nil }
    self.number = number
  }
}

/// `--shard I/N`.
struct ShardOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Build only this part of the records, I of N from 1, into a store of its own for merge.",
      discussion: "The hash of a record's id decides its part. Limits are judged by merge.",
      valueName: "i/n"))
  var shard: ShardArgument?

  /// Checks that no limit is given that a merge judges.
  func validate(_ tolerance: ToleranceOptions) throws {
    guard shard != nil else { return }
    let given = [
      ("--strict", tolerance.strict), ("--accept", !tolerance.accept.isEmpty),
      ("--fail-on", !tolerance.failOn.failOn.isEmpty),
      ("--max-removed", tolerance.maxRemoved != nil),
    ]
    for (flag, isGiven) in given where isGiven {
      throw ValidationError("\(flag) is judged by merge, over all shards; give it there")
    }
  }
}
