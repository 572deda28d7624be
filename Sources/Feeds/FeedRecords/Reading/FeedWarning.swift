/// Something that was repaired or skipped while a source was read.
///
/// The source is used nevertheless.
public struct FeedWarning: Hashable, Sendable, CustomStringConvertible {
  /// The stable codes of warnings, as raw values.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No encoding is declared and the bytes are not UTF-8.
    case undeclaredEncoding = "CH0431"
    /// Bytes that are invalid in the source's encoding became U+FFFD.
    case brokenEncoding = "CH0432"
    /// A record was not well-formed, but could be repaired in only one way.
    case repaired = "CH0433"
    /// The text of a record's HTML or Markdown was truncated at a limit.
    case cutText = "CH0434"
    /// A line in a file of the sizes of pictures is invalid.
    case imageSizeLine = "CH0435"
    /// Two lines give different sizes for the same picture.
    case imageSizeConflict = "CH0436"
    /// A document has objects that are not read, outside the path of its records.
    case passedRecords = "CH0441"
    /// A date cannot be read.
    case unreadDate = "CH0443"
    /// A member of a JSON record has a value of an unusable shape.
    case unreadMember = "CH0444"
    /// A join or an order of a mapping matches no record.
    case unmatchedKeys = "CH0445"
  }

  /// The kind of warning.
  public let code: Code
  /// The source, as it was named.
  public let path: String
  /// The location of the first occurrence.
  public let location: RecordLocation
  /// One sentence: what was found, and what was done with it.
  public let message: String
  /// Number of occurrences in the source.
  public internal(set) var count: Int

  /// Creates a warning.
  public init(
    _ code: Code, path: String, location: RecordLocation, _ message: String, count: Int = 1
  ) {
    self.code = code
    self.path = path
    self.location = location
    self.message = message
    self.count = count
  }

  /// The warning in one line, such as `feed.xml:3: … (12 times, this was the first) [CH0432]`.
  public var description: String {
    let times = count == 1 ? "" : " (\(count) times, this was the first)"
    return location.line(path, message, times, code: code.rawValue)
  }
}

/// Collects the warnings of one source, one entry for each kind.
final class FeedNotes {
  private(set) var warnings: [FeedWarning] = []
  /// The path of the source.
  let path: String

  init(path: String) { self.path = path }

  func add(
    _ code: FeedWarning.Code, at location: RecordLocation, count: Int = 1,
    _ message: @autoclosure () -> String
  ) {
    if let index = warnings.firstIndex(where: { $0.code == code }) {
      warnings[index].count += count
    } else {
      warnings.append(FeedWarning(code, path: path, location: location, message(), count: count))
    }
  }

  /// Adds warnings about values of a record that were truncated or could not be read.
  func add(_ draft: borrowing RecordDraft, at location: RecordLocation) {
    if draft.isCut {
      add(
        .cutText, at: location,
        "the HTML or Markdown is nested too deep or too long for its limits, and its text ends there "
          + "(limits xml_depth, xml_text_bytes, xml_attributes, markdown_bytes)")
    }
    let (dates, date) = draft.unreadDates
    if dates > 0 {
      add(
        .unreadDate, at: location, count: dates,
        "the date \(Self.quoted(date)) cannot be read and is omitted")
    }
    let (members, key) = draft.unreadMembers
    if members > 0 {
      add(
        .unreadMember, at: location, count: members,
        "the value of \(Self.quoted(key)) has no shape that is read, and is omitted")
    }
  }

  /// The beginning of a text of the source, in quotation marks and on one line.
  private static func quoted(_ text: String) -> String {
    let line = text.collapsed
    return line.utf8.count > 64 ? "\"\(line.prefix(40))…\"" : "\"\(line)\""
  }
}
