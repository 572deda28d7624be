/// The places inside a word at which lines may break although HarfBuzz says that the text on both sides
/// must be shaped again.
struct WordCuts {
  /// An offset in the text, and the width of the word up to it.
  struct Position {
    /// UTF-16 offset.
    var unit: Int
    /// Width, in font units.
    var units: Int32
  }

  struct Cut {
    /// Index of the cluster after the cut.
    var cluster: Int
    var position: Position
    /// The last place before the cut, and the first after it, at which the text can be divided.
    var start: Position
    var end: Position
  }

  /// Maximum length of the text around a cut that is shaped again, in UTF-16 code units.
  ///
  /// It bounds the time of texts in which HarfBuzz finds no place to divide them. Syllables are
  /// shorter.
  static let maximumUnits = 256

  private(set) var all: ContiguousArray<Cut> = []
  /// Number of cuts whose `end` is known.
  private var closed = 0

  /// Adds a cut before a cluster, after a place at which the text can be divided.
  mutating func add(_ position: Position, before cluster: Int, after start: Position) {
    all.append(Cut(cluster: cluster, position: position, start: start, end: position))
  }

  /// Ends the text to shape again after the last cuts, because it can be divided at a place.
  @inline(__always)
  mutating func close(at position: Position) {
    while closed < all.count {
      all[closed].end = position
      closed += 1
    }
  }

  /// Removes all cuts, so that another word can begin.
  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    closed = 0
  }
}
