public import LayoutPrimitives

extension LayoutScene {
  /// What an axis without intrinsic size is set to, as `UIView.noIntrinsicMetric`.
  public static let noIntrinsicMetric = -1.0

  /// Adds an item below another, behind all items in document order.
  ///
  /// - Parameters:
  ///   - name: A name of its own, for results, diagnostics and visual format.
  ///   - parent: The superview; the root when `nil`.
  ///   - content: Where the intrinsic content size comes from.
  ///   - configure: Changes the traits of a plain view into those of this one.
  /// - Throws: `SceneError` for a name that is taken, an unknown parent or absurd numbers.
  @discardableResult
  public mutating func addItem(
    _ name: String, in parent: SceneItem? = nil, content: LayoutItem.Content = .none,
    configure: (inout ItemTraits) -> Void = { _ in }
  ) throws(SceneError) -> SceneItem {
    let parent = parent ?? root
    try check(parent)
    guard names[name] == nil else { throw .duplicateName(name) }
    guard items.count < limits.items else { throw .tooMany("items", limit: limits.items) }
    var traits = ItemTraits()
    configure(&traits)
    for length in traits.lengths { try check(length.value, "a \(length.name) of '\(name)'") }
    names[name] = items.count
    items.append(
      ItemRecord(name: name, parent: parent.index, content: content, traits: traits))
    structureChanged()
    return SceneItem(items.count - 1)
  }

  /// Adds a layout guide: an item that draws nothing and has neither margins nor content.
  ///
  /// - Throws: `SceneError` for a name that is taken or an unknown parent.
  @discardableResult
  public mutating func addGuide(
    _ name: String, in parent: SceneItem? = nil
  ) throws(SceneError) -> SceneItem {
    try addItem(name, in: parent) { $0.margins = Insets(all: 0) }
  }

  /// Adds a guide for the scene's own use under a name that nobody else has.
  mutating func addOwnGuide(
    _ name: String, in parent: SceneItem
  ) throws(SceneError) -> SceneItem {
    var unique = name
    var number = 2
    while names[unique] != nil {
      unique = "\(name) \(number)"
      number += 1
    }
    return try addGuide(unique, in: parent)
  }

  /// The item of a name, if there is one.
  public func item(named name: String) -> SceneItem? { names[name].map(SceneItem.init) }

  /// The name of an item; empty for a handle of another scene.
  public func name(of item: SceneItem) -> String {
    items.indices.contains(item.index) ? items[item.index].name : ""
  }

  /// The superview of an item, if it has one.
  public func superview(of item: SceneItem) -> SceneItem? {
    guard items.indices.contains(item.index) else { return nil }
    return items[item.index].parent.map(SceneItem.init)
  }

  /// Gives an item its intrinsic content size, in points; `nil` for none on an axis.
  ///
  /// The first size of an item that was added without content changes the structure.
  ///
  /// - Throws: `SceneError` when the item's content is text, or a number is absurd.
  public mutating func setIntrinsic(
    _ item: SceneItem, width: Double?, height: Double?
  ) throws(SceneError) {
    try check(item)
    let name = items[item.index].name
    guard items[item.index].content != .text else { throw .contentIsText(name) }
    for extent in [width, height] {
      guard let extent else { continue }
      try check(extent, "the intrinsic size of '\(name)'")
      guard extent >= 0 else { throw .absurdNumber("the intrinsic size of '\(name)'", extent) }
    }
    items[item.index].intrinsicWidth = width
    items[item.index].intrinsicHeight = height
    if items[item.index].content == .none {
      items[item.index].content = .intrinsic
      structureChanged()
    } else {
      touch(item: item.index)
    }
    try refreshProportions(around: item.index)
  }

  /// Gives an item its intrinsic content size, in points; `noIntrinsicMetric` for none on an axis.
  ///
  /// - Throws: `SceneError` when the item's content is text, or a number is absurd.
  public mutating func setIntrinsic(_ item: SceneItem, _ size: Size) throws(SceneError) {
    try setIntrinsic(
      item, width: size.width == Self.noIntrinsicMetric ? nil : size.width,
      height: size.height == Self.noIntrinsicMetric ? nil : size.height)
  }

  /// Changes an item's own layout margins, in points; no engine is made for that.
  ///
  /// - Throws: `SceneError` for an unknown item or an absurd number.
  public mutating func setMargins(_ item: SceneItem, _ margins: Insets) throws(SceneError) {
    try check(item)
    for value in [margins.top, margins.leading, margins.bottom, margins.trailing] {
      try check(value, "a margin of '\(items[item.index].name)'")
    }
    items[item.index].traits.margins = margins
  }

  /// Hides or shows an item, whose constraints stay; a stack that arranges it closes the gap.
  ///
  /// - Throws: `SceneError` for an unknown item, or when a limit is reached.
  public mutating func setHidden(_ item: SceneItem, _ isHidden: Bool) throws(SceneError) {
    try check(item)
    guard items[item.index].traits.isHidden != isHidden else { return }
    items[item.index].traits.isHidden = isHidden
    if let stack = items[item.index].stack { try refresh(stack) }
  }

  /// Whether an item is hidden itself.
  public func isHidden(_ item: SceneItem) -> Bool {
    items.indices.contains(item.index) && items[item.index].traits.isHidden
  }

  /// Refuses handles of other scenes, as far as they can be told.
  func check(_ item: SceneItem) throws(SceneError) {
    guard items.indices.contains(item.index) else { throw .unknownItem(item.index) }
  }

  /// Refuses numbers in which a layout would drown.
  func check(_ value: Double, _ place: @autoclosure () -> String) throws(SceneError) {
    guard value.isFinite, abs(value) <= limits.largestNumber else {
      throw .absurdNumber(place(), value)
    }
  }
}
