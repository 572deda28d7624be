import LayoutScenes
import FixedSizing
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct RenderLoopTests {
  /// A card of a label and a photo one below the other in a page, and a footer beside the card.
  private struct Page {
    var loop: RenderLoop
    var views = ScriptedViews()
    let page, card, label, photo, footer: SceneItem

    init() throws {
      var scene = LayoutScene(root: "page")
      page = scene.root
      card = try scene.addItem("card")
      label = try scene.addItem("label", in: card, content: .intrinsic)
      photo = try scene.addItem("photo", in: card)
      footer = try scene.addItem("footer")
      let (card, label, photo, footer) = (card, label, photo, footer)
      try scene.setIntrinsic(label, width: 50, height: 20)
      try scene.add { page in
        card.leading == page.leading
        card.top == page.top
        card.width == 200
        card.height == 300
        label.leading == card.leading
        label.top == card.top
        photo.leading == card.leading
        photo.top == label.bottom + 10
        photo.width == 100
        photo.height == 100
        footer.leading == page.leading
        footer.top == card.bottom
        footer.width == 200
        footer.height == 50
      }
      loop = RenderLoop(scene, width: 200, height: 400)
    }
  }

  // MARK: Order

  @Test func constraintsAreUpdatedFromTheLeavesAndTheRestIsDoneFromTheRoot() throws {
    var page = try Page()
    let turn = try page.loop.turn(&page.views)
    #expect(turn.updated == [page.label, page.photo, page.card, page.footer, page.page])
    #expect(turn.laidOut == [page.page, page.card, page.label, page.photo, page.footer])
    #expect(turn.displayed == [page.page, page.card, page.label, page.photo, page.footer])
    #expect(turn.visits.map(\.phase) == RenderPhase.allCases.flatMap { [$0, $0, $0, $0, $0] })
    #expect(turn.solves == 1)
    #expect(turn.changed == [page.page, page.card, page.label, page.photo, page.footer])
    #expect(page.loop.frame(of: page.photo) == Rect(x: 0, y: 30, width: 100, height: 100))
    #expect(page.loop.frame(of: page.footer) == Rect(x: 0, y: 300, width: 200, height: 50))
  }

  @Test func aTurnWithNothingMarkedVisitsNothing() throws {
    var page = try Page()
    #expect(page.loop.needsTurn)
    try page.loop.turn(&page.views)
    #expect(!page.loop.needsTurn)
    let turn = try page.loop.turn(&page.views)
    #expect(turn.visits == [] && turn.solves == 0 && turn.changed == [])
    #expect(turn.churn == ConstraintChurn())
  }

  // MARK: Coalescing

  /// The talk's label: many properties decide its size, and it is measured once.
  @Test func twelveSettersMakeOneMeasurementAndOneLayout() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let label = page.label
    var measurements = 0
    var properties = [Double](repeating: 0, count: 12)
    for property in properties.indices {
      properties[property] = Double(property)
      page.loop.setNeedsUpdateConstraints(label)
    }
    page.views.onUpdate(label) { loop throws(SceneError) in
      measurements += 1
      try loop.scene.setIntrinsic(label, width: properties.reduce(0, +), height: 20)
    }
    let turn = try page.loop.turn(&page.views)
    #expect(turn.updated == [label])
    #expect(turn.solves == 1)
    // The card places the label, which is wider and must place its content.
    #expect(turn.laidOut == [page.card, label])
    #expect(turn.displayed == [label])
    #expect(turn.changed == [label])
    #expect(measurements == 1)
    #expect(page.loop.frame(of: label).width == 66)
  }

  /// Counts the texts that the engine measures.
  private struct CountedTexts: RenderedViews, ContentSizing {
    var sizing = FixedSizing(characters: [:])
    var measurements = 0

    mutating func unwrapped(item: Int) -> TextExtent {
      measurements += 1
      return sizing.unwrapped(item: item)
    }

    mutating func wrapped(item: Int, width: Double) -> TextExtent {
      measurements += 1
      return sizing.wrapped(item: item, width: width)
    }

    func isSingleLine(item: Int) -> Bool { sizing.isSingleLine(item: item) }
  }

  @Test func twelveChangesOfATextMeasureItAsOftenAsOne() throws {
    var scene = LayoutScene()
    let label = try scene.addItem("label", content: .text)
    try scene.add { root in
      label.leading == root.leading
      label.trailing == root.trailing
      label.top == root.top
      label.bottom == root.bottom
    }
    var loop = RenderLoop(scene, width: 100)
    var views = CountedTexts()
    try loop.turn(&views)
    var counts: [Int] = []
    for changes in [1, 12] {
      views.measurements = 0
      for change in 1...changes {
        views.sizing.characters[label.index] = 10 * (changes + change)
        loop.invalidateIntrinsicContentSize(of: label)
      }
      let turn = try loop.turn(&views)
      #expect(turn.solves == 1)
      #expect(turn.updated == [label])
      counts.append(views.measurements)
    }
    #expect(counts[0] == counts[1])
    // 240 characters, ten a line.
    #expect(loop.frame(of: label).height == 480)
  }

  // MARK: Only what changed

  @Test func onlyViewsThatChangedAreVisited() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    try page.loop.scene.setIntrinsic(page.label, width: 50, height: 40)
    let turn = try page.loop.turn(&page.views)
    // The card places the label and the photo; the photo only moves, so it places nothing.
    #expect(turn.updated == [])
    #expect(turn.laidOut == [page.card, page.label])
    #expect(turn.displayed == [page.label, page.photo])
    #expect(turn.changed == [page.label, page.photo])
    #expect(turn.solves == 1)
    #expect(page.loop.frame(of: page.photo) == Rect(x: 0, y: 50, width: 100, height: 100))
  }

  @Test func aMarkedViewIsVisitedAloneAndNothingIsSolved() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    page.loop.setNeedsLayout(page.photo)
    page.loop.setNeedsDisplay(page.footer)
    #expect(page.loop.needs(.layout, page.photo) && !page.loop.needs(.layout, page.card))
    let turn = try page.loop.turn(&page.views)
    #expect(turn.visits.map(\.view) == [page.photo, page.footer])
    #expect(turn.visits.map(\.phase) == [.layout, .display])
    #expect(turn.solves == 0)
  }

  @Test func anotherWidthSolvesTheSceneAgain() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    page.loop.width = 300
    let turn = try page.loop.turn(&page.views)
    #expect(turn.laidOut == [page.page])
    #expect(turn.displayed == [page.page])
    page.loop.width = 300
    #expect(!page.loop.needsTurn)
    try page.loop.setFrame(Rect(x: 0, y: 0, width: 200, height: 400), of: page.page)
    #expect(try page.loop.turn(&page.views).changed == [page.page])
  }

  @Test func viewsThatAreAddedAreVisited() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let late = try page.loop.scene.addItem("late", in: page.card)
    try page.loop.scene.addGuide("guide", in: page.card)
    #expect(page.loop.needs(.display, late))
    try page.loop.scene.add { _ in
      late.leading == page.card.leading
      late.top == page.card.top
      late.width == 1
      late.height == 1
    }
    let turn = try page.loop.turn(&page.views)
    #expect(turn.updated == [late])
    #expect(turn.laidOut == [page.card, late])
    #expect(turn.displayed == [late])
  }

  // MARK: Marks within phases

  @Test func marksSetInUpdatesOfConstraintsAreServedInTheSameTurn() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let (label, card) = (page.label, page.card)
    page.views.onUpdate(label) { [card] loop throws(SceneError) in
      loop.setNeedsUpdateConstraints(card)
      loop.setNeedsLayout(card)
      loop.setNeedsDisplay(card)
    }
    page.views.onUpdate(card) { [label] loop throws(SceneError) in
      guard loop.frame(of: label).width == 50, loop.scene.isHidden(label) == false else { return }
      // Below it, so it needs another pass.
      try loop.scene.setHidden(label, true)
      loop.setNeedsUpdateConstraints(label)
    }
    page.loop.setNeedsUpdateConstraints(label)
    let turn = try page.loop.turn(&page.views)
    #expect(turn.updated == [label, card, label, card])
    #expect(turn.laidOut == [card])
    #expect(turn.displayed == [card])
  }

  @Test func layoutThatMarksAViewBelowIsOnePassAndAboveIsAnother() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let (label, photo, card) = (page.label, page.photo, page.card)
    page.views.onLayout(card) { loop throws(SceneError) in loop.setNeedsLayout(photo) }
    page.loop.setNeedsLayout(card)
    #expect(try page.loop.turn(&page.views).laidOut == [card, photo])

    page.views.onLayout(photo) { loop throws(SceneError) in
      guard !loop.needs(.layout, label), loop.frame(of: label).width == 50 else { return }
      // Wider, so the card is laid out again and then the label, but the photo is not.
      try loop.scene.setIntrinsic(label, width: 60, height: 20)
    }
    page.views.forget(card)
    page.loop.setNeedsLayout(photo)
    let turn = try page.loop.turn(&page.views)
    #expect(turn.laidOut == [photo, card, label])
    #expect(turn.solves == 1)
  }

  @Test func constraintsThatLayoutInvalidatesAreUpdatedBeforeTheNextPass() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let (label, card) = (page.label, page.card)
    page.views.onLayout(card) { loop throws(SceneError) in
      if loop.frame(of: label).width == 50 { loop.setNeedsUpdateConstraints(label) }
    }
    page.views.onUpdate(label) { loop throws(SceneError) in
      try loop.scene.setIntrinsic(label, width: 70, height: 20)
    }
    page.loop.setNeedsLayout(card)
    let turn = try page.loop.turn(&page.views)
    #expect(
      turn.visits.map(\.phase) == [.layout, .updateConstraints, .layout, .layout, .display])
    #expect(turn.laidOut == [card, card, label])
    #expect(page.loop.frame(of: label).width == 70)
  }

  @Test func marksSetInDisplayWaitForTheNextTurn() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let (card, footer) = (page.card, page.footer)
    page.views.onDisplay(card) { loop throws(SceneError) in
      loop.setNeedsDisplay(card)
      loop.setNeedsDisplay(footer)
      loop.setNeedsLayout(footer)
    }
    page.loop.setNeedsDisplay(card)
    #expect(try page.loop.turn(&page.views).displayed == [card])
    #expect(page.loop.needsTurn)
    let next = try page.loop.turn(&page.views)
    #expect(next.laidOut == [footer])
    #expect(next.displayed == [card, footer])
  }

  // MARK: Single phases

  @Test func eachPhaseCanRunAlone() throws {
    var page = try Page()
    let updates = try page.loop.updateConstraintsIfNeeded(&page.views)
    #expect(updates.updated.count == 5 && updates.laidOut.isEmpty && updates.solves == 0)
    let layouts = try page.loop.layoutIfNeeded(&page.views)
    #expect(layouts.laidOut.count == 5 && layouts.updated.isEmpty && layouts.displayed.isEmpty)
    let displays = try page.loop.displayIfNeeded(&page.views)
    #expect(displays.displayed.count == 5 && displays.solves == 0)
    #expect(!page.loop.needsTurn)
  }

  // MARK: Errors

  @Test func afterAnErrorTheViewIsStillMarked() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    let label = page.label
    page.views.onUpdate(label) { loop throws(SceneError) in
      try loop.scene.setIntrinsic(label, width: .nan, height: 20)
    }
    page.loop.setNeedsUpdateConstraints(label)
    #expect(throws: RenderLoopError.self) { try page.loop.turn(&page.views) }
    #expect(page.loop.needs(.updateConstraints, label))
    page.views.forget(label)
    #expect(try page.loop.turn(&page.views).updated == [label])
  }

  @Test func aPhaseWithinAPhaseIsAnError() throws {
    var page = try Page()
    let card = page.card
    var found: [RenderLoopError] = []
    page.views.onLayout(card) { loop throws(SceneError) in
      var views = ScriptedViews()
      do throws(RenderLoopError) { try loop.turn(&views) } catch { found.append(error) }
    }
    try page.loop.turn(&page.views)
    #expect(found == [.nested(.layout, view: "card")])
  }

  @Test func textNeedsViewsThatMeasureIt() throws {
    var scene = LayoutScene()
    try scene.addItem("label", content: .text)
    var loop = RenderLoop(scene, width: 100)
    var views = ScriptedViews()
    #expect(throws: RenderLoopError.scene(.textNeedsSizing("label"))) { try loop.turn(&views) }
    var sizing = FixedSizing(characters: [1: 5])
    #expect(try loop.turn(&views, sizing: &sizing).solves == 1)
  }

  @Test func handlesOfOtherScenesHaveNoEffect() throws {
    var page = try Page()
    try page.loop.turn(&page.views)
    var other = LayoutScene()
    var stranger = other.root
    for number in 0..<20 { stranger = try other.addItem("\(number)") }
    page.loop.setNeedsUpdateConstraints(stranger)
    page.loop.setNeedsLayout(stranger)
    page.loop.setNeedsDisplay(stranger)
    #expect(!page.loop.needsTurn && !page.loop.needs(.layout, stranger))
    #expect(page.loop.frame(of: stranger) == Rect(x: 0, y: 0, width: 0, height: 0))
    #expect(throws: SceneError.unknownItem(20)) {
      try page.loop.setFrame(Rect(x: 0, y: 0, width: 1, height: 1), of: stranger)
    }
  }
}
