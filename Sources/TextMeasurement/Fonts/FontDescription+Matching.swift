extension [FontDescription] {
  /// The face nearest to the requested traits; `nil` for an empty list.
  ///
  /// The rules and their order are those of CSS Fonts 4, section 5.2: width first, then slant, then
  /// weight. A width up to 100 % looks at narrower faces first, a greater one at wider; an italic
  /// is served by an oblique before an upright face; weights of 400...500 look up to 500, then
  /// down, then up, lighter ones look down first, bolder ones up first. A variable face has every
  /// value of its axes. Angles of slant are not compared. Equal faces are decided by their order,
  /// static ones before variable ones.
  func nearest(_ traits: FontTraits) -> FontDescription? {
    self.min { $0.distance(to: traits) < $1.distance(to: traits) }
  }
}

extension FontDescription {
  /// Place of this face's slant in the order in which CSS tries slants for a requested one, from 0.
  func slantRank(of wanted: FontSlant) -> Int {
    let angles = axes["slnt"].map { (least: $0.minimum, most: $0.maximum) }
    let italics = axes["ital"]
    let isUpright =
      slant == .upright || italics?.minimum == 0
      || (slant == .oblique && angles.map { $0.least <= 0 && $0.most >= 0 } == true)
    let isOblique = slant == .oblique || angles.map { $0.least < 0 } == true
    let order: [Bool] =
      switch wanted {
      case .upright: [isUpright, isOblique, hasItalicLetters]
      case .italic: [hasItalicLetters, isOblique, isUpright]
      case .oblique: [isOblique, hasItalicLetters, isUpright]
      }
    return order.firstIndex(of: true) ?? order.count
  }

  /// Distance of the face from the requested traits, as a tuple whose parts are compared in order.
  fileprivate func distance(
    to wanted: FontTraits
  ) -> (Int, Double, Int, Int, Int, Int) {
    let widths = axes["wdth"].map { ($0.minimum, $0.maximum) } ?? (width, width)
    let weights =
      axes["wght"].map { (Int($0.minimum.rounded(.up)), Int($0.maximum)) } ?? (weight, weight)
    let (side, gap) = Self.widthDistance(widths, to: wanted.width)
    let (group, steps) = Self.weightDistance(weights, to: wanted.weight)
    return (side, gap, slantRank(of: wanted.slant), group, steps, isVariable ? 1 : 0)
  }

  private static func widthDistance(
    _ range: (Double, Double), to wanted: Double
  ) -> (Int, Double) {
    if range.0 <= wanted, wanted <= range.1 { return (0, 0) }
    let isNarrower = range.1 < wanted
    return (isNarrower == (wanted <= 100) ? 1 : 2, isNarrower ? wanted - range.1 : range.0 - wanted)
  }

  private static func weightDistance(_ range: (Int, Int), to wanted: Int) -> (Int, Int) {
    if range.0 <= wanted, wanted <= range.1 { return (0, 0) }
    let isLighter = range.1 < wanted
    let gap = isLighter ? wanted - range.1 : range.0 - wanted
    if (400...500).contains(wanted) {
      return (isLighter ? 2 : range.0 <= 500 ? 1 : 3, gap)
    }
    return (isLighter == (wanted < 400) ? 1 : 2, gap)
  }
}
