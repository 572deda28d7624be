import AutoLayout
public import FeedRecords
import StructuredDocuments

/// The text by which a list is divided into sections, such as `{published, date}`.
///
/// It is the same in all environments, because it is a part of ids. A date is written as
/// `2026-01-31` in the configured time zone, and patterns of dates in English.
public struct SectionValue: Hashable, Sendable {
  /// The error when a text cannot divide a list.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in one sentence, which also says what is expected.
    public var description: String
  }

  /// The text as it is written.
  public let spelling: String
  private var text: BoundText
  private var table = PathTable()

  /// Parses a text with bindings.
  ///
  /// - Throws: `Failure` for an invalid text, a text without bindings, and a format that depends on
  ///   the language or the clock.
  public init(_ text: String) throws(Failure) {
    spelling = text
    do throws(NotationError) {
      self.text = try BoundText(text)
    } catch {
      throw Failure(
        description: "\(error.found) at character \(error.offset + 1) of "
          + "'\(DocumentNode.shortened(text))'; expected \(error.expected)")
    }
    guard !self.text.bindings.isEmpty else {
      throw Failure(
        description: "'\(DocumentNode.shortened(text))' has no binding, so that all records have "
          + "the same value; write one such as {published, date}")
    }
    for binding in self.text.bindings {
      switch binding.format {
      case nil, .count?, .pattern?, .date(.medium)?: break
      default:
        throw Failure(
          description: "'\(DocumentNode.shortened(text))' has a format that depends on the "
            + "language or the clock; a section's value may have date, a pattern such as "
            + "{published, date, 'yyyy-MM'}, or count")
      }
    }
    self.text.replaceBindings { binding in
      binding.format == .date(.medium) ? binding.formatted(.pattern("yyyy-MM-dd")) : binding
    }
    self.text.intern(for: .text, in: &table)
  }

  /// Opens the formats in a time zone.
  ///
  /// - Throws: `CellError.noFormats` when ICU has no data or memory.
  public func reader(_ settings: FormatSettings) throws(CellError) -> Reader {
    Reader(
      text: text, table: table,
      formatter: try ValueFormatter(locale: "en", settings: settings, formats: table.formats))
  }

  /// Reads the values of records; it is not `Sendable`, because formats of ICU are not thread-safe.
  public struct Reader {
    let text: BoundText
    let table: PathTable
    let formatter: ValueFormatter

    /// The value of a record; empty if it has none.
    public func value(of record: FeedRecord) -> String {
      var resolved = ResolvedRecord()
      resolved.formatter = formatter
      resolved.resolve(record, table)
      return text.text(in: resolved)
    }
  }
}
