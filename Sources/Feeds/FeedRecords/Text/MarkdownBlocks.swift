/// Finds the places of a Markdown text before which text that is appended changes nothing.
package enum MarkdownBlocks {
  /// The offsets of the lines that begin blocks of the document, so that the text before each is
  /// converted by itself.
  ///
  /// Such a line is whole, is not indented, follows a blank line outside of fenced code, and does not
  /// continue a list. Offsets behind a line that may be raw HTML are left out.
  ///
  /// - Parameters:
  ///   - text: The text; before `start`, it is not read.
  ///   - start: 0, or an offset that was found before in the same text.
  /// - Returns: `nil` if the text may define a reference, which changes links anywhere.
  package static func starts(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> [Int]? {
    var starts: [Int] = []
    var line = start
    var state = State()
    while line < text.count {
      var end = line
      while end < text.count, text[end] != 0x0A {
        if text[end] == UInt8(ascii: "]"), end + 1 < text.count, text[end + 1] == UInt8(ascii: ":")
        {
          return nil
        }
        end += 1
      }
      let content = UnsafeBufferPointer(rebasing: text[line..<end])
      guard let begins = state.add(content) else { break }
      if begins, line > start, end < text.count { starts.append(line) }
      line = end + 1
    }
    guard line < text.count else { return starts }
    for index in line..<text.count - 1
    where text[index] == UInt8(ascii: "]") && text[index + 1] == UInt8(ascii: ":") {
      return nil
    }
    return starts
  }

  /// What the lines so far have opened.
  private struct State {
    /// The character and the length of the open fence; `nil` outside of fenced code.
    private var fence: (mark: UInt8, count: Int)?
    private var isInList = false
    private var followsBlank = true

    /// Adds a line.
    ///
    /// - Returns: Whether a block of the document begins with it, whatever follows; `nil` if it may be
    ///   raw HTML.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>) -> Bool? {
      let indent = line.firstIndex { $0 != 0x20 } ?? line.count
      let isBlank = !line.contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      if let open = fence {
        if !isBlank, indent < 4, Self.closes(line[indent...], open) { fence = nil }
        followsBlank = false
        return false
      }
      if isBlank {
        followsBlank = true
        return false
      }
      let first = line[indent]
      if indent < 4, first == UInt8(ascii: "<") { return nil }
      let isItem = Self.isListItem(line[indent...])
      let begins = followsBlank && indent == 0 && first != 0x09 && !(isInList && isItem)
      if indent == 0, first != 0x09, followsBlank || isItem { isInList = isItem }
      // A fence that is indented in a list belongs to an item.
      if indent == 0 || indent < 4 && !isInList, let opened = Self.fence(line[indent...]) {
        fence = opened
        isInList = false
      }
      followsBlank = false
      return begins
    }

    /// The fence that a line opens.
    private static func fence(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> (
      mark: UInt8, count: Int
    )? {
      guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
        return nil
      }
      let count = line.prefix { $0 == mark }.count
      guard count >= 3, mark == UInt8(ascii: "~") || !line.dropFirst(count).contains(mark) else {
        return nil
      }
      return (mark, count)
    }

    private static func closes(
      _ line: Slice<UnsafeBufferPointer<UInt8>>, _ fence: (mark: UInt8, count: Int)
    ) -> Bool {
      let count = line.prefix { $0 == fence.mark }.count
      return count >= fence.count
        && line.dropFirst(count).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    /// Whether a line may begin an item of a list.
    private static func isListItem(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      guard let first = line.first else { return false }
      switch first {
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): return true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return true
      default: return false
      }
    }
  }
}
