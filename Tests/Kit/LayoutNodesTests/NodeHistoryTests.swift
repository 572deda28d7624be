import LayoutNodes
import LayoutPrimitives
import Testing
import TestSupport

/// Trees of nodes that are changed between layouts, against trees created in their final state.
@Suite("Histories of nodes")
struct NodeHistoryTests {
  /// The settings of one node of a row.
  private struct Setting {
    var gap = 0.0
    var width = 0.0
    var otherWidth = 0.0
    var isOtherOn = false
    var otherWins = false
    var content = Size.noIntrinsic
  }

  /// Nodes side by side, each with two widths of different priorities.
  private final class Row {
    let outer = ViewNode(name: "outer")
    private var nodes: [Part] = []
    private var gaps: [NodeConstraint] = []
    private var widths: [(first: NodeConstraint, other: NodeConstraint)] = []

    final class Part: ViewNode {
      var content = Size.noIntrinsic
      override var itemIntrinsicContentSize: Size { content }
    }

    init(_ settings: [Setting]) {
      for (index, setting) in settings.enumerated() {
        let node = Part(name: "\(index)")
        outer.addSubnode(node)
        node.top == outer
        gaps.append(node.left == (nodes.last?.right ?? outer.left) + setting.gap)
        widths.append((node.width == setting.width ~ 600, node.width == setting.otherWidth ~ 500))
        nodes.append(node)
      }
      outer.height == 50
      if let last = nodes.last { outer.right >= last.right }
      apply(settings)
    }

    func apply(_ settings: [Setting]) {
      for (index, setting) in settings.enumerated() {
        gaps[index].constant = setting.gap
        widths[index].first.constant = setting.width
        widths[index].other.constant = setting.otherWidth
        widths[index].other.isActive = setting.isOtherOn
        widths[index].other.priority = setting.otherWins ? 700 : 500
        nodes[index].content = setting.content
        nodes[index].setNeedsLayout()
      }
    }
  }

  private func drawn(_ random: inout TestRandom) -> Setting {
    var setting = Setting()
    setting.gap = Double(random.next(below: 20)) / 4
    setting.width = Double(random.next(below: 100))
    setting.otherWidth = Double(random.next(below: 100))
    setting.isOtherOn = random.next(below: 2) == 0
    setting.otherWins = random.next(below: 2) == 0
    if random.next(below: 2) == 0 {
      setting.content = Size(width: -1, height: Double(random.next(below: 40)))
    }
    return setting
  }

  @Test(arguments: 0..<40)
  func framesAreThoseOfAFreshTree(seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    var settings = (0..<6).map { _ in drawn(&random) }
    let row = Row(settings)
    try row.outer.layout()
    for _ in 0..<8 {
      settings[random.next(below: 6)] = drawn(&random)
      row.apply(settings)
      if random.next(below: 3) > 0 { try row.outer.layout() }
    }
    row.outer.layoutIfNeeded()
    let fresh = Row(settings)
    try fresh.outer.layout()
    #expect(row.outer.layoutValues == fresh.outer.layoutValues)
    // By hand: each as wide as its strongest width.
    var x = 0.0
    for (setting, node) in zip(settings, row.outer.subnodes) {
      x += setting.gap
      let width = setting.isOtherOn && setting.otherWins ? setting.otherWidth : setting.width
      #expect(node.frame.x == x && node.frame.width == width)
      if setting.content.height >= 0 { #expect(node.frame.height == setting.content.height) }
      x += width
    }
    #expect(row.outer.frame.width == x)
  }

  /// Engines are created for new terms only: not for constants, sizes, and constraints that recur.
  @Test func changesThatComeBackMakeNoNewEngine() throws {
    var random = TestRandom(seed: 7)
    var settings = (0..<6).map { _ in drawn(&random) }
    for index in settings.indices {
      settings[index].isOtherOn = true
      settings[index].otherWins = false
      settings[index].content = Size(width: -1, height: 10)
    }
    let row = Row(settings)
    try row.outer.layout()
    let engines = row.outer.manager.enginesCreated
    for round in 0..<10 {
      for index in settings.indices {
        settings[index].gap += 1
        settings[index].content.height += 1
        settings[index].isOtherOn = (round + index) % 2 == 0
      }
      row.apply(settings)
      try row.outer.layout()
    }
    #expect(row.outer.manager.enginesCreated == engines)
  }
}
