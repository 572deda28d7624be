package import CellTemplates
import CommandSettings
import Foundation

/// The names of a template's views in the output of `template frames`.
package struct FrameNames {
  /// The name of each view in the order of `CellTemplate.views`; `nil` for an omitted view.
  package let names: [String?]
  private let template: CellTemplate

  /// Names views by their ids; with `usesObjects`, by their object ids if they have one.
  package init(_ template: CellTemplate, usesObjects: Bool) {
    self.template = template
    names = template.views.map { usesObjects ? $0.objectID : $0.id }
  }

  /// The sizes by view id, from sizes by the names of the output; other names are dropped.
  package func views(of sizes: [String: IntrinsicSize]) -> [String: IntrinsicSize] {
    var result: [String: IntrinsicSize] = [:]
    for (name, size) in sizes {
      guard let index = names.firstIndex(of: name) else { continue }
      result[template.views[index].id] = size
    }
    return result
  }
}

/// The table of `--sizes`: intrinsic content sizes by view id.
package struct ContentSizeTable {
  /// The sizes in points; `nil` on an axis without an intrinsic size.
  package let sizes: [String: IntrinsicSize]

  /// Reads a table from a JSON file: `{"ID":[WIDTH,HEIGHT]}`.
  ///
  /// - Throws: `Failure` if the file is missing, or if an entry is not a size.
  package init(path: String) throws {
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
