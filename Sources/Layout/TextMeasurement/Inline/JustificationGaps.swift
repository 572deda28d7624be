internal import CICU

/// The places of a line where it is widened to be justified.
///
/// Source: CSS Text 3, 7.2; Blink's `ShapeResultSpacing`, in which white space is a place after it,
/// and an ideograph is one on both sides.
enum JustificationGaps {
  /// What a character is for justification.
  enum Kind: Sendable {
    case none, space, ideograph
  }

  /// The kind of the character of each UTF-16 unit.
  static func kinds(in text: String) -> [Kind] {
    var kinds: [Kind] = []
    kinds.reserveCapacity(text.utf16.count)
    for scalar in text.unicodeScalars {
      let kind: Kind =
        switch scalar {
        case " ", "\t", "\n", "\u{A0}": .space
        case ..<"\u{2C7}": .none
        default: isIdeograph(scalar.value) ? .ideograph : .none
        }
      kinds += repeatElement(kind, count: UTF16.width(scalar))
    }
    return kinds
  }

  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    cicu_is_east_asian(scalar) != 0 && cicu_script(scalar) != Int32(CICU_SCRIPT_HANGUL)
  }

  /// The number of places before and after a cluster.
  typealias Gap = (before: Int, after: Int)

  /// Finds the places in the texts of a line, in the order of the text.
  ///
  /// - Returns: The number of places.
  static func find(in items: inout [PlacedInlineLine.Item], _ lines: InlineLines) -> Int {
    var count = 0
    // There is no place at either end of the line.
    var isAfterGap = true
    var last: (item: Int, cluster: Int)?
    for index in items.indices where !items[index].hangs {
      if items[index].atom != nil { isAfterGap = false }
      items[index].gaps = items[index].clusters.map { _ in (0, 0) }
      for (clusterIndex, cluster) in items[index].clusters.enumerated() {
        let offset = lines.base.offset(ofCluster: cluster)
        let kinds = lines.content.justification
        let kind = offset < kinds.count ? kinds[offset] : .none
        guard kind != .none else {
          isAfterGap = false
          continue
        }
        if kind == .ideograph, !isAfterGap {
          items[index].gaps[clusterIndex].before = 1
          count += 1
        }
        items[index].gaps[clusterIndex].after = 1
        count += 1
        isAfterGap = true
        last = (index, clusterIndex)
      }
    }
    if isAfterGap, let last {
      items[last.item].gaps[last.cluster].after = 0
      count -= 1
    }
    return count
  }
}
