public import LayoutPrimitives

/// Keeps the views of an arrangement, so that the next arrangement can reuse them by name.
///
/// Source: LayoutKit's ViewRecycler.
public struct ViewRecycler<View> {
  /// The views in the order of drawing; `nil` for a view that was taken.
  private var views: [View?] = []
  /// The indices in `views`, by name; if several views share a name, the index of the first.
  private var indices: [String: Int] = [:]

  /// Creates a recycler without views.
  public init() {}

  /// The views that the last call of `makeViews` did not reuse, in the order of drawing.
  ///
  /// The caller removes them from the screen. A view without a name is never reused, and of several
  /// views with the same name only the first is.
  public private(set) var unused: [View] = []

  /// Removes and returns the view with a name; `nil` if there is none or it was already taken.
  mutating func remove(_ name: String?) -> View? {
    guard let index = name.flatMap({ indices.removeValue(forKey: $0) }) else { return nil }
    let view = views[index]
    views[index] = nil
    return view
  }

  /// Moves the views that were not taken to `unused`, and keeps the views of a new arrangement.
  mutating func keep(_ made: [(name: String?, view: View)]) {
    unused = views.compactMap(\.self)
    views = made.map(\.view)
    indices = [:]
    for (index, view) in made.enumerated() {
      if let name = view.name, indices[name] == nil { indices[name] = index }
    }
  }
}

extension LayoutArrangement {
  /// Creates the views of the arrangement.
  ///
  /// - Parameters:
  ///   - factory: Creates the views.
  ///   - direction: For right to left, all frames are mirrored within the arrangement's frame.
  /// - Returns: The outermost views, the rearmost first.
  public func makeViews<Factory: ViewFactory>(
    _ factory: inout Factory, _ direction: LayoutDirection = .leftToRight
  ) -> [Factory.View] {
    var recycler = ViewRecycler<Factory.View>()
    return makeViews(&factory, reusing: &recycler, direction)
  }

  /// Creates the views of the arrangement, or reuses the views of the previous arrangement.
  ///
  /// A view is reused if it has the same `reuseID`. If several views of this arrangement have that
  /// name, the first in the order of drawing reuses it. Views without a name are always created.
  ///
  /// - Parameters:
  ///   - factory: Creates and updates the views.
  ///   - recycler: Contains the views of the previous arrangement; afterwards those of this one.
  ///   - direction: For right to left, all frames are mirrored within the arrangement's frame.
  /// - Returns: The outermost views, the rearmost first.
  public func makeViews<Factory: ViewFactory>(
    _ factory: inout Factory, reusing recycler: inout ViewRecycler<Factory.View>,
    _ direction: LayoutDirection = .leftToRight
  ) -> [Factory.View] {
    let views = views(direction)
    let reused = views.map { recycler.remove($0.view.reuseID) }
    // A view is listed before the views inside it, so the list is processed from the end.
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
        if let view = reused[index] {
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
