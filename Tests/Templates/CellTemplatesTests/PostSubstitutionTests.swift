import AutoLayout
import FeedRecords
import Foundation
import LayoutPrimitives
import TemplateDocuments
import TestSupport
import Testing
import TextMeasurement

@testable import CellTemplates

/// The frames of the built-in template, substituted into its own constraints, with real records and
/// fonts.
@Suite struct PostSubstitutionTests {
  /// Every fourth record of the demo feed, so that all of its scripts and pictures occur.
  private static func records() throws -> [FeedRecord] {
    let root = Checkout.folder
    let path = root.appendingPathComponent("Feeds/demo.json").path
    var reader = try FeedReader(source: FeedSource(path: path))
    var records: [FeedRecord] = []
    var count = 0
    while let item = try reader.next() {
      guard case .record(let record) = item else { continue }
      if count % 4 == 0 { records.append(record) }
      count += 1
    }
    return records
  }

  @Test(arguments: [
    "320@2x/XS", "375.5@3x/L", "390@3x/XXXL/rtl", "430@1x/AX5", "320@3x/AX2/rtl/ar",
    "600@2x/L//en/css",
  ])
  func framesMeetEveryRequiredConstraint(key: String) throws {
    let environment = try Environment(parsing: key)
    let template = try TemplateCatalog().template("post")
    let library = try FontLibrary(FontConfiguration())
    var layouter = CellLayouter(
      plan: TemplatePlan(template), measurer: try TextMeasurer(library: library))
    let records = try Self.records()
    #expect(records.count > 40)
    for record in records {
      let cell = try layouter.layout(record, in: environment)
      #expect(cell.solved.relaxed.isEmpty && cell.solved.ambiguous == nil)
      let exact = cell.solved.frames
      let snapped = exact.map { points(environment.grid.snap($0), environment.grid) }
      check(exact, template, record, environment) { _ in 1e-6 }
      let halfPixel = 0.5 / environment.grid.stepsPerPoint
      check(snapped, template, record, environment) { halfPixel * $0 + 1e-9 }
      for (view, frame) in zip(template.views, snapped) {
        #expect(
          frame.x >= 0 && frame.y >= 0 && frame.maxX <= snapped[0].maxX + 1e-9
            && frame.maxY <= snapped[0].maxY + 1e-9, "\(view.id) of \(record.id): \(frame)")
      }
    }
    #expect(layouter.enginesCreated == 1)
  }

  private func points(_ rect: PixelRect, _ grid: PixelGrid) -> Rect {
    Rect(
      x: grid.points(rect.x), y: grid.points(rect.y), width: grid.points(rect.width),
      height: grid.points(rect.height))
  }

  /// Substitutes frames into every required constraint that holds for the record.
  ///
  /// - Parameter tolerance: Points allowed, by the sum of the constraint's absolute coefficients
  ///   over the edges of the frames.
  private func check(
    _ frames: [Rect], _ template: CellTemplate, _ record: FeedRecord, _ environment: Environment,
    tolerance: (Double) -> Double
  ) {
    let context = ConditionContext(
      record: record,
      environment: ConditionEnvironment(
        width: environment.width, scale: environment.scale, sizeCategory: environment.sizeCategory,
        direction: environment.direction, locale: environment.locale))
    let active = template.groups.map {
      $0.condition.holds(in: context) ? $0.whenTrue : $0.whenFalse
    }
    for (constraint, group) in zip(template.system.constraints, template.system.groups)
    where constraint.priority.isRequired && (group.map(active.contains) ?? true) {
      let first = value(constraint.first, frames, environment.direction)
      var error = first.value - constraint.constant
      var size = first.edges
      if let second = constraint.second {
        let other = value(second, frames, environment.direction)
        error -= constraint.multiplier * other.value
        size += abs(constraint.multiplier) * other.edges
      }
      let violation: Double =
        switch constraint.relation {
        case .equal: abs(error)
        case .greaterOrEqual: -error
        case .lessOrEqual: error
        }
      #expect(violation <= tolerance(size), "\(constraint.name) of \(record.id) by \(violation)")
    }
    for (item, frame) in zip(template.system.items, frames) {
      #expect(frame.width >= 0 && frame.height >= 0)
      if let width = item.fixedWidth { #expect(abs(frame.width - width) <= tolerance(2)) }
      if let height = item.fixedHeight { #expect(abs(frame.height - height) <= tolerance(2)) }
    }
    #expect(abs(frames[0].width - environment.width) <= tolerance(1))
  }

  /// An anchor's value, along the direction, and the number of edges it depends on.
  private func value(
    _ anchor: Anchor, _ frames: [Rect], _ direction: LayoutDirection
  ) -> (value: Double, edges: Double) {
    let frame = frames[anchor.item]
    let isRightToLeft = direction == .rightToLeft
    switch anchor.attribute {
    case .leading: return (isRightToLeft ? frames[0].maxX - frame.maxX : frame.x, 1)
    case .trailing: return (isRightToLeft ? frames[0].maxX - frame.x : frame.maxX, 1)
    case .top: return (frame.y, 1)
    case .bottom: return (frame.maxY, 1)
    case .width: return (frame.width, 2)
    case .height: return (frame.height, 2)
    default:
      Issue.record("the post template uses \(anchor.attribute)")
      return (.nan, 0)
    }
  }
}
