import StructuredDocuments

extension FeedRecord {
  /// The record document: one line of JSON, absent values left out, members in a fixed order.
  ///
  /// The NDJSON reader reads it back as an equal record.
  public var recordJSON: String {
    var writer = JSONWriter()
    writer.beginObject()
    for field in RecordField.all { write(field, to: &writer) }
    writer.endObject()
    return writer.text
  }

  private func write(_ field: RecordField, to writer: inout JSONWriter) {
    func write(_ key: String, _ text: String?) {
      guard let text else { return }
      writer.key(key)
      writer.string(text)
    }
    switch field.value {
    case .text(let text, _): write(field.key, text.get(self))
    case .date(let date): write(field.key, date.get(self)?.description)
    case .image:
      guard let image else { return }
      writer.key(field.key)
      writer.beginObject()
      write("url", image.url)
      for (key, size) in [("width", image.width), ("height", image.height)] {
        guard let size else { continue }
        writer.key(key)
        writer.literal(plainLiteral(size))
      }
      writer.endObject()
    case .attachments:
      guard !attachments.isEmpty else { return }
      writer.key(field.key)
      writer.beginArray()
      for attachment in attachments {
        writer.beginObject()
        write("url", attachment.url)
        write("type", attachment.type)
        writer.endObject()
      }
      writer.endArray()
    case .tags:
      guard !tags.isEmpty else { return }
      writer.key(field.key)
      writer.beginArray()
      for tag in tags { writer.string(tag) }
      writer.endArray()
    case .fields:
      guard let fields, !fields.isEmpty else { return }
      writer.key(field.key)
      writer.value(fields)
    }
  }

  /// Estimated size of the record's values in memory, in bytes.
  package var memoryBytes: Int {
    var bytes = MemoryLayout<FeedRecord>.size + (image?.url.utf8.count ?? 0)
    for text in RecordField.texts { bytes += text.get(self)?.utf8.count ?? 0 }
    for attachment in attachments {
      bytes += MemoryLayout<FeedAttachment>.stride + attachment.url.utf8.count
      bytes += attachment.type?.utf8.count ?? 0
    }
    for tag in tags { bytes += MemoryLayout<String>.stride + tag.utf8.count }
    return bytes + (fields?.memoryBytes ?? 0)
  }
}
