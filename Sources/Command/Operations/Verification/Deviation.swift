/// The difference between a measured and the stored height, with evidence of the cause.
package struct Deviation {
  /// The evidence of the cause, from the line of input and from the store.
  package struct Evidence: OptionSet {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The version of the record or of the template differs.
    static let otherVersion = Evidence(rawValue: 1 << 0)
    /// The file of a font differs.
    static let otherFont = Evidence(rawValue: 1 << 1)
    /// The number of lines of a label differs.
    static let otherLines = Evidence(rawValue: 1 << 2)
    /// The number of lines is equal for every label whose lines the device counted.
    package static let sameLines = Evidence(rawValue: 1 << 3)
    /// The stored height depends on a picture size that was unknown.
    package static let sizeUnknown = Evidence(rawValue: 1 << 4)
    /// The deviation equals the height of whole lines of a label.
    package static let wholeLines = Evidence(rawValue: 1 << 5)
  }

  /// Measured height minus stored height, in points.
  package let by: Double
  /// The index of the cell's group in `MeasuredComparison.groups`.
  package let group: UInt32
  /// The image views that show a picture, one bit per image view in the order of the template.
  package var pictures: UInt16 = 0
  package var evidence: Evidence = []
}

/// The cells of one template in one environment of a feed.
package struct MeasuredGroup: Hashable {
  package let feed: String
  package let template: String
  /// Key of the environment.
  package let environment: String
  /// The largest accepted deviation, in points.
  package let tolerance: Double
  /// Size of a device pixel, in points.
  package let pixel: Double

  /// Whether a deviation is larger than the tolerance.
  ///
  /// Devices report heights as 32-bit numbers, so about a thousandth of a point is ignored.
  func isOff(_ by: Double) -> Bool { abs(by) > tolerance + 1.0 / 1024 }
}

/// Finds the image views of a group whose height is not the same in all cells.
struct PictureHeights {
  private var first: [Int] = []
  private var varying: UInt16 = 0
  private var cells = 0

  /// Adds the heights of a cell's image views, and returns the views that are shown, as bits.
  ///
  /// - Parameter heights: In pixels, 0 for a hidden view, in the order of the template; views after
  ///   the first 16 are ignored.
  mutating func add(_ heights: some Sequence<Int>) -> UInt16 {
    var shown: UInt16 = 0
    for (index, height) in heights.prefix(UInt16.bitWidth).enumerated() {
      if index == first.count { first.append(height) }
      if height != first[index] { varying |= 1 << index }
      if height > 0 { shown |= 1 << index }
    }
    cells += 1
    return shown
  }

  /// The views whose height varies, as bits.
  ///
  /// After a single cell this is unknown, so that all bits are set.
  var free: UInt16 { cells > 1 ? varying : .max }
}

/// The causes of a difference between a measured and the stored height.
///
/// - `version`: the record or the template has another version.
/// - `font`: a font file is another one.
/// - `line-break`: a label has another number of lines.
/// - `margin`: a distance differs; most cells of the group share the difference, or the numbers of
///   lines are equal.
/// - `image-size`: a picture has another size.
/// - `unknown`: the evidence shows no cause.
package enum DeviationCause: String, CaseIterable {
  case version, font
  case lineBreak = "line-break"
  case margin
  case imageSize = "image-size"
  case unknown
}

/// Finds the causes of deviations; some causes are visible only in many cells.
package struct DeviationCauses {
  /// A deviation that most cells of a group share.
  package struct Shift {
    /// The shared deviation, in points.
    package let by: Double
    /// Number of cells that have the deviation.
    package let cells: Int
    /// Number of cells of the group without evidence of another version, font or number of lines.
    package let comparable: Int
  }

  /// The shift of each group, in the order of the groups; `nil` if a group has none.
  package private(set) var shifts: [Shift?]
  private let groups: [MeasuredGroup]
  private let pictures: [PictureHeights]

  /// Finds the causes.
  ///
  /// - Parameters:
  ///   - deviations: The deviations of all compared cells.
  ///   - groups: The groups.
  ///   - pictures: The image views, by group.
  init(
    _ deviations: [Deviation], in groups: [MeasuredGroup], pictures: [PictureHeights]
  ) {
    self.groups = groups
    self.pictures = pictures
    var members = [[Deviation]](repeating: [], count: groups.count)
    for deviation in deviations
    where deviation.evidence.isDisjoint(with: [.otherVersion, .otherFont, .otherLines]) {
      members[Int(deviation.group)].append(deviation)
    }
    shifts = groups.indices.map {
      Self.shift(of: members[$0], in: groups[$0], freePictures: pictures[$0].free)
    }
  }

  /// The deviation that most cells of a group share, as after a changed distance in a template.
  ///
  /// It is nil if there is none, or if the sizes of pictures explain it.
  private static func shift(
    of cells: [Deviation], in group: MeasuredGroup, freePictures: UInt16
  ) -> Shift? {
    let off = cells.filter { group.isOff($0.by) }.sorted { $0.by < $1.by }
    guard off.count >= 2 else { return nil }
    let median = off[off.count / 2].by
    let shared = off.filter { abs($0.by - median) <= group.pixel }
    guard shared.count >= 2, shared.count * 2 > cells.count else { return nil }
    // If only cells with pictures deviate, the cause is the size of a picture.
    if shared.allSatisfy({ $0.evidence.contains(.sizeUnknown) }) { return nil }
    func hasPicture(_ cell: Deviation) -> Bool {
      cell.pictures & freePictures != 0 || cell.evidence.contains(.sizeUnknown)
    }
    if shared.allSatisfy(hasPicture), !cells.allSatisfy(hasPicture) { return nil }
    return Shift(by: median, cells: shared.count, comparable: cells.count)
  }

  /// The most likely cause of a deviation that is larger than the tolerance.
  package func cause(of deviation: Deviation) -> DeviationCause {
    let evidence = deviation.evidence
    if evidence.contains(.otherVersion) { return .version }
    if evidence.contains(.otherFont) { return .font }
    if evidence.contains(.otherLines) { return .lineBreak }
    if hasShift(deviation) { return .margin }
    if evidence.contains(.sizeUnknown) { return .imageSize }
    if !evidence.contains(.sameLines), evidence.contains(.wholeLines) { return .lineBreak }
    if pictures(of: deviation) != 0 { return .imageSize }
    return evidence.contains(.sameLines) ? .margin : .unknown
  }

  /// The image views of a cell that show a picture and whose height varies in the group, as bits.
  package func pictures(of deviation: Deviation) -> UInt16 {
    deviation.pictures & pictures[Int(deviation.group)].free
  }

  /// Whether a deviation is the one that most cells of its group share.
  package func hasShift(_ deviation: Deviation) -> Bool {
    guard let shift = shifts[Int(deviation.group)] else { return false }
    return abs(deviation.by - shift.by) <= groups[Int(deviation.group)].pixel
  }
}
