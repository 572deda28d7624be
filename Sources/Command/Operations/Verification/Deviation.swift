/// The distance of one measured height from the stored one, with evidence for the reason.
package struct Deviation {
  /// The evidence of a line and the store for a deviation.
  package struct Evidence: OptionSet {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The record or the template has another version.
    static let otherVersion = Evidence(rawValue: 1 << 0)
    /// A font has other bytes.
    static let otherFont = Evidence(rawValue: 1 << 1)
    /// A label has another number of lines.
    static let otherLines = Evidence(rawValue: 1 << 2)
    /// Every label whose lines were counted has the stored number.
    package static let sameLines = Evidence(rawValue: 1 << 3)
    /// The stored height depends on a size that was unknown.
    package static let sizeUnknown = Evidence(rawValue: 1 << 4)
    /// The deviation is that of whole lines of a label.
    package static let wholeLines = Evidence(rawValue: 1 << 5)
  }

  /// Measured less stored height, in points.
  package let by: Double
  /// Index of the group.
  package let group: UInt32
  /// The image views that show a picture, a bit each in the order of the template.
  package var pictures: UInt16 = 0
  package var evidence: Evidence = []
}

/// The cells of one template in one environment of a feed.
package struct MeasuredGroup: Hashable {
  package let feed: String
  package let template: String
  /// Key of the environment.
  package let environment: String
  /// The deviation that is accepted, in points.
  package let tolerance: Double
  /// Size of a device pixel, in points.
  package let pixel: Double

  /// Whether a deviation is larger than the tolerance.
  ///
  /// Devices report heights as 32-bit numbers, so a thousandth of a point is no difference.
  func isOff(_ by: Double) -> Bool { abs(by) > tolerance + 1.0 / 1024 }
}

/// The heights of a group's image views; shows which views have the same height in all cells.
struct PictureHeights {
  private var first: [Int] = []
  private var varying: UInt16 = 0
  private var cells = 0

  /// Notes the heights of a cell's image views, 0 for none, and returns which are shown.
  ///
  /// - Parameter heights: In steps, in the order of the template; only the first 16 are used.
  mutating func note(_ heights: some Sequence<Int>) -> UInt16 {
    var shown: UInt16 = 0
    for (index, height) in heights.prefix(UInt16.bitWidth).enumerated() {
      if index == first.count { first.append(height) }
      if height != first[index] { varying |= 1 << index }
      if height > 0 { shown |= 1 << index }
    }
    cells += 1
    return shown
  }

  /// The views whose size follows the picture; all of them if a single cell does not show which.
  var free: UInt16 { cells > 1 ? varying : .max }
}

/// Why measured heights differ from stored ones.
package enum DeviationCause: String, CaseIterable {
  case version, font
  case lineBreak = "line-break"
  case margin
  case imageSize = "image-size"
  case unknown
}

/// The causes of deviations, some of which show only in many cells.
package struct DeviationCauses {
  /// A deviation that most cells of a group share.
  package struct Shift {
    /// In points.
    package let by: Double
    /// Number of cells that have it.
    package let cells: Int
    /// Number of cells that could have it.
    package let comparable: Int
  }

  /// By group; `nil` if there is none.
  package private(set) var shifts: [Shift?]
  private let groups: [MeasuredGroup]
  private let pictures: [PictureHeights]

  /// Finds the causes.
  ///
  /// - Parameters:
  ///   - deviations: Those of all compared cells.
  ///   - groups: The groups.
  ///   - pictures: The image views of each group.
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

  /// The deviation of most of a group's cells, which a distance of the template explains.
  private static func shift(
    of cells: [Deviation], in group: MeasuredGroup, freePictures: UInt16
  ) -> Shift? {
    let off = cells.filter { group.isOff($0.by) }.sorted { $0.by < $1.by }
    guard off.count >= 2 else { return nil }
    let median = off[off.count / 2].by
    let shared = off.filter { abs($0.by - median) <= group.pixel }
    guard shared.count >= 2, shared.count * 2 > cells.count else { return nil }
    // A deviation only in cells with pictures is caused by the size of a picture.
    if shared.allSatisfy({ $0.evidence.contains(.sizeUnknown) }) { return nil }
    func hasPicture(_ cell: Deviation) -> Bool {
      cell.pictures & freePictures != 0 || cell.evidence.contains(.sizeUnknown)
    }
    if shared.allSatisfy(hasPicture), !cells.allSatisfy(hasPicture) { return nil }
    return Shift(by: median, cells: shared.count, comparable: cells.count)
  }

  /// The cause of a deviation above the tolerance.
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

  /// The image views of a cell that show a picture whose size they follow, a bit each.
  package func pictures(of deviation: Deviation) -> UInt16 {
    deviation.pictures & pictures[Int(deviation.group)].free
  }

  /// Whether a deviation is the one that most cells of its group share.
  package func hasShift(_ deviation: Deviation) -> Bool {
    guard let shift = shifts[Int(deviation.group)] else { return false }
    return abs(deviation.by - shift.by) <= groups[Int(deviation.group)].pixel
  }
}
