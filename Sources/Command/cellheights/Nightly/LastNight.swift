import Foundation
import LayoutPrimitives

/// What the last successful run left, kept for the next one.
struct LastNight: Equatable {
  /// Size of the parts in which a store is read, in bytes.
  private static let partBytes = 1 << 20

  /// The published generation; 0 for none.
  var generation = 0
  /// A hash of the published file; `nil` after a run without feeds from the web, which has no use
  /// for it.
  var storeHash: String?

  /// Creates what a published generation leaves.
  init(generation: Int, storeHash: String?) {
    (self.generation, self.storeHash) = (generation, storeHash)
  }

  /// Parses the kept form; other content than a number counts as no generation.
  init(kept text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    generation = lines.first.flatMap { Int($0) } ?? 0
    storeHash = lines.dropFirst().first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The kept form.
  var text: String { "\(generation)\n" + (storeHash.map { "\($0)\n" } ?? "") }

  /// Whether a store is the file that was published, neither older nor newer nor damaged.
  func published(_ store: String) -> Bool {
    storeHash.map { $0 == Self.hash(of: store) } ?? false
  }

  /// A hash of a whole file; `nil` for one that is missing, empty or cannot be read.
  static func hash(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var hasher = ContentHasher()
    var isEmpty = true
    var part = [UInt8](repeating: 0, count: partBytes)
    while true {
      let count = read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return isEmpty ? nil : hasher.finish().description }
      isEmpty = false
      hasher.update(part[..<count])
    }
  }
}
