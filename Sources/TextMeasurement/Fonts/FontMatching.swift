extension [FontDescription] {
  /// The face nearest to a weight and slant, or none of an empty list.
  ///
  /// Slant comes first, then the width nearest to normal, then weight in the order of CSS Fonts 4,
  /// section 5.2: 400...500 look up to 500, then down, then up; lighter ones look down first,
  /// bolder ones up first. Equal faces are decided by their order.
  func nearest(weight: Int, italic: Bool) -> FontDescription? {
    self.min { left, right in
      left.distance(toWeight: weight, italic: italic)
        < right.distance(toWeight: weight, italic: italic)
    }
  }
}

extension FontDescription {
  /// How far a face is from what is wanted; the parts are compared in order.
  fileprivate func distance(toWeight wanted: Int, italic: Bool) -> (Int, Int, Int, Int) {
    let slant = self.italic == italic ? 0 : 1
    let width = abs(self.width - 100)
    if variable { return (slant, width, 0, 0) }
    let gap = abs(weight - wanted)
    let group: Int
    if weight == wanted {
      group = 0
    } else if (400...500).contains(wanted) {
      group = weight > wanted && weight <= 500 ? 1 : weight < wanted ? 2 : 3
    } else if wanted < 400 {
      group = weight < wanted ? 1 : 2
    } else {
      group = weight > wanted ? 1 : 2
    }
    return (slant, width, group, gap)
  }
}
