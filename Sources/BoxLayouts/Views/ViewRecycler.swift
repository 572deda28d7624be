/// The views of an earlier arrangement, found again by their names.
///
/// Source: LayoutKit's ViewRecycler.
public struct ViewRecycler<View> {
  /// The views in the order of drawing; `nil` for those that are used again.
  private var views: [View?] = []
  /// The places of named views in `views`, of several with one name that of the first.
  private var places: [String: Int] = [:]

  /// No views.
  public init() {}

  /// The views that the last arrangement did not use, to be removed from the screen.
  ///
  /// They are in the order in which they were drawn. Views without a name, and all but the first of
  /// one name, are never used again, and so all of them are here.
  public private(set) var unused: [View] = []

  /// Takes the view of a name, if it is not taken yet.
  mutating func take(_ name: String?) -> View? {
    guard let place = name.flatMap({ places.removeValue(forKey: $0) }) else { return nil }
    let view = views[place]
    views[place] = nil
    return view
  }

  /// Keeps the views of an arrangement, from the back, in place of those before it.
  mutating func keep(_ made: [(name: String?, view: View)]) {
    unused = views.compactMap(\.self)
    views = made.map(\.view)
    places = [:]
    for (place, view) in made.enumerated() {
      if let name = view.name, places[name] == nil { places[name] = place }
    }
  }
}
