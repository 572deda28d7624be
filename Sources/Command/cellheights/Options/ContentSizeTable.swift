import CellTemplates
import Foundation

/// The table of `--sizes`: content sizes by view id.
struct ContentSizeTable {
  /// Sizes in points; `nil` on an axis for none.
  let sizes: [String: IntrinsicSize]

  /// Reads a table.
  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.inputMissing, "there is no file of sizes \(path)")
    }
    let table: [String: [Double?]]
    do {
      table = try JSONDecoder().decode([String: [Double?]].self, from: data)
    } catch {
      throw Failure(
        .badData, "\(path) is no table of sizes such as {\"title\":[120,20.5],\"photo\":[null,80]}")
    }
    var sizes: [String: IntrinsicSize] = [:]
    for (id, pair) in table {
      guard pair.count == 2, pair.allSatisfy({ ($0 ?? 0).isFinite && ($0 ?? 0) >= 0 }) else {
        throw Failure(
          .badData, "\(path): the size of '\(id)' is not [width, height] in points, null for none")
      }
      sizes[id] = IntrinsicSize(width: pair[0], height: pair[1])
    }
    self.sizes = sizes
  }
}
