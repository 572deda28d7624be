import FeedRecords
import HeightStore
import LayoutPrimitives
import StructuredDocuments

extension CellLineReader {
  /// Checks that the members of a cell that people read say the same as its `steps`, which are stored.
  ///
  /// - Throws: `CellImportError` that names the member.
  static func check(
    _ value: JSONValue, _ layout: CellLayout, _ template: StoredTemplate,
    _ environment: StoredEnvironment, number: Int
  ) throws(CellImportError) {
    func contradiction(_ name: String) -> CellImportError {
      CellImportError(line: number, "'\(name)' is missing or contradicts 'steps' or the first line")
    }
    let grid = PixelGrid(stepsPerPoint: environment.stepsPerPoint)
    func isWritten(_ value: JSONValue?, _ steps: Int) -> Bool {
      // Another program may have written the number with fewer digits.
      value?.number.map { abs($0 * grid.stepsPerPoint - Double(steps)) < tolerance } ?? false
    }
    guard value["template"]?.string == template.name else { throw contradiction("template") }
    guard isWritten(value["height"], layout.height) else { throw contradiction("height") }
    guard grid.pixel(ofEdge: layout.exactHeight) == layout.height else {
      throw contradiction("exactHeight")
    }
    guard let frames = value["frames"], frames.count == template.views.count else {
      throw contradiction("frames")
    }
    var labels = layout.labels[...]
    for ((view, rect), frame) in zip(zip(template.views, layout.frames), frames.elements) {
      let lines = view.isLabel ? labels.popFirst() : nil
      guard frame["view"]?.string == view.id, isWritten(frame["x"], rect.x),
        isWritten(frame["y"], rect.y), isWritten(frame["width"], rect.width),
        isWritten(frame["height"], rect.height),
        // A label without lines has neither member.
        (frame["lines"]?.number ?? 0) == Double(lines?.count ?? 0),
        frame["lines"] == nil || frame["truncated"]?.boolean == lines?.truncated
      else { throw contradiction("frames") }
    }
  }

  /// How far a written length may be from a whole number of steps, in steps.
  private static let tolerance = 1.0 / 64

  /// Reads an environment of the first line, whose steps are those of its key.
  static func environment(
    _ key: String, stepsPerPoint: Double?, number: Int
  ) throws(CellImportError) -> StoredEnvironment {
    do {
      let environment = try Environment(parsing: key)
      guard environment.key == key else {
        throw CellImportError(
          line: number, "environment '\(key)' is not written in full, as \(environment.key)")
      }
      let steps = environment.grid.stepsPerPoint
      guard stepsPerPoint == steps else {
        throw CellImportError(
          line: number, "'stepsPerPoint' of environment '\(key)' is not \(steps.plainDecimal)")
      }
      return try StoredEnvironment(key: key, stepsPerPoint: steps, state: environment.state)
    } catch let error as CellImportError {
      throw error
    } catch {
      throw CellImportError(line: number, "\(error)")
    }
  }
}
