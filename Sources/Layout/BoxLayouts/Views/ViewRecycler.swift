public import LayoutPrimitives

/// The views of an earlier arrangement, to be reused by name.
///
/// Source: LayoutKit's ViewRecycler.
public struct ViewRecycler<View> {
  /// The views in the order of drawing; `nil` for those that are used again.
  private var views: [View?] = []
  /// The indices of named views in `views`; if several views share a name, that of the first.
  private var places: [String: Int] = [:]

  /// No views.
  public init() {}

  /// The views that the last arrangement did not use, to be removed from the screen.
  ///
  /// They are in the order in which they were drawn. Views without a name, and all except the first
  /// of one name, are never reused, so all of them are included.
  public private(set) var unused: [View] = []

  /// Takes the view of a name, unless it is already taken.
  mutating func take(_ name: String?) -> View? {
    guard let place = name.flatMap({ places.removeValue(forKey: $0) }) else { return nil }
    let view = views[place]
    views[place] = nil
    return view
  }

  /// Stores the views of an arrangement, from the back, and replaces earlier ones.
  mutating func keep(_ made: [(name: String?, view: View)]) {
    unused = views.compactMap(\.self)
    views = made.map(\.view)
    places = [:]
    for (place, view) in made.enumerated() {
      if let name = view.name, places[name] == nil { places[name] = place }
    }
  }
}

extension LayoutArrangement {
  /// Creates the views of the arrangement.
  ///
  /// - Parameters:
  ///   - factory: Creates the views.
  ///   - direction: From right to left, frames are mirrored within the arrangement's frame.
  /// - Returns: The views that no other view of the arrangement contains, from the back.
  public func makeViews<Factory: ViewFactory>(
    _ factory: inout Factory, _ direction: LayoutDirection = .leftToRight
  ) -> [Factory.View] {
    var recycler = ViewRecycler<Factory.View>()
    return makeViews(&factory, reusing: &recycler, direction)
  }

  /// Creates the views of the arrangement, and reuses those of an earlier one.
  ///
  /// A view is found by its `reuseID`. If several views share a name, the first in the order of
  /// drawing gets the view, and the others are created. Views without a name are always created.
  ///
  /// - Parameters:
  ///   - factory: Creates and changes the views.
  ///   - recycler: The views of the earlier arrangement; afterwards those of this one.
  ///   - direction: From right to left, frames are mirrored within the arrangement's frame.
  /// - Returns: The views that no other view of the arrangement contains, from the back.
  public func makeViews<Factory: ViewFactory>(
    _ factory: inout Factory, reusing recycler: inout ViewRecycler<Factory.View>,
    _ direction: LayoutDirection = .leftToRight
  ) -> [Factory.View] {
    let views = views(direction)
    let found = views.map { recycler.take($0.view.reuseID) }
    // Views are listed before those in them, and so the last one is made first.
    var inside = [[Factory.View]](repeating: [], count: views.count)
    var roots: [Factory.View] = []
    var made: [(name: String?, view: Factory.View)] = []
    for (index, arranged) in views.enumerated().reversed() {
      var frame = arranged.frame
      if let parent = arranged.parent {
        frame.x -= views[parent].frame.x
        frame.y -= views[parent].frame.y
      }
      let subviews = Array(inside[index].reversed())
      inside[index] = []
      let view =
        if let view = found[index] {
          factory.reuseView(
            view, as: arranged.view, frame: frame, text: arranged.text, subviews: subviews)
        } else {
          factory.makeView(
            arranged.view, frame: frame, text: arranged.text, subviews: subviews)
        }
      made.append((arranged.view.reuseID, view))
      if let parent = arranged.parent {
        inside[parent].append(view)
      } else {
        roots.append(view)
      }
    }
    recycler.keep(made.reversed())
    return roots.reversed()
  }
}
