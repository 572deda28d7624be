import CellPictures
package import CellTemplates
package import CommandSettings
import FeedRecords
import Foundation
import LayoutPrimitives
package import Precomputation
package import TextMeasurement

/// Pictures of the cells that an edit of a template changes most, as SVG files.
package struct ChangePictures {
  /// A folder for pictures, which is created if it is missing.
  package struct Folder {
    package let path: String

    package init(_ path: String) throws(Failure) {
      self.path = path
      do {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true)
      } catch {
        throw Failure(
          .cannotCreate,
          "the folder \(path) for pictures cannot be made: \(error.localizedDescription)")
      }
    }
  }

  /// The pictures of one cell.
  package struct Pair {
    package let record: String
    package let environment: String
    /// The path of the picture before the edit; `after` is the path of the other picture.
    package let before: String
    package let after: String
  }

  /// Maximum number of pairs; each pair shows another record.
  package static let limit = 3

  /// The pairs, in descending order of the change.
  package private(set) var pairs: [Pair] = []

  /// Draws the changed cells with both templates.
  ///
  /// A cell that cannot be drawn is reported and skipped.
  ///
  /// - Throws: `Failure` for a file that cannot be written.
  package init(
    of changes: [TemplateComparison.Change], in folder: Folder, layouters: [CellLayouter],
    measurer: TextMeasurer, tell: (String) -> Void
  ) throws(Failure) {
    for change in changes
    where pairs.count < Self.limit && !pairs.contains(where: { $0.record == change.record.id }) {
      var paths: [String] = []
      for (layouter, word) in zip(layouters, ["before", "after"]) {
        let title = "\(word): \(change.record.id), \(change.environment.key)"
        let picture: CellPicture
        do {
          picture = try CellPicture(
            try layouter.drawing(of: change.record, in: change.environment), title: title,
            options: PictureOptions(heading: title), measurer: measurer)
        } catch {
          tell("warning: '\(change.record.id)' cannot be drawn: \(error)")
          break
        }
        let path = "\(folder.path)/\(pairs.count + 1)-\(word).svg"
        try OutputFile(path, is: "picture").write(picture.svg)
        paths.append(path)
      }
      guard paths.count == 2 else { continue }
      pairs.append(
        Pair(
          record: change.record.id, environment: change.environment.key, before: paths[0],
          after: paths[1]))
    }
  }
}
