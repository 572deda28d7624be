import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `template.first.SHAPE-320-vs-80`: the first cell of a template with 320 views, and with 80.
  static let firstCells = LargeTemplate.allCases.map { shape in
    Benchmark(
      name: "template.first.\(shape)-320-vs-80", sense: .timesAsLong, operation: "cell"
    ) { input in
      guard let post = try input.englishPosts().first else {
        throw BenchmarkError("Feeds/demo.json has no English post")
      }
      let environment = try input.environment()
      let measurer = try TextMeasurer(library: try FontLibrary(FontConfiguration()))
      let large = CellLayouter(plan: try shape.plan(views: 320), measurer: measurer)
      let small = CellLayouter(plan: try shape.plan(views: 80), measurer: measurer)
      for (layouter, views) in [(large, 320), (small, 80)] {
        var layouter = layouter
        let cell = try layouter.layout(post, in: environment)
        guard cell.layout.caveats.isSubset(of: [.substituteFont]), cell.layout.height > 0 else {
          throw BenchmarkError(
            "\(shape) of \(views) views: \(cell.layout.caveats) at \(cell.layout.height)")
        }
      }
      let sink = input.sink
      func first(_ layouter: CellLayouter) throws -> Measurement {
        var layouter = layouter
        return try CPUClock.thread.measure {
          layouter.forgetEngines()
          sink.take(try layouter.layout(post, in: environment).layout.height)
        }
      }
      return Contest(
        operations: 1, subject: { try first(large) }, reference: { try first(small) })
    }
  }
}

/// Templates of as many views as wanted.
private enum LargeTemplate: String, CaseIterable, CustomStringConvertible {
  /// Labels below each other.
  case chain
  /// Views inside one another.
  case nested
  /// Labels that only share the cell; it is as high as the lowest of them.
  case independent
  /// Labels beside each other, all of one width.
  case sideBySide = "side-by-side"
  /// Labels below each other, each of a share of the cell's width.
  case relative

  var description: String { rawValue }

  func plan(views count: Int) throws -> TemplatePlan {
    let name = "\(rawValue)-\(count)"
    var limits = TemplateLimits()
    (limits.bytes, limits.depth, limits.nesting) = (1 << 21, 4 * count, count)
    let catalog = TemplateCatalog(
      entries: [.init(name: name, text: document(name, count), file: "\(name).yaml")],
      limits: limits)
    return TemplatePlan(try catalog.template(name))
  }

  private func document(_ name: String, _ count: Int) -> String {
    let label = "kind: label, text: \"{title}\", style: body"
    var views = (0..<count).map { "  - {id: v\($0), \(label)}" }
    var constraints: [String] = []
    func add(_ constraint: String) { constraints.append("  - \"\(constraint)\"") }
    for view in 0..<count {
      let (id, before) = ("v\(view)", view == 0 ? "cell" : "v\(view - 1)")
      switch self {
      case .chain:
        add("H:|-16-[\(id)]-(>=16)-|")
        add(view == 0 ? "V:|-8-[v0]" : "V:[\(before)]-8-[\(id)]")
      case .nested:
        views[view] =
          String(repeating: " ", count: view * 4 + 2)
          + (view == count - 1
            ? "- {id: \(id), \(label)}"
            : "- id: \(id)\n\(String(repeating: " ", count: view * 4 + 4))kind: view\n"
              + "\(String(repeating: " ", count: view * 4 + 4))subviews:")
        add("H:|-(0.25)-[\(id)]-(0.25)-|")
        add("V:|-(0.25)-[\(id)]-(0.25)-|")
      case .independent:
        add("H:|-16-[\(id)]-(>=16)-|")
        add("V:|-\(view % 7 + 8)-[\(id)]-(>=8)-|")
      case .sideBySide:
        add(view == 0 ? "H:|-(0.5)-[v0]" : "H:[\(before)]-(0.5)-[\(id)(==v0)]")
        add("V:|-8-[\(id)]-(>=8)-|")
      case .relative:
        add("\(id).leading == \(before).leading")
        add("\(id).width == 0.\(view % 4 + 5) * cell.width")
        add(view == 0 ? "V:|-8-[v0]" : "V:[\(before)]-8-[\(id)]")
      }
    }
    switch self {
    case .chain, .relative: add("V:[v\(count - 1)]-8-|")
    case .nested: break
    case .independent: add("cell.height == 0 @50")
    case .sideBySide:
      add("H:[v\(count - 1)]-(0.5)-|")
      add("cell.height == 0 @50")
    }
    return """
      schema: cellheights.template/1
      template: \(name)
      views:
      \(views.joined(separator: "\n"))
      constraints:
      \(constraints.joined(separator: "\n"))
      """
  }
}
