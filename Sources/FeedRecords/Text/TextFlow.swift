/// Joins text by the rules of CSS for white space and of `innerText` for line breaks.
///
/// White space and breaks are held back until text follows, so that no line ends with them.
struct TextFlow {
  /// What white space means, after the CSS property `white-space`.
  enum Space: UInt8 {
    /// Any run of it is one space.
    case collapsed
    /// All of it stays.
    case kept
    /// Line breaks stay, what is between words is one space.
    case lines
  }

  private(set) var bytes: [UInt8] = []
  /// Whether there was more text than the limit.
  private(set) var isFull = false
  /// What notes runs, where they are wanted.
  var recorder: RunRecorder?
  /// Marks of list items that wait for the first text of theirs.
  private(set) var markers: [String] = []
  private let limit: Int
  private var breaks = 0
  private var tabs = 0
  private var hasSpace = false

  /// Begins an empty text of at most so many bytes.
  init(limit: Int, recorder: RunRecorder?) {
    self.limit = limit
    self.recorder = recorder
  }

  /// Requests at least so many line breaks before the next text.
  mutating func breakLine(_ count: Int) {
    hasSpace = false
    tabs = 0
    if count > breaks, !bytes.isEmpty { breaks = count }
  }

  /// An explicit line break.
  mutating func lineFeed() {
    hasSpace = false
    tabs = 0
    guard !bytes.isEmpty else { return }
    flush()
    write(0x0A)
  }

  /// Sets the next text apart from text before it in the same line.
  mutating func tab() {
    hasSpace = false
    tabs += 1
  }

  /// Puts the mark of a list item before the next text.
  mutating func mark(_ marker: String) { markers.append(marker) }

  /// Takes back the marks that still wait, but for the first so many.
  mutating func dropMarkers(beyond count: Int) {
    if markers.count > count { markers.removeLast(markers.count - count) }
  }

  /// Adds one character that is no white space.
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
    var place = text.startIndex
    while place < text.endIndex {
      if isSpace(text[place]) {
        hasSpace = true
        place += 1
        continue
      }
      // Single spaces between words are as they should be.
      var end = place + 1
      while end < text.endIndex {
        if text[end] > 0x20 {
          end &+= 1
        } else if !isSpace(text[end]) {
          end &+= 1
        } else if text[end] == 0x20, end + 1 < text.endIndex, text[end + 1] > 0x20 {
          end &+= 2
        } else {
          break
        }
      }
      write(text[place..<end])
      place = end
    }
  }

  private mutating func appendKept(_ text: ArraySlice<UInt8>) {
    for line in text.split(separator: 0x0D) {
      var line = line
      if bytes.isEmpty { line = line.drop { $0 == 0x0A } }
      if !line.isEmpty { write(line) }
    }
  }

  /// Writes what was held back, then some text that is not empty.
  private mutating func write(_ text: ArraySlice<UInt8>) {
    if breaks + tabs > 0 || hasSpace || !markers.isEmpty { flush() }
    if !markers.isEmpty { writeMarkers() }
    var count = text.count
    if bytes.count + count > limit {
      isFull = true
      count = max(0, limit - bytes.count)
      // Never within a character.
      while count > 0, text[text.startIndex + count] & 0xC0 == 0x80 { count -= 1 }
    }
    bytes.append(contentsOf: text.prefix(count))
    recorder?.note(bytes.count - count, bytes.count)
  }

  private mutating func write(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) } else { isFull = true }
  }

  private mutating func flush() {
    if bytes.isEmpty {
      // Nothing to be set apart from.
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

  /// How many bytes the text has.
  var trimmedCount: Int {
    var end = bytes.count
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }
}
