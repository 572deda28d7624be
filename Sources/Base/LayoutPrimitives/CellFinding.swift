/// A finding about one laid-out cell: its kind and, unless it concerns the whole cell, a view.
///
/// A cell stores its findings as numbers in a `FindingSet`. The number follows from the kind and
/// from the view's index among the template's views with frames.
public struct CellFinding: Hashable, Sendable {
  /// The kinds of findings.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// A required constraint was relaxed.
    case conflict
    /// The constraints do not determine all frames.
    case ambiguity
    /// Document order decided between constraints of equal priority.
    case tie
    /// The height is 0 although a visible view has content.
    ///
    /// The finding names the lowest view that is visible and has content.
    case collapsed
    /// A view with content extends below the cell's bottom edge.
    case below
    /// A view extends beyond another edge, or a view without content extends below the bottom edge.
    case outside
    /// A label's text is truncated.
    case truncated
    /// A label's frame is smaller than its text.
    case squeezed
    /// A view with content has a width or height of 0.
    case vanished
    /// A label shows markup as plain text, without the sizes of elements such as code blocks.
    case flattened

    /// Number of kinds that concern the whole cell; they are the first cases.
    public static let ofCell = 3
    /// Number of kinds that concern a view.
    public static let ofView = allCases.count - ofCell
  }

  /// The kind of the finding.
  public let kind: Kind
  /// The view's index among the template's views with frames, or `nil` for the whole cell.
  public let position: Int?

  /// Creates a finding; `position` is nil for a kind that concerns the whole cell.
  public init(_ kind: Kind, position: Int? = nil) {
    self.kind = kind
    self.position = position
  }

  /// Decodes a finding from its number in a `FindingSet`.
  ///
  /// - Parameter number: Number of the finding, `>= 0`.
  public init(number: Int) {
    let (position, kind) = (number - Kind.ofCell).quotientAndRemainder(dividingBy: Kind.ofView)
    self.kind = Kind.allCases[number < Kind.ofCell ? number : Kind.ofCell + kind]
    self.position = number < Kind.ofCell ? nil : position
  }

  /// Number of different findings that the cells of one template may have.
  ///
  /// - Parameter views: Number of the template's views that have frames.
  public static func numbers(views: Int) -> Int {
    Kind.ofCell + views * Kind.ofView
  }

  /// The finding's number in a `FindingSet`.
  public var number: Int {
    (position ?? 0) * Kind.ofView + kind.rawValue
  }
}

extension CellFinding.Kind {
  /// The name of the kind in the output; `outside` and `squeezed` name two kinds each.
  public var word: String {
    switch self {
    case .conflict: "conflict"
    case .ambiguity: "ambiguous"
    case .tie: "tie"
    default: finding?.rawValue ?? ""
    }
  }

  /// The stable error code of the kind, such as `CH0101`.
  public var code: String {
    switch self {
    case .conflict: "CH0101"
    case .ambiguity: "CH0201"
    case .tie: "CH0202"
    case .collapsed: "CH0610"
    case .below, .outside: "CH0611"
    case .truncated: "CH0613"
    case .squeezed, .vanished: "CH0614"
    case .flattened: "CH0624"
    }
  }

  /// How serious findings of the kind are.
  public var severity: FindingSeverity {
    switch self {
    case .conflict: .error
    case .ambiguity, .collapsed, .below, .vanished: .warning
    case .tie, .outside, .truncated, .squeezed, .flattened: .note
    }
  }
}

/// How serious a finding is.
public enum FindingSeverity: String, Hashable, Sendable, CaseIterable {
  /// Cells cannot be laid out, or required constraints were relaxed.
  case error
  /// Cells are laid out, but perhaps wrongly or slowly.
  case warning
  /// The finding is for information and requires no change.
  case note
}

/// The kinds of findings that can make a build or a check fail (`--fail-on`).
public enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// A cell has the height 0, although a visible view has content.
  case collapsed
  /// A view extends beyond its cell.
  case outside
  /// A binding has no value in any record.
  case unanswered
  /// A text is truncated.
  case truncated
  /// A view is smaller than its content.
  case squeezed
  /// A label shows markup as plain text, without the sizes of elements such as code blocks.
  case flattened
  /// No text of the template is bound, or a text has a placeholder of another template language.
  case unbound
  /// A list of a record has more elements than the copies of a repeated view show.
  case cut
  /// A view of the template shows no value of any record.
  case blank
  /// A value that the records of the last generation had is absent now.
  case lost
  /// Every cell is 0 high.
  case flat

  /// Index of the kind in `allCases`.
  public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CellFinding.Kind {
  /// The kind under which builds and checks count the finding; `nil` if a caveat covers it.
  public var finding: FindingKind? {
    switch self {
    case .conflict, .ambiguity, .tie: nil
    case .collapsed: .collapsed
    case .below, .outside: .outside
    case .truncated: .truncated
    case .squeezed, .vanished: .squeezed
    case .flattened: .flattened
    }
  }
}

/// The findings of one cell, as a set of numbers.
///
/// The number of views of the template decides how many numbers there are; `CellFinding.number`
/// defines their meaning. Stores contain the set as bits.
public struct FindingSet: Hashable, Sendable {
  /// Findings 0...63, one bit each.
  private var low: UInt64 = 0
  /// Findings from 64 on, 64 per word.
  ///
  /// There are no zero words at the end, so that sets of the same findings compare equal.
  private var high: [UInt64] = []

  /// Creates an empty set.
  public init() {}

  /// Reads the stored form, in which finding i is bit i % 8 of byte i / 8.
  public init(bytes: some Collection<UInt8>) {
    for (index, byte) in bytes.enumerated() where byte != 0 {
      if index < 8 {
        low |= UInt64(byte) << UInt64(8 * index)
      } else {
        for bit in 0..<8 where byte & (1 << bit) != 0 { insert(index * 8 + bit) }
      }
    }
  }

  /// The stored form, which `init(bytes:)` reads, without zero bytes at the end; empty for a cell
  /// without findings.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in [low] + high {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    while bytes.last == 0 { bytes.removeLast() }
    return bytes
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { low == 0 && high.isEmpty }

  /// Adds a finding.
  ///
  /// - Parameter finding: Number of the finding, `>= 0`.
  public mutating func insert(_ finding: Int) {
    guard finding >= 64 else {
      low |= 1 << UInt64(finding)
      return
    }
    let word = finding / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(finding % 64)
  }

  /// Adds the findings of another set.
  public mutating func formUnion(_ other: FindingSet) {
    low |= other.low
    while high.count < other.high.count { high.append(0) }
    for (word, bits) in other.high.enumerated() { high[word] |= bits }
  }

  /// Whether the set contains the finding with this number.
  public func contains(_ finding: Int) -> Bool {
    guard finding >= 64 else { return low & (1 << UInt64(finding)) != 0 }
    let word = finding / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(finding % 64)) != 0
  }

  /// The numbers of the set's findings, in ascending order.
  public var numbers: Numbers { Numbers(word: low, high: high) }

  /// The numbers of a set's findings, in ascending order.
  public struct Numbers: Sequence, IteratorProtocol, Sendable {
    fileprivate var word: UInt64
    fileprivate let high: [UInt64]
    private var index = 0

    fileprivate init(word: UInt64, high: [UInt64]) {
      self.word = word
      self.high = high
    }

    /// Returns the number of the next finding; `nil` after the last.
    public mutating func next() -> Int? {
      while word == 0 {
        guard index < high.count else { return nil }
        word = high[index]
        index += 1
      }
      let bit = word.trailingZeroBitCount
      word &= word - 1
      return index * 64 + bit
    }
  }
}
