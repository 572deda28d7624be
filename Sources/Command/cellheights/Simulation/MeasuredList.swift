import LayoutPrimitives
import ScrollSimulation

/// A list whose cells do the work of a strategy, so that it can be timed.
final class MeasuredList: ScrolledList {
  private let list: ExactList
  private let cells: MeasuredCells

  init(_ list: ExactList, _ cells: MeasuredCells) {
    self.list = list
    self.cells = cells
  }

  var count: Int { list.count }
  var enginesCreated: Int { cells.enginesCreated }
  var templates: [String] { list.templates }

  func height(at index: Int) throws -> Double? { try list.height(at: index) }
  func offset(of index: Int) throws -> Double { try list.offset(of: index) }
  func trueOffset(of index: Int) throws -> Double { try list.offset(of: index) }
  func index(atOffset offset: Double) throws -> Int? { try list.index(atOffset: offset) }
  func id(at index: Int) throws -> String { try list.id(at: index) }
  func layout(at index: Int) throws -> CellLayout { try list.layout(at: index) }
  func draw(at index: Int) throws { try cells.draw(index) }

  /// Called before `layout(at:)`, and not timed: so the texts are got ready here.
  func facts(at index: Int) throws -> CellFacts {
    try cells.prepare(index)
    return try list.facts(at: index)
  }
}
