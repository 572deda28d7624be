import AutoLayout
import FeedRecords
import Foundation
import InterfaceBuilder
import LayoutPrimitives
import Testing

@testable import CellTemplates

extension XibCorpus {
  /// The first cell of a file as the canvas shows it.
  static func template(of file: URL) throws -> CellTemplate {
    let document = try InterfaceBuilderFile(
      bytes: [UInt8](Data(contentsOf: file)), file: file.lastPathComponent)
    return try document.importedTemplate(mode: .canvas).template()
  }

  /// Frames by object id at the saved size of the cell, and the height that fits.
  static func layOut(
    _ template: CellTemplate, _ oracle: Oracle
  ) throws -> (frames: [String: [Double]], fittedHeight: Double) {
    var sizes: [String: IntrinsicSize] = [:]
    for view in oracle.views where !view.input {
      let axes = view.intrinsicFromSavedRect ?? []
      guard !axes.isEmpty else { continue }
      let id = try #require(template.views.first { $0.objectID == view.id }?.id)
      sizes[id] = IntrinsicSize(
        width: axes.contains("w") ? view.alignmentRect[2] : nil,
        height: axes.contains("h") ? view.alignmentRect[3] : nil)
    }
    let sized = try template.replacingContent(with: sizes, baselines: .approximate)
    let scale = ["retina5_5", "retina6_12"].contains(oracle.device ?? "") ? 3 : 2
    let environment = try Environment(parsing: "\(oracle.rootSize[0])@\(scale)x")
    let record = FeedRecord(id: "none", version: "none")
    var layouter = CellLayouter(plan: TemplatePlan(sized), measurer: nil)
    let fitted = try layouter.layout(record, in: environment)
    let held = try layouter.layout(record, in: environment, height: oracle.rootSize[1])
    var frames: [String: [Double]] = [:]
    for (index, view) in sized.views.enumerated() {
      guard let object = view.objectID else { continue }
      let rect = environment.grid.snap(
        held.solved.frames[index].outset(
          by: sized.system.items[index].alignmentInsets, environment.direction))
      frames[object] = [rect.x, rect.y, rect.width, rect.height].map(environment.grid.points)
    }
    return (frames, environment.grid.points(fitted.layout.height))
  }
}

extension Xib {
  /// Frames by object id, at the canvas's size or another, nothing measured.
  func frames(
    _ mode: InterfaceBuilderMode = .canvas, width: Double? = nil, height: Double? = nil
  ) throws -> [String: [Double]] {
    let template = try imported(mode).template().replacingContent(with: [:])
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let environment = try Environment(parsing: "\(width ?? self.width)@2x")
    let cell = try layouter.layout(
      FeedRecord(id: "none", version: "none"), in: environment, height: height ?? self.height)
    var frames: [String: [Double]] = [:]
    for (index, view) in template.views.enumerated() {
      guard let object = view.objectID else { continue }
      let rect = cell.solved.frames[index]
      frames[object] = [rect.x, rect.y, rect.width, rect.height]
    }
    return frames
  }
}
