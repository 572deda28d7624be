package import LayoutPrimitives

/// The inline boxes of a text, and the atomic boxes on its lines.
///
/// In the text, U+FFFC stands for each atomic box; its run is an object. All lengths are in points.
///
/// Source: CSS Inline 3.
package struct InlineContent: Sendable {
  /// An inline box, such as a `span`.
  package struct Box: Sendable {
    /// Index of the inline box around this box; `nil` if there is none.
    package var parent: Int?
    /// UTF-16 offsets in the text.
    package var range: Range<Int>
    package var isLeftToRight = true
    /// Whether lines break inside, as by CSS's `white-space`.
    package var wraps = true
    /// Whether white space is kept, as by CSS's `white-space: pre-wrap`.
    package var keepsSpaces = false
    /// Where words inside break that are too long for a line.
    package var overflowWrap = OverflowWrap.breakWord
    package var alignment = VerticalAlign<Double>.baseline
    package var strut: InlineStrut
    /// Margins at both ends of the text; they may be negative.
    package var margins: (start: Double, end: Double) = (0, 0)
    /// Border and padding together.
    package var insets = Insets(all: 0)

    /// Creates an inline box without edges.
    package init(parent: Int?, range: Range<Int>, strut: InlineStrut) {
      self.parent = parent
      self.range = range
      self.strut = strut
    }

    /// Width before the text of the box.
    var start: Double { margins.start + insets.leading }
    /// Width after the text of the box.
    var end: Double { margins.end + insets.trailing }
  }

  /// A box that is laid out by itself and stands on a line like a letter.
  package struct Atom: Sendable {
    /// Index of the inline box around it; `nil` if there is none.
    package var parent: Int?
    /// UTF-16 offset of its character.
    package var offset: Int
    package var alignment = VerticalAlign<Double>.baseline
    /// Width of the margin box.
    package var width = 0.0
    /// Distances of the top and the bottom of the margin box from its baseline.
    package var extent: (ascent: Double, descent: Double) = (0, 0)

    /// Creates an atomic box without a size.
    package init(parent: Int?, offset: Int) {
      self.parent = parent
      self.offset = offset
    }
  }

  /// Where a box begins or ends, in the order of the document.
  package enum Event: Hashable, Sendable {
    case open(Int)
    case atom(Int)
    case close(Int)
    /// A position in the text, where nothing is.
    case mark(Int)
    /// A float, or a line break with `clear`.
    case float(Int)
  }

  package var boxes: [Box] = []
  package var atoms: [Atom] = []
  /// Positions in the text: the inline box around each, and its UTF-16 offset.
  package var marks: [(parent: Int?, offset: Int)] = []
  /// The floats and the line breaks with `clear`: the inline box around each, and its UTF-16 offset.
  package var floats: [(parent: Int?, offset: Int, isClear: Bool)] = []
  /// The beginnings and ends of all boxes, in the order of the document.
  package var events: [Event] = []
  /// Whether lines break outside of the inline boxes.
  package var wraps = true
  /// Whether white space outside of the inline boxes is kept.
  package var keepsSpaces = false
  /// Where words outside of the inline boxes break that are too long for a line.
  package var overflowWrap = OverflowWrap.breakWord
  /// CSS's `text-indent`: the distance of the first line's text from the start of the line.
  package var indent = 0.0
  /// Where lines are widened if they are justified, for each UTF-16 unit; otherwise empty.
  private(set) var justification: [JustificationGaps.Kind] = []
  /// UTF-16 offsets of the spaces and tabs at the ends of boxes, where `dividesSegments`.
  private var spaces: Set<Int> = []

  /// Creates content without boxes.
  package init() {}

  /// The UTF-16 offset of an event.
  func offset(of event: Event) -> Int {
    switch event {
    case .open(let box): boxes[box].range.lowerBound
    case .close(let box): boxes[box].range.upperBound
    case .atom(let atom): atoms[atom].offset
    case .mark(let mark): marks[mark].offset
    case .float(let float): floats[float].offset
    }
  }

  /// Index of the first event of the line that begins at a UTF-16 offset.
  ///
  /// Boxes that end there and empty boxes belong to the line before.
  func firstEvent(at offset: Int) -> Int {
    var index = events.partitioningIndex { self.offset(of: $0) >= offset }
    guard offset > 0 else { return index }
    while index < events.count, self.offset(of: events[index]) == offset,
      let end = endOfClosed(at: index, offset: offset)
    {
      index = end
    }
    return index
  }

  /// Index after what belongs to the line before an offset: the end of a box, an empty box or a
  /// position there; `nil` if the event belongs to the line after it.
  private func endOfClosed(at index: Int, offset: Int) -> Int? {
    switch events[index] {
    case .close(let box): return boxes[box].range.lowerBound < offset ? index + 1 : nil
    case .open(let box) where boxes[box].range.isEmpty:
      return events[index...].firstIndex(of: .close(box)).map { $0 + 1 }
    case .mark, .float: return index + 1
    default: return nil
    }
  }

  /// The widths of the ends of boxes and of the empty boxes at one position, in points.
  ///
  /// - Parameter index: The first event at the position.
  func edges(after index: Int) -> Double {
    let offset = offset(of: events[index])
    var sum = 0.0
    for event in events[index...].prefix(while: { self.offset(of: $0) == offset }) {
      switch event {
      case .close(let box): sum += boxes[box].end
      case .open(let box) where boxes[box].range.isEmpty: sum += boxes[box].start
      case .mark, .float: continue
      case .open, .atom: return sum
      }
    }
    return sum
  }

  /// The inline box that is open before an event; `nil` if there is none.
  func box(before event: Int) -> Int? {
    guard event > 0 else { return nil }
    switch events[event - 1] {
    case .open(let box): return box
    case .close(let box): return boxes[box].parent
    case .atom(let atom): return atoms[atom].parent
    case .mark(let mark): return marks[mark].parent
    case .float(let float): return floats[float].parent
    }
  }

  /// The innermost inline box that contains the character at a UTF-16 offset; `nil` if none does.
  func box(at offset: Int) -> Int? {
    box(before: events.partitioningIndex { self.offset(of: $0) > offset })
  }

  /// The inline boxes from the innermost outward.
  func chain(_ box: Int?) -> [Int] {
    var chain: [Int] = []
    var next = box
    while let current = next {
      chain.append(current)
      next = boxes[current].parent
    }
    return chain
  }

  /// Whether a line may break before the character at a UTF-16 offset, by the boxes around it.
  ///
  /// Between a text that wraps and another that does not, the box before the position decides,
  /// then each box that ends there, in the order of the document.
  ///
  /// Source: Blink's `LineBreaker`; CSS Text 3, 5.1, has the innermost box around both characters.
  ///
  /// - Parameter isOpportunity: Whether the text has a break opportunity there.
  func mayBreak(before offset: Int, isOpportunity: Bool) -> Bool {
    var index = events.partitioningIndex { self.offset(of: $0) >= offset }
    var box = box(before: index)
    var isBesideAtom = isAtom(at: offset, from: index)
    if index > 0, case .atom(let atom) = events[index - 1], atoms[atom].offset == offset - 1 {
      isBesideAtom = true
    }
    // Spaces after a space hang with it only where they wrap.
    let isBeforeSpace = isSpace(at: offset - 1) && isSpace(at: offset) && !wraps(at: offset)
    let isOpportunity = isOpportunity || isBesideAtom || isBeforeSpace
    var mayBreak = isOpportunity && wraps(in: box)
    while index < events.count, self.offset(of: events[index]) == offset {
      switch events[index] {
      case .close(let last):
        let around = boxes[last].parent
        if !mayBreak, boxes[last].wraps {
          mayBreak = mayBreakBeforeSpace(at: offset, in: around, after: index)
        } else if !mayBreak {
          // A space that collapses at the end of a line lets the line end before it.
          let isBeforeSpace =
            isSpace(at: offset) && wraps(at: offset) && !keepsSpaces(at: offset)
          mayBreak =
            (isBeforeSpace || isOpportunity && !isSpace(at: offset - 1)) && wraps(in: around)
        }
        box = around
      case .open(let next):
        if mayBreak { return true }
        box = next
      case .atom, .mark, .float: break
      }
      index += 1
    }
    return mayBreak
  }

  /// Whether a line may break between the end of a box that wraps and a space.
  private func mayBreakBeforeSpace(at offset: Int, in box: Int?, after event: Int) -> Bool {
    if event + 1 < events.count, case .open = events[event + 1],
      self.offset(of: events[event + 1]) == offset
    {
      return false
    }
    let isAfterSpaces = wraps(in: box) && keepsSpaces(in: box)
    return isSpace(at: offset) && (!isAfterSpaces || isSpace(at: offset - 1))
  }

  /// Whether the character at a UTF-16 offset at the end of a box is a space or a tab.
  func isSpace(at offset: Int) -> Bool { spaces.contains(offset) }

  /// Whether an atomic box is at a UTF-16 offset.
  private func isAtom(at offset: Int, from event: Int) -> Bool {
    events[event...].prefix { self.offset(of: $0) == offset }
      .contains { if case .atom = $0 { true } else { false } }
  }

  /// Finds the spaces and tabs of the text at the ends of boxes.
  ///
  /// They are needed only where the boxes add or remove break opportunities.
  package mutating func findSpaces(in text: String) {
    guard dividesSegments else { return }
    let units = Array(text.utf16)
    for event in events {
      let offset = offset(of: event)
      for position in [offset - 1, offset]
      where units.indices.contains(position) && (units[position] == 0x20 || units[position] == 0x09)
      {
        spaces.insert(position)
      }
    }
  }

  /// Justifies the lines of the text, except the last and those that end at a line terminator, as
  /// CSS's `text-align: justify`.
  package mutating func justify(_ text: String) {
    justification = JustificationGaps.kinds(in: text)
  }

  /// Whether lines break inside a box; `nil` for the block.
  private func wraps(in box: Int?) -> Bool { box.map { boxes[$0].wraps } ?? wraps }

  /// Whether white space is kept in a box; `nil` for the block.
  private func keepsSpaces(in box: Int?) -> Bool {
    box.map { boxes[$0].keepsSpaces } ?? keepsSpaces
  }

  /// Whether lines break inside the innermost box around the character at a UTF-16 offset.
  func wraps(at offset: Int) -> Bool { wraps(in: box(at: offset)) }

  /// Whether white space is kept at a UTF-16 offset.
  func keepsSpaces(at offset: Int) -> Bool { keepsSpaces(in: box(at: offset)) }

  /// Where a word breaks that is too long for a line, at the character at a UTF-16 offset.
  func overflowWrap(at offset: Int) -> OverflowWrap {
    box(at: offset).map { boxes[$0].overflowWrap } ?? overflowWrap
  }

  /// Whether long words break in some parts of the text and not in others, or for other widths.
  var variesOverflowWrap: Bool { boxes.contains { $0.overflowWrap != overflowWrap } }

  /// Whether words of any part of the text break on lines of a certain kind.
  package func breaksWords(_ breaks: OverflowWrap) -> Bool {
    overflowWrap >= breaks || boxes.contains { $0.overflowWrap >= breaks }
  }

  /// Whether some parts of the text wrap and others do not.
  package var wrapsInPart: Bool { boxes.contains { $0.wraps != wraps } }

  /// Whether the ends of the boxes add or remove break opportunities.
  var dividesSegments: Bool { wrapsInPart || (wraps && !atoms.isEmpty) }

  /// Whether an inline box begins before the character at a UTF-16 offset.
  func opens(at offset: Int) -> Bool {
    events[events.partitioningIndex { self.offset(of: $0) >= offset }...]
      .prefix { self.offset(of: $0) == offset }
      .contains { if case .open = $0 { true } else { false } }
  }
}

/// CSS's `vertical-align`.
///
/// `Length` is a distance above the baseline of the box around: points, or a length of CSS that is
/// not resolved.
package enum VerticalAlign<Length: Hashable & Sendable>: Hashable, Sendable {
  case baseline, sub, `super`, middle, top, bottom, textTop, textBottom
  case raised(Length)

  /// The alignment with another length.
  package func map<Other, Failure>(
    _ transform: (Length) throws(Failure) -> Other
  ) throws(Failure) -> VerticalAlign<Other> {
    switch self {
    case .baseline: .baseline
    case .sub: .sub
    case .super: .super
    case .middle: .middle
    case .top: .top
    case .bottom: .bottom
    case .textTop: .textTop
    case .textBottom: .textBottom
    case .raised(let length): .raised(try transform(length))
    }
  }
}

/// The line height and the font of an inline box or a block, on which line boxes depend.
package struct InlineStrut: Sendable {
  let metrics: LineMetrics
  /// CSS's computed `font-size`, in points.
  let fontSize: Double

  /// The height of the inline box on a line, in points.
  package var lineHeight: Double { metrics.plain.height }
  /// Distances of the top and the bottom of the inline box from its baseline, in points.
  package var extent: (ascent: Double, descent: Double) {
    (metrics.plain.ascent, metrics.plain.descent)
  }

  /// Distance of the font's top from its baseline, in points, rounded to whole device pixels.
  package var fontAscent: Double { glyphs.ascent }

  /// The extent of the font, without the line height.
  var glyphs: LineExtent {
    LineExtent.css(metrics.font, scale: metrics.rules.scale, gap: 0)
  }

  /// Height of the letter x, in points; 0.56 of the ascent if the font does not have it.
  ///
  /// Source: Blink's `SimpleFontData`.
  var xHeight: Double {
    let font = metrics.font
    let height = font.metrics.xHeight * font.size / font.metrics.unitsPerEm
    return height > 0 ? height : glyphs.ascent * 0.56
  }

  /// Whether the font determines the height, so that fallback fonts count.
  var isNormal: Bool { metrics.heights.fixed == nil && metrics.heights.multiple <= 0 }
}

extension TextMeasurer {
  /// The strut of a style.
  ///
  /// - Throws: `TextError` as `prepare` does.
  package func strut(
    _ style: TextStyle, language: String?, rules: MeasurementRules
  ) throws(TextError) -> InlineStrut {
    try forgetFontsIfFull()
    let run = try runFont(
      style.characters, language: builder.languages.number(language), rules: rules)
    let font = UsedFont(registry.sets[run.fontSet].primary, style: run, isOwn: true)
    return InlineStrut(
      metrics: LineMetrics(font: font, heights: LineHeights(style), rules: rules),
      fontSize: style.characters.size)
  }

  /// Width of a zero in the first font of a style, in points: CSS's `ch`.
  ///
  /// - Returns: `nil` if the font has no zero.
  /// - Throws: `TextError` as `prepare` does.
  package func zeroWidth(
    _ style: TextStyle, language: String?, rules: MeasurementRules
  ) throws(TextError) -> Double? {
    let run = try runFont(
      style.characters, language: builder.languages.number(language), rules: rules)
    let font = registry.sets[run.fontSet].primary
    return font.advance(of: 0x30).map { Double($0) * run.size / font.metrics.unitsPerEm }
  }
}
