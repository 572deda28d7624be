/// The lines of a label as they were measured, for a client that draws the text.
///
/// A client hashes the text that it has with `textHash(of:)`. If the hash is not `textHash`, the
/// lines belong to another text, and the client must lay out its own text.
public struct LabelFragments: Hashable, Sendable {
  /// Hash of the whole text of the label, even if part of it is not drawn.
  public var textHash: UInt32
  /// The factor by which the font was shrunk to fit, a multiple of 2⁻¹⁶; 1 if it was not.
  public var scale: Double
  /// The lines from the first; empty if the label is hidden, empty or was not measured.
  public var lines: [LineFragment]

  /// Creates the lines of a label.
  ///
  /// - Parameters:
  ///   - textHash: Hash of the label's text, from `textHash(of:)`.
  ///   - scale: The factor by which the font was shrunk; it is rounded to a multiple of 2⁻¹⁶.
  ///   - lines: The lines, from the first.
  public init(textHash: UInt32, scale: Double = 1, lines: [LineFragment]) {
    self.textHash = textHash
    self.scale = (scale * 65536).rounded() / 65536
    self.lines = lines
  }

  /// A label without lines.
  public static let none = LabelFragments(textHash: textHash(of: ""), lines: [])

  /// Maximum number of lines that are kept of a label.
  public static let maximumLines = Int(Int16.max)

  /// FNV-1a with 32 bits over the UTF-16 units of a text, each as two little-endian bytes.
  ///
  /// Source: Fowler, Noll, Vo, Eastlake, Hansen: The FNV Non-Cryptographic Hash Algorithm (RFC
  /// 9923): offset basis 2166136261, prime 16777619.
  public static func textHash(of text: String) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for unit in text.utf16 {
      hash = (hash ^ UInt32(unit & 0xFF)) &* 16_777_619
      hash = (hash ^ UInt32(unit >> 8)) &* 16_777_619
    }
    return hash
  }
}

/// One line of a label: the part of the text that it draws, and where.
///
/// A line begins where the line before it ends. Offsets are in UTF-16 units of the label's text. A
/// pixel is a pixel of `Environment.grid`.
public struct LineFragment: Hashable, Sendable {
  /// What is drawn on a line besides its text.
  public enum Mark: Hashable, Sendable {
    /// Nothing.
    case none
    /// A hyphen at the end of the line, for a soft hyphen.
    case hyphen
    /// An ellipsis in place of a range of the text.
    case ellipsis(omitted: Range<Int>)
    /// Nothing; the text is clipped at the edge of the label.
    case clip
  }

  /// A part of a line that is drawn in one direction.
  public struct Run: Hashable, Sendable {
    /// The range of the text; an empty range stands for the hyphen or the ellipsis.
    public var range: Range<Int>
    /// Whether the run is drawn from right to left.
    public var isRightToLeft: Bool

    /// Creates a run.
    public init(range: Range<Int>, isRightToLeft: Bool) {
      self.range = range
      self.isRightToLeft = isRightToLeft
    }
  }

  /// Offset after the text of the line, with the spaces and the terminator at its end.
  public var end: Int
  /// Width as drawn, rounded up to pixels: with an ellipsis or hyphen, without spaces at the end.
  public var width: Int
  /// Distance of the baseline from the top of the label's frame, in pixels.
  public var baseline: Int
  /// What is drawn besides the text.
  public var mark: Mark
  /// Whether the base direction of the line is right to left.
  public var isRightToLeft: Bool
  /// Whether the space between characters is narrowed so that the text has the width `width`.
  public var isTightened: Bool
  /// The parts of the line from left to right; empty if the bidirectional algorithm gives the same
  /// order for the line alone, in its base direction.
  public var runs: [Run]

  /// Creates a line; see the properties for the units.
  public init(
    end: Int, width: Int, baseline: Int, mark: Mark = .none, isRightToLeft: Bool = false,
    isTightened: Bool = false, runs: [Run] = []
  ) {
    self.end = end
    self.width = width
    self.baseline = baseline
    self.mark = mark
    self.isRightToLeft = isRightToLeft
    self.isTightened = isTightened
    self.runs = runs
  }
}
