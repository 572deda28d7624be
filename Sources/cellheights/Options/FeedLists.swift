import FeedRecords
import HeightStore
import Precomputation

/// The lists of a feed to build.
struct FeedLists {
  /// The feed's own.
  private(set) var own = ListDescription()
  private(set) var named: [NamedList] = []

  /// - Throws: `Failure` for a file of ids that cannot be read.
  init(_ lists: [ConfiguredList]) throws {
    for list in lists {
      if let order = list.order {
        named.append(
          NamedList(
            list.description, order: .path(order.path, isDescending: order.isDescending)))
      } else if let path = list.ids?.value {
        // A missing file is said before anything is built.
        _ = try LineInput(path: path)
        named.append(NamedList(list.description, order: .ids { try Self.read(path, $0) }))
      } else {
        own = list.description
      }
    }
  }

  /// Reads ids, one a line.
  private static func read(_ path: String, _ body: (String) throws -> Void) throws {
    var input = try LineInput(path: path)
    while let line = try input.next(whenIdle: {}) {
      if let failure = line.failure {
        throw Failure(.badData, "\(path), line \(line.number): \(failure.message)")
      }
      var bytes = line.bytes[...]
      if bytes.last == 0x0D { bytes.removeLast() }
      if !line.isBlank { try body(String(decoding: bytes, as: UTF8.self)) }
    }
  }
}
