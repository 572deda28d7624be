import StructuredDocuments
import XMLDocuments

/// The ways to convert a record's element to a record.
enum XMLRecordShape: Sendable {
  /// Read as an RSS item of any version, or as an Atom entry, depending on the element's name.
  case feed
  /// Read with the rules of a mapping, in a document of any other format.
  case mapped(RecordMapping)

  /// Reads the record whose element has just started, through its end.
  func draft(_ context: XMLItemContext) throws(XMLError) -> RecordDraft {
    switch self {
    case .feed:
      return context.reader.name.local == "entry"
        ? try AtomEntry.read(context) : try RSSItem.read(context)
    case .mapped(let mapping):
      let language = context.reader.language
      var value = try context.field()
      // A record is an object, even if its element contains only text.
      if value.kind != .object { value = XMLFields().object(text: value.text ?? "") }
      var draft = mapping.draft(
        value, limits: context.limits.xml, convertsHTML: context.convertsHTML)
      draft.record.language = draft.record.language?.nonEmpty ?? language
      return draft
    }
  }
}

extension XMLError {
  /// Converts the error into an error of the whole source.
  func feedError(path: String, byteOffset: Int? = nil) -> FeedError {
    let code: FeedError.Code
    let advice: String
    switch self {
    case .malformed: (code, advice) = (.invalidXML, "")
    case .truncated: (code, advice) = (.truncated, "; fetch the feed again")
    case .tooDeep: (code, advice) = (.hostile, " (limit xml_depth)")
    case .expansion: (code, advice) = (.hostile, " (limit xml_expansion)")
    case .documentExpansion: (code, advice) = (.hostile, " (limit xml_document_expansion)")
    case .tooManyDefaults: (code, advice) = (.hostile, " (limit xml_default_attributes)")
    case .tooLarge: (code, advice) = (.tooLarge, " (limit xml_document_bytes)")
    case .tooLong: (code, advice) = (.hostile, " (limits xml_text_bytes, xml_attributes)")
    case .encoding: (code, advice) = (.encoding, "; convert the file to UTF-8")
    case .memory: (code, advice) = (.tooLarge, "")
    }
    return FeedError(
      code, path: path, place: RecordPlace(line: line, byteOffset: byteOffset), reason + advice)
  }

  /// Converts the error into the failure of one record.
  func failure(path: String, _ place: RecordPlace) -> RecordFailure {
    let code: RecordFailure.Code
    let advice: String
    switch self {
    case .malformed, .truncated, .encoding: (code, advice) = (.invalid, "")
    case .tooDeep: (code, advice) = (.tooDeep, " (limit xml_depth)")
    case .expansion: (code, advice) = (.expansion, " (limit xml_expansion)")
    case .documentExpansion: (code, advice) = (.expansion, " (limit xml_document_expansion)")
    case .tooManyDefaults: (code, advice) = (.expansion, " (limit xml_default_attributes)")
    case .tooLarge, .memory: (code, advice) = (.tooLarge, "")
    case .tooLong:
      (code, advice) = (
        .tooLarge, " (limits record_bytes, xml_text_bytes, xml_attributes, xml_attribute_bytes)"
      )
    }
    return RecordFailure(code, path: path, place: place, reason + advice)
  }
}
