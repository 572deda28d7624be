import StructuredDocuments
import XMLDocuments

/// The byte range of a value in JSON text, as offsets in the source.
struct JSONSlice: Hashable, Sendable {
  /// Byte range of the value.
  var range: Range<Int>
  /// Byte range of the member's name, still escaped; `nil` if the path does not end with `[*]` in
  /// an object.
  var key: Range<Int>?
  /// Line at which the value begins, from 1.
  var line: Int
}

/// Finds the byte ranges of the values at a path in JSON, without parsing them.
///
/// The input comes in pieces and may pause at any byte. Values outside of the path are checked only
/// for strings, brackets and depth. A value at the path may have any depth.
final class JSONSplitter {
  /// The result of one search for a value.
  enum Cut {
    /// A value, whose bytes stay in the window until the next call.
    case value(JSONSlice)
    /// A value with more bytes than the limit, which was skipped.
    case tooLarge(JSONSlice)
    /// The whole window was read, and more bytes are required.
    ///
    /// The bytes before `keep` are no longer needed.
    case more
    /// There is no further value.
    case end
    /// The text at `position` is invalid.
    case broken(JSONProblem)
  }

  /// Maximum depth of a document around its records.
  static let documentDepth = 1024
  /// Maximum number of arrays beside the path that are noted.
  private static let noted = 1000
  /// Maximum length of a key, and of the white space after a bracket, in bytes, for noting an
  /// array.
  private static let maximumLookahead = 4096

  /// The part of the text that the splitter expects next.
  private enum State {
    /// A value on the path.
    case value
    /// A comma, a closing bracket, or the first member or element.
    case member
    /// The opening quotation mark of a key, the rest of the key, and the colon after the key.
    case name, key, colon
    /// The value of a member that is not on the path.
    case pass
    /// The rest of a value that is being skipped or extracted.
    case inside
    /// White space after the document.
    case tail
  }

  /// An array or object that contains the records.
  private struct Level {
    let isObject: Bool
    var isFirst = true
    /// Whether the key that the path names at this level was found.
    var isMatched = false
  }

  /// The part of the source that is in memory.
  private struct Window {
    let bytes: ArraySlice<UInt8>
    let base: Int
    let ended: Bool

    var end: Int { base + bytes.count }
    /// Added to a byte offset in the source to get an index of `bytes`.
    var shift: Int { bytes.startIndex - base }
    subscript(offset: Int) -> UInt8 { bytes[offset + shift] }
  }

  private let steps: [RecordsPath.Step]
  private let maxBytes: Int
  private(set) var position: Int
  private(set) var line: Int
  private var state = State.value
  /// The final result, an end or an error, which every later call returns too; `nil` before.
  private var last: Cut?
  /// The open arrays and objects around the records, one for each step of the path so far.
  private var levels: [Level] = []
  /// Byte offset of the first byte that must stay in the window, or `nil`.
  private var held: Int?
  /// Arrays of objects beside the path, others in the levels before the first `[*]` of the path.
  private(set) var passed: [PassedRecords.ObjectList] = []
  /// Number of outermost levels in which arrays beside the path are noted.
  private let listedLevels: Int
  /// The key of the current member, if the member is not on the path and may be noted; otherwise
  /// `nil`.
  private var passedKey: String?
  private var keyStart = 0
  private var key: Range<Int>?
  private var isOnPath = false
  /// Start of the value that is being skipped or extracted.
  private var start: (offset: Int, line: Int)
  private var isRecord = false
  private var isTooLarge = false
  /// The closing brackets expected inside the value that is being skipped or extracted.
  ///
  /// Only brackets up to the checked depth are included.
  private var closers: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Creates a splitter at the start of a document.
  ///
  /// - Parameters:
  ///   - path: The path of the values.
  ///   - start: Byte offset of the document's first byte in the source, and its line.
  ///   - maxBytes: Maximum size of a value, in bytes.
  ///   - listsPassed: Whether arrays of objects beside the path are noted.
  init(
    path: RecordsPath, start: (offset: Int, line: Int) = (0, 1), maxBytes: Int = Int.max,
    listsPassed: Bool = false
  ) {
    steps = path.steps
    self.maxBytes = maxBytes
    listedLevels = listsPassed ? path.steps.prefix { $0 != .each }.count : 0
    self.start = start
    (position, line) = start
  }

  var location: RecordLocation { RecordLocation(line: line, byteOffset: position) }

  /// Byte offset of the first byte that the window must still contain at the next call.
  var keep: Int { min(held ?? position, position) }

  /// The incomplete value at the end of the window, if it is at the path; otherwise `nil`.
  var open: JSONSlice? {
    guard case .inside = state, isRecord, last == nil else { return nil }
    return JSONSlice(range: start.offset..<position, key: key, line: start.line)
  }

  /// Returns the next value, or the reason why there is none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the window.
  ///   - base: Byte offset in the source of the window's first byte.
  ///   - ended: Whether the window ends at the end of the source.
  func next(_ bytes: ArraySlice<UInt8>, at base: Int, ended: Bool) -> Cut {
    if let last { return last }
    let window = Window(bytes: bytes, base: base, ended: ended)
    switch state {
    case .value, .key, .colon, .inside: break
    case .member, .name, .pass, .tail: held = nil
    }
    // Without the bytes that are still needed, the window would be read out of bounds.
    guard keep >= base, position <= window.end else { return finish(.broken(.syntax)) }
    while true {
      switch state {
      case .key, .inside: break
      default:
        if !skipSpace(window) {
          if case .tail = state, ended { return finish(.end) }
          return more(window)
        }
      }
      if let cut = step(window) { return cut }
    }
  }

  /// Reads one part of the text; the result is `nil` if reading can continue.
  private func step(_ window: Window) -> Cut? {
    switch state {
    case .value:
      let byte = window[position]
      guard levels.count < steps.count,
        byte == UInt8(ascii: "{") || (byte == UInt8(ascii: "[") && steps[levels.count] == .each)
      else {
        begin(window, isRecord: levels.count == steps.count)
        return nil
      }
      release()
      position += 1
      levels.append(Level(isObject: byte == UInt8(ascii: "{")))
      state = .member
    case .member: return member(window[position])
    case .name:
      guard window[position] == UInt8(ascii: "\"") else { return finish(.broken(.syntax)) }
      position += 1
      keyStart = position
      held = position
      (depth, isInString, isEscaped) = (0, true, false)
      state = .key
    case .key:
      do {
        return try passBrackets(window) ? endKey(window) : more(window)
      } catch {
        return finish(.broken(error))
      }
    case .colon:
      guard window[position] == UInt8(ascii: ":") else { return finish(.broken(.syntax)) }
      position += 1
      state = isOnPath ? .value : .pass
    case .pass:
      guard listPassed(window) else { return .more }
      begin(window, isRecord: false)
    case .inside: return inside(window)
    case .tail: return finish(.broken(.trailing))
    }
    return nil
  }

  private func finish(_ cut: Cut) -> Cut {
    held = nil
    last = cut
    return cut
  }

  private func release() {
    held = nil
    isTooLarge = false
  }

  /// Requests more bytes, and drops a value that exceeds the limit.
  private func more(_ window: Window) -> Cut {
    if window.ended { return finish(.broken(.truncated)) }
    guard let held else { return .more }
    let length = position - held
    var limit = maxBytes > Int.max / 4 ? Int.max : 2 * maxBytes + 64
    if case .key = state {
      if case .key(let name) = steps[levels.count - 1] {
        // An escape takes at most six bytes for each byte of its character.
        if length > max(6 * name.utf8.count + 8, listedLevels > 0 ? Self.maximumLookahead : 0) {
          self.held = nil
        }
        return .more
      }
      limit = maxBytes
    } else if case .inside = state, position - start.offset > maxBytes {
      limit = 0
    }
    if length > limit {
      isTooLarge = true
      self.held = nil
    }
    return .more
  }

  /// Reads the comma between members or elements, or the bracket that ends them.
  ///
  /// The result is `nil` if reading can continue.
  private func member(_ byte: UInt8) -> Cut? {
    release()
    key = nil
    let level = levels[levels.count - 1]
    if byte == UInt8(ascii: level.isObject ? "}" : "]") {
      position += 1
      levels.removeLast()
      state = levels.isEmpty ? .tail : .member
      return nil
    }
    if !level.isFirst {
      guard byte == UInt8(ascii: ",") else { return finish(.broken(.syntax)) }
      position += 1
    }
    levels[levels.count - 1].isFirst = false
    state = level.isObject ? .name : .value
    return nil
  }

  private func endKey(_ window: Window) -> Cut? {
    let range = keyStart..<position - 1
    state = .colon
    switch steps[levels.count - 1] {
    case .each:
      isOnPath = true
      key = range
      // If the records are at a deeper level, the key need not stay in the window.
      if levels.count < steps.count { held = nil }
    case .key(let name):
      isOnPath = false
      passedKey = nil
      let isListed = levels.count <= listedLevels
      if held != nil, isListed || range.count >= name.utf8.count {
        let shift = window.shift
        let bytes = window.bytes[range.lowerBound + shift..<range.upperBound + shift]
        let key = JSONParser.name(escaped: bytes)
        isOnPath = key.utf8.elementsEqual(name.utf8)
        if isListed, !isOnPath { passedKey = key }
      }
      if isOnPath {
        if levels[levels.count - 1].isMatched {
          position = keyStart
          return finish(.broken(.duplicateKey))
        }
        levels[levels.count - 1].isMatched = true
      }
    }
    return nil
  }

  /// Notes a value beside the path if it is an array of objects.
  ///
  /// - Returns: `false` if the window ends before that is known.
  private func listPassed(_ window: Window) -> Bool {
    guard let key = passedKey, window[position] == UInt8(ascii: "["), passed.count < Self.noted
    else { return true }
    let inside = window.bytes[(position + window.shift)...].dropFirst()
    guard let first = inside.first(where: { !isSpace($0) }) else {
      return window.ended || inside.count > Self.maximumLookahead
    }
    if first == UInt8(ascii: "{") {
      let outside = Array(steps.prefix(levels.count - 1))
      let path = RecordsPath(steps: outside + [.key(key), .each])
      passed.append(PassedRecords.ObjectList(path: path, location: location))
    }
    return true
  }

  // MARK: - Passing over a value

  private func skipSpace(_ window: Window) -> Bool {
    while position < window.end {
      switch window[position] {
      case 0x0A: line += 1
      case 0x20, 0x0D, 0x09: break
      default: return true
      }
      position += 1
    }
    return false
  }

  private func begin(_ window: Window, isRecord: Bool) {
    self.isRecord = isRecord
    start = (position, line)
    if isRecord, held == nil, !isTooLarge { held = position }
    closers.removeAll(keepingCapacity: true)
    (depth, isInString, isEscaped) = (0, false, false)
    state = .inside
  }

  private func inside(_ window: Window) -> Cut? {
    if position == start.offset {
      let byte = window[position]
      guard byte == UInt8(ascii: "\"") || byte | 0x20 == UInt8(ascii: "{") else {
        return passScalar(window)
      }
    } else if depth == 0, !isInString {
      return passScalar(window)
    }
    do {
      return try passBrackets(window) ? endValue() : more(window)
    } catch {
      return finish(.broken(error))
    }
  }

  private func passScalar(_ window: Window) -> Cut? {
    while position < window.end, !Self.endsScalar(window[position]) { position += 1 }
    if position == window.end, !window.ended { return more(window) }
    return position == start.offset ? finish(.broken(.syntax)) : endValue()
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// Moves past the end of a string, or of an array or object with its content.
  ///
  /// - Returns: `false` if the window ends before it.
  private func passBrackets(_ window: Window) throws(JSONProblem) -> Bool {
    // Local variables and plain numbers are fast, and every byte of a document is read here.
    let (bytes, shift) = (window.bytes, window.shift)
    var index = position + shift
    defer { position = index - shift }
    while index < bytes.endIndex {
      if isInString {
        guard passString(bytes, &index) else { return false }
        if depth == 0 { return true }
        continue
      }
      let byte = bytes[index]
      index += 1
      if byte == 0x0A {
        line += 1
      } else if byte == 0x22 {  // a quotation mark
        isInString = true
      } else if byte | 0x20 == 0x7B {  // an opening bracket
        if closers.count + levels.count < Self.documentDepth {
          closers.append(byte + 2)
        } else if !isRecord {
          index -= 1
          throw .depth
        }
        depth += 1
      } else if byte | 0x20 == 0x7D {  // a closing bracket
        // Beyond the maximum depth, the brackets of a record are only counted.
        if depth == closers.count, closers.popLast() != byte {
          index -= 1
          throw .syntax
        }
        depth -= 1
        if depth == 0 { return true }
      }
    }
    return false
  }

  /// Moves past the quotation mark that ends a string.
  ///
  /// - Returns: `false` if the window ends before it.
  private func passString(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> Bool {
    while index < bytes.endIndex {
      let mark = bytes[index...].firstIndex(ofByte: 0x22)
      let letters = bytes[index..<(mark ?? bytes.endIndex)]
      // A bare line feed makes the record invalid, but it still ends a line.
      if letters.firstIndex(ofByte: 0x0A) != nil { line += letters.count { $0 == 0x0A } }
      let backslashes = letters.reversed().prefix { $0 == 0x5C }.count
      let isOdd = backslashes % 2 != 0
      isEscaped = backslashes == letters.count ? isEscaped != isOdd : isOdd
      guard let mark else {
        index = bytes.endIndex
        return false
      }
      index = mark + 1
      if !isEscaped {
        isInString = false
        return true
      }
      isEscaped = false
    }
    return false
  }

  private func endValue() -> Cut? {
    state = levels.isEmpty ? .tail : .member
    guard isRecord else { return nil }
    let slice = JSONSlice(range: start.offset..<position, key: key, line: start.line)
    if !isTooLarge, slice.range.count <= maxBytes { return .value(slice) }
    held = nil
    return .tooLarge(JSONSlice(range: slice.range, key: nil, line: slice.line))
  }
}
