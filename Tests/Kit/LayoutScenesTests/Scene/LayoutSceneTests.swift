import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct LayoutSceneTests {
  @Test func makingAConstraintInstallsNothing() throws {
    var scene = LayoutScene()
    let box = try scene.addItem("box")
    _ = box.width == 10
    #expect(scene.installedConstraints.isEmpty)
    try scene.add(box.width == 10)
    #expect(scene.installedConstraints == [box.width == 10])
  }

  @Test func constantsGroupsAndReturningTermsMakeNoEngine() throws {
    var scene = LayoutScene()
    let box = try scene.addItem("box")
    try scene.add { cell in
      box.leading == cell.leading + 10
      box.top == cell.top + 5
      box.bottom == cell.bottom - 5
    }
    let width = try scene.add(box.width == 30)
    let height = try scene.add(box.height == 20 ~ 500)
    let tall = try scene.addGroup { _ in box.height == 40 }
    #expect(try scene.layout(width: 100)[box] == Rect(x: 10, y: 5, width: 30, height: 20))
    try scene.setConstant(width, 50)
    try scene.setActive(tall, true)
    #expect(try scene.layout(width: 100)[box] == Rect(x: 10, y: 5, width: 50, height: 40))
    try scene.setActive(tall, false)
    try scene.remove(height)
    let again = try scene.add(box.height == 24 ~ 500)
    #expect(try scene.layout(width: 100)[box] == Rect(x: 10, y: 5, width: 50, height: 24))
    try scene.remove(again)
    #expect(try scene.layout(width: 100)[box] == Rect(x: 10, y: 5, width: 50, height: 0))
    #expect(scene.enginesCreated == 1)
    try scene.setPriority(width, .at(800))
    #expect(try scene.layout(width: 100)[box].width == 50)
    #expect(scene.enginesCreated == 2)
    try scene.setPriority(width, .required)
    try scene.setPriority(width, .at(800))
    #expect(try scene.layout(width: 100)[box].width == 50)
    #expect(scene.enginesCreated == 2)
  }

  @Test func aChangedFactorIsTheSameEngine() throws {
    var scene = LayoutScene()
    let photo = try scene.addItem("photo")
    let ratio = try scene.add(photo.height == 0 * photo.width)
    try scene.add { cell in
      photo.leading == cell.leading
      photo.trailing == cell.trailing
      photo.top == cell.top
      photo.bottom == cell.bottom
    }
    #expect(try scene.layout(width: 100).size == Size(width: 100, height: 0))
    try scene.setMultiplier(ratio, 0.5)
    #expect(try scene.layout(width: 100).size == Size(width: 100, height: 50))
    try scene.remove(ratio)
    try scene.add(photo.height == 0.25 * photo.width)
    #expect(try scene.layout(width: 100).size == Size(width: 100, height: 25))
    #expect(scene.enginesCreated == 1)
  }

  @Test func intrinsicSizesComeAndGoByAxis() throws {
    var scene = LayoutScene()
    let icon = try scene.addItem("icon", content: .intrinsic)
    try scene.add { cell in
      icon.leading == cell.leading
      icon.top == cell.top
      icon.trailing <= cell.trailing
      icon.bottom == cell.bottom
    }
    try scene.setIntrinsic(icon, Size(width: 24, height: 18))
    #expect(try scene.layout(width: 100)[icon] == Rect(x: 0, y: 0, width: 24, height: 18))
    try scene.setIntrinsic(icon, Size(width: 200, height: LayoutScene.noIntrinsicMetric))
    #expect(try scene.layout(width: 100)[icon] == Rect(x: 0, y: 0, width: 100, height: 0))
    #expect(scene.enginesCreated == 1)
  }

  @Test func hiddenItemsKeepTheirConstraints() throws {
    var scene = LayoutScene()
    let box = try scene.addItem("box") { $0.fixedHeight = 30 }
    try scene.add { cell in
      box.leading == cell.leading
      box.trailing == cell.trailing
      box.top == cell.top
      box.bottom == cell.bottom
    }
    try scene.setHidden(box, true)
    #expect(scene.isHidden(box))
    #expect(try scene.layout(width: 100).size.height == 30)
  }

  @Test func whatCannotBeMeantIsRefusedAndChangesNothing() throws {
    var scene = LayoutScene()
    let box = try scene.addItem("box")
    let before = scene.installedConstraints
    #expect(throws: SceneError.duplicateName("box")) { try scene.addItem("box") }
    #expect(throws: SceneError.self) { try scene.add(box.width == .infinity) }
    #expect(throws: SceneError.self) { try scene.add([box.width == 10, box.width == 1e9]) }
    #expect(throws: SceneError.absurdNumber("the width of the scene", -1)) {
      try scene.layout(width: -1)
    }
    #expect(throws: SceneError.absurdNumber("the height of the scene", -1)) {
      try scene.layout(width: 1, height: -1)
    }
    #expect(throws: SceneError.absurdNumber("a side of the fitting target", -1)) {
      try scene.systemLayoutSizeFitting(.size(Size(width: -1, height: 0)))
    }
    #expect(throws: SceneError.self) {
      try scene.add(
        LayoutConstraint(
          name: "", first: box.anchor(.leading), relation: .equal, second: box.anchor(.left)))
    }
    #expect(throws: SceneError.unknownItem(7)) {
      try scene.add(
        LayoutConstraint(
          name: "", first: Anchor(item: 7, attribute: .width), relation: .equal, second: nil))
    }
    let id = try scene.add(box.width == 10)
    try scene.remove(id)
    #expect(throws: SceneError.unknownConstraint) { try scene.remove(id) }
    let kept = try scene.add(box.width == 10, isPermanent: true)
    #expect(throws: SceneError.permanent("box.width == 10")) { try scene.remove(kept) }
    #expect(throws: SceneError.textNeedsSizing("text")) {
      try scene.addItem("text", content: .text)
      _ = try scene.layout(width: 100)
    }
    #expect(before.isEmpty && scene.installedConstraints.count == 1)
  }

  @Test func aConflictIsDecidedByTheOrderOfAddingAndNamed() throws {
    var scene = LayoutScene()
    let box = try scene.addItem("box")
    try scene.add { cell in
      box.leading == cell.leading
      box.trailing == cell.trailing
      box.top == cell.top
      box.bottom == cell.bottom
    }
    let first = try scene.add(box.height == 50)
    try scene.add((box.height == 70).named("tall"))
    var layout = try scene.layout(width: 100)
    #expect(layout.size.height == 50)
    #expect(layout.relaxed == ["tall"])
    // Added again it stands last, although its row was the first.
    try scene.remove(first)
    try scene.add(box.height == 50)
    layout = try scene.layout(width: 100)
    #expect(layout.size.height == 70)
    #expect(layout.relaxed == ["box.height == 50"])
  }

  @Test func removingManyIsRemovingEachAndAllOrNothing() throws {
    var scene = LayoutScene()
    let box = try scene.addItem("box")
    let ids = try scene.add([box.width == 1, box.height == 2, box.left == scene.root.left])
    let group = try scene.addGroup(isActive: true, [box.top == scene.root.top, box.width >= 0])
    let kept = try scene.add(box.height <= 9, isPermanent: true)
    let grouped = scene.constraints(in: group)
    #expect(throws: SceneError.permanent("box.height <= 9")) { try scene.remove(ids + [kept]) }
    #expect(scene.installedConstraints.count == 6)
    try scene.remove([ids[2], grouped[0], ids[0], ids[2]])
    #expect(scene.installedConstraints == [box.height == 2, box.width >= 0, box.height <= 9])
    #expect(scene.constraints(in: group) == [grouped[1]])
    #expect(scene.churn.total.removed == 3)
  }

  @Test func limitsAreNamed() throws {
    var limits = SceneLimits()
    limits.items = 2
    limits.constraints = 1
    var scene = LayoutScene(limits: limits)
    let box = try scene.addItem("box")
    #expect(throws: SceneError.tooMany("items", limit: 2)) { try scene.addItem("more") }
    #expect(throws: SceneError.tooMany("constraints", limit: 1)) {
      try scene.add([box.width == 1, box.height == 1])
    }
    #expect(scene.installedConstraints.isEmpty)
  }

  @Test func nothingGrowsUnderTermsThatNeverComeBack() throws {
    var limits = SceneLimits()
    limits.spareRows = 3
    var scene = LayoutScene(limits: limits)
    let box = try scene.addItem("box")
    for priority in 1...40 {
      let id = try scene.add((box.width == 5) ~ (Priority(priority) ?? .required))
      #expect(try scene.layout(width: 100)[box].width == 5)
      try scene.remove(id)
    }
    #expect(scene.rowCount <= 5)
  }
}
