/// The reason why shards cannot be put together.
public enum ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A shard is one of another number of shards.
  case otherCount(path: String, number: String, first: String, firstNumber: String)
  /// Two files are the same shard.
  case repeated(path: String, number: String, first: String)
  /// There is no file at a shard's path.
  case noFile(path: String)
  /// Shards are missing.
  case missing([Int], of: Int)
  /// A shard differs from the first in what all must share.
  case differs(path: String, first: String, what: String)
  /// A shard holds a record that belongs elsewhere.
  case foreign(path: String, detail: String)
  /// A list is ordered by a value of the records, which shards do not carry.
  case unsortable(feed: String, list: String)
  /// A shard that is published without a merge has a list by a file of ids.
  case unpublishable(path: String, feed: String, list: String)

  /// Whether the command names the wrong files.
  public var isUsage: Bool {
    switch self {
    case .otherCount, .repeated, .missing: true
    case .noFile, .differs, .foreign, .unsortable, .unpublishable: false
    }
  }

  /// One sentence for standard error: what was found, where, and what to do.
  public var description: String {
    switch self {
    case .otherCount(let path, let number, let first, let firstNumber):
      return "CH0722 \(path) is shard \(number) and \(first) is shard \(firstNumber); "
        + "all shards are of one number"
    case .repeated(let path, let number, let first):
      let files = path == first ? "\(path) is named twice, as" : "\(path) and \(first) are both"
      return "CH0722 \(files) shard \(number); name each shard once"
    case .noFile(let path):
      return "there is no shard at \(path); name the file of each shard, or build the missing one "
        + "with: cellheights build FEED --shard I/N --store \(path)"
    case .missing(let numbers, let count):
      let shown = numbers.prefix(10).map(String.init).joined(separator: ", ")
      let more = numbers.count > 10 ? " and \(numbers.count - 10) more" : ""
      let isOne = numbers.count == 1
      return "CH0722 of \(count) shards \(isOne ? "number" : "numbers") \(shown)\(more) "
        + "\(isOne ? "is" : "are") missing; name every shard, or build what is missing with: "
        + "cellheights build FEED --shard \(numbers.first ?? 1)/\(count) --store FILE"
    case .differs(let path, let first, let what):
      return "CH0723 \(path) does not fit \(first): \(what); "
        + "build all shards from the same files with the same program, fonts and flags"
    case .unsortable(let feed, let list):
      return "CH0726 list '\(list)' of feed '\(feed)' is ordered by a value of the records, which "
        + "shards do not carry; give its order as a file of ids, or build all records at once"
    case .unpublishable(let path, let feed, let list):
      return
        "CH0727 \(path) has list '\(list)' of feed '\(feed)', whose order over all shards only "
        + "a merge makes; merge the shards and publish that store, or build them without the list"
    case .foreign(let path, let detail):
      return "CH0724 \(path) \(detail); build this shard again"
    }
  }
}
