/// Joins text by CSS's rules for white space and `innerText`'s rules for line breaks.
///
/// White space and breaks are held back until text follows, so that no line ends with them.
struct TextFlow {
  /// The treatments of white space, as in the CSS property `white-space`.
  enum Space: UInt8 {
    /// Every run of white space becomes one space.
    case collapsed
    /// All white space is kept.
    case kept
    /// Line breaks are kept; other white space becomes one space.
    case lines
  }

  private(set) var bytes: [UInt8] = []
  /// Whether the text was truncated at the limit.
  private(set) var isFull = false
  /// Records the runs of the text; `nil` if runs are not requested.
  var recorder: RunRecorder?
  /// Marks of list items that are written before the next text.
  private(set) var markers: [String] = []
  private let limit: Int
  private var breaks = 0
  private var tabs = 0
  private var hasSpace = false

  /// Creates an empty text.
  ///
  /// - Parameter limit: Maximum size of the text, in bytes.
  init(limit: Int, recorder: RunRecorder?) {
    self.limit = limit
    self.recorder = recorder
  }

  /// Requests at least `count` line breaks before the next text.
  mutating func breakLine(_ count: Int) {
    hasSpace = false
    tabs = 0
    if count > breaks, !bytes.isEmpty { breaks = count }
  }

  /// Writes an explicit line break, such as `br`, unless the text is empty.
  mutating func lineFeed() {
    hasSpace = false
    tabs = 0
    guard !bytes.isEmpty else { return }
    flush()
    write(0x0A)
  }

  /// Requests a tab between the text so far and the next, as between cells of a table.
  mutating func tab() {
    hasSpace = false
    tabs += 1
  }

  /// Requests the mark of a list item before the next text.
  mutating func mark(_ marker: String) { markers.append(marker) }

  /// Drops pending marks of list items, except the first `count`.
  mutating func dropMarkers(beyond count: Int) {
    if markers.count > count { markers.removeLast(markers.count - count) }
  }

  /// Appends a character that is not white space.
  mutating func append(_ text: String) { append(ArraySlice(text.utf8), .collapsed) }

  mutating func append(_ text: ArraySlice<UInt8>, _ space: Space) {
    switch space {
    case .collapsed: appendCollapsed(text)
    case .kept: appendKept(text)
    case .lines:
      for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { lineFeed() }
        appendCollapsed(line)
      }
    }
  }

  private mutating func appendCollapsed(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex
    while index < text.endIndex {
      if isSpace(text[index]) {
        hasSpace = true
        index += 1
        continue
      }
      let end = Self.end(ofSingleSpaced: text, from: index)
      write(text[index..<end])
      index = end
    }
  }

  /// The index after a run of words, between which there are only single spaces.
  ///
  /// - Parameter start: The index of a byte that is not white space.
  private static func end(ofSingleSpaced text: ArraySlice<UInt8>, from start: Int) -> Int {
    text[start...].withUnsafeBufferPointer { bytes in
      var end = 1
      while end < bytes.count {
        let byte = bytes[end]
        if byte > 0x20 || !isSpace(byte) {
          end += 1
        } else if byte == 0x20, end + 1 < bytes.count, bytes[end + 1] > 0x20 {
          end += 2
        } else {
          break
        }
      }
      return start + end
    }
  }

  private mutating func appendKept(_ text: ArraySlice<UInt8>) {
    for line in text.split(separator: 0x0D) {
      var line = line
      if bytes.isEmpty { line = line.drop { $0 == 0x0A } }
      if !line.isEmpty { write(line) }
    }
  }

  /// Writes what was held back, then a nonempty text.
  private mutating func write(_ text: ArraySlice<UInt8>) {
    if breaks + tabs > 0 || hasSpace || !markers.isEmpty { flush() }
    if !markers.isEmpty { writeMarkers() }
    var count = text.count
    if bytes.count + count > limit {
      isFull = true
      count = max(0, limit - bytes.count)
      // The text is never truncated inside a character.
      while count > 0, text[text.startIndex + count] & 0xC0 == 0x80 { count -= 1 }
    }
    bytes.append(contentsOf: text.prefix(count))
    recorder?.record(bytes.count - count, bytes.count)
  }

  private mutating func write(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) } else { isFull = true }
  }

  private mutating func flush() {
    if bytes.isEmpty {
      // At the start of the text, breaks and spaces are dropped.
    } else if breaks > 0 {
      for _ in 0..<breaks { write(0x0A) }
    } else if bytes.last != 0x0A {
      if tabs > 0 {
        for _ in 0..<tabs { write(0x09) }
      } else if hasSpace, bytes.last != 0x20 {
        write(0x20)
      }
    }
    breaks = 0
    tabs = 0
    hasSpace = false
  }

  private mutating func writeMarkers() {
    let waiting = markers
    markers.removeAll(keepingCapacity: true)
    for marker in waiting where !marker.isEmpty { write(ArraySlice(marker.utf8)) }
  }

  /// The text, without white space at its end.
  func finish() -> String { String(decoding: bytes[..<trimmedCount], as: UTF8.self) }

  /// Length of the text without white space at its end, in bytes.
  var trimmedCount: Int {
    var end = bytes.count
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }
}
