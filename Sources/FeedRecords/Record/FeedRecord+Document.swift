import LayoutPrimitives

extension FeedRecord {
  /// The record document: one line of JSON, absent values left out, members in a fixed order.
  ///
  /// The NDJSON reader reads it back as an equal record.
  public var recordJSON: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.string(id)
    writer.key("version")
    writer.string(version)
    writeContent(to: &writer)
    writer.endObject()
    return writer.text
  }

  /// A hash of everything but id and version.
  var contentHash: ContentHash {
    var writer = JSONWriter()
    writer.beginObject()
    writeContent(to: &writer)
    writer.endObject()
    return ContentHash(of: writer.bytes)
  }

  private func writeContent(to writer: inout JSONWriter) {
    func write(_ key: String, _ text: String?) {
      guard let text else { return }
      writer.key(key)
      writer.string(text)
    }
    write("title", title)
    write("summary", summary)
    write("content_text", contentText)
    write("content_html", contentHTML)
    write("author", author)
    write("published", published?.description)
    write("updated", updated?.description)
    write("url", url)
    if let image {
      writer.key("image")
      writer.beginObject()
      write("url", image.url)
      for (key, size) in [("width", image.width), ("height", image.height)] {
        guard let size else { continue }
        writer.key(key)
        writer.literal(plainLiteral(size))
      }
      writer.endObject()
    }
    if !attachments.isEmpty {
      writer.key("attachments")
      writer.beginArray()
      for attachment in attachments {
        writer.beginObject()
        write("url", attachment.url)
        write("type", attachment.type)
        writer.endObject()
      }
      writer.endArray()
    }
    if !tags.isEmpty {
      writer.key("tags")
      writer.beginArray()
      for tag in tags { writer.string(tag) }
      writer.endArray()
    }
    write("language", language)
    if let fields, !fields.isEmpty {
      writer.key("fields")
      writer.value(fields)
    }
  }
}
