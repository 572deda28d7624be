import AutoLayout
import FixedSizing
import LayoutPrimitives
import TestSupport
import Testing

@testable import LayoutScenes

/// Earlier edits do not affect layouts: after any edits, a scene lays out like a new one with the
/// same items and constraints in the same order.
@Suite struct SceneHistoryTests {
  private struct Entry {
    var id: ConstraintID
    var constraint: LayoutConstraint
    var group: Int?
  }

  private static let itemCount = 6

  private func emptyScene() throws -> (LayoutScene, [SceneItem]) {
    var scene = LayoutScene()
    var items = [scene.root]
    for index in 1...Self.itemCount {
      let parent = index > 3 ? items[index - 3] : scene.root
      items.append(
        try scene.addItem("v\(index)", in: parent, content: index == 2 ? .text : .intrinsic))
    }
    return (scene, items)
  }

  /// Constraints of few terms, so that they tie, contradict each other and recur.
  private func constraint(_ random: inout TestRandom) -> LayoutConstraint {
    let pairs: [(Attribute, Attribute)] = [
      (.leading, .trailing), (.leading, .leading), (.trailing, .trailing), (.top, .bottom),
      (.top, .topMargin), (.bottom, .bottom), (.width, .width), (.height, .height),
      (.height, .width), (.centerX, .centerX), (.centerY, .centerY),
    ]
    let relations: [Relation] = [.equal, .equal, .greaterOrEqual, .lessOrEqual]
    let priorities = [1000, 1000, 999, 750, 250, 250, 50]
    let multipliers = [1.0, 1, 1, 0.5, 1.0 / 3]
    let (first, second) = pairs[Int(random.next() % UInt64(pairs.count))]
    let item = 1 + Int(random.next() % UInt64(Self.itemCount))
    return LayoutConstraint(
      name: "", first: Anchor(item: item, attribute: first),
      relation: relations[Int(random.next() % 4)],
      multiplier: multipliers[Int(random.next() % 5)],
      second: Anchor(item: Int(random.next() % UInt64(item)), attribute: second),
      constant: Double(random.next() % 40) - 8,
      priority: Priority(priorities[Int(random.next() % 7)]) ?? .required)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aSceneIsAFunctionOfWhatIsInItNow(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    var (scene, items) = try emptyScene()
    // Few enough that constraints soon only recur, so that the engine is kept.
    let pool = (0..<24).map { _ in constraint(&random) }
    func pick(_ random: inout TestRandom) -> LayoutConstraint { pool[Int(random.next() % 24)] }
    var entries: [Entry] = []
    var groups: [(id: GroupID, isActive: Bool)] = []
    var sizes = [(Double?, Double?)](repeating: (nil, nil), count: Self.itemCount + 1)
    var sizing = FixedSizing(characters: [2: 30])
    for step in 0..<1_000 {
      switch random.next() % 9 {
      case 0, 1:
        let new = pick(&random)
        entries.append(Entry(id: try scene.add(new), constraint: new, group: nil))
      case 2 where entries.count > 12, 8 where entries.count > 12:
        let index = Int(random.next() % UInt64(entries.count))
        try scene.remove(entries.remove(at: index).id)
      case 3 where !entries.isEmpty:
        // The same terms again, behind all others.
        let index = Int(random.next() % UInt64(entries.count))
        var entry = entries.remove(at: index)
        guard entry.group == nil else {
          entries.insert(entry, at: index)
          continue
        }
        try scene.remove(entry.id)
        entry.id = try scene.add(entry.constraint)
        entries.append(entry)
      case 4 where !entries.isEmpty:
        let index = Int(random.next() % UInt64(entries.count))
        entries[index].constraint.constant = Double(random.next() % 60)
        try scene.setConstant(entries[index].id, entries[index].constraint.constant)
      case 5 where groups.count < 6:
        let new = [pick(&random), pick(&random)]
        let id = try scene.addGroup(new)
        groups.append((id, false))
        for (id, constraint) in zip(scene.constraints(in: id), new) {
          entries.append(Entry(id: id, constraint: constraint, group: groups.count - 1))
        }
      case 6 where !groups.isEmpty:
        let index = Int(random.next() % UInt64(groups.count))
        groups[index].isActive.toggle()
        try scene.setActive(groups[index].id, groups[index].isActive)
      case 7:
        #expect(throws: SceneError.self) { try scene.add(items[1].width == .nan) }
      default:
        sizing.characters[2] = Int(random.next() % 120)
        let item = 3 + Int(random.next() % UInt64(Self.itemCount - 2))
        sizes[item] = (Double(random.next() % 90), Double(random.next() % 90))
        try scene.setIntrinsic(items[item], width: sizes[item].0, height: sizes[item].1)
      }
      guard step % 20 == 19 else { continue }
      let layout = try scene.layout(width: 320, sizing: &sizing)
      var (fresh, freshItems) = try emptyScene()
      for item in 3...Self.itemCount {
        try fresh.setIntrinsic(freshItems[item], width: sizes[item].0, height: sizes[item].1)
      }
      for entry in entries where entry.group.map({ groups[$0].isActive }) ?? true {
        try fresh.add(entry.constraint)
      }
      let expected = try fresh.layout(width: 320, sizing: &sizing)
      #expect(layout.frames == expected.frames, "step \(step)")
      #expect(layout.relaxed == expected.relaxed)
      #expect(layout.ambiguous == expected.ambiguous)
    }
  }

  /// Two views of a row share the remaining width: a tie at 250, whatever order the others have.
  @Test func orderIsOnlyRepairedWithinThePrioritiesOfTies() throws {
    var scene = LayoutScene()
    let one = try scene.addItem("one", content: .intrinsic)
    let two = try scene.addItem("two", content: .intrinsic)
    for view in [one, two] { try scene.setIntrinsic(view, width: 10, height: 10) }
    let edges = [
      one.leading == scene.root.leading, two.leading == one.trailing,
      two.trailing == scene.root.trailing, one.top == scene.root.top, two.top == scene.root.top,
    ]
    var ids = try scene.add(edges)
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
      try scene.remove(ids)
      ids = try scene.add(order.map { edges[$0] })
      let layout = try scene.layout(width: 100)
      #expect(!layout.ties.isEmpty)
      #expect(layout[one].width == 10 && layout[two].width == 90)
    }
    #expect(scene.enginesCreated == 1)
  }
}
