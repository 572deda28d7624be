extension BuiltInMapping {
  /// `Feeds/mappings/feedly.yaml`, word for word.
  static let feedly = #"""
    # A Feedly stream: dates in milliseconds, the picture in visual.
    schema: cellheights.mapping/1
    name: feedly
    records: "$.items[*]"
    detect: [crawled, origin.streamId]
    id: id
    title: {path: title, html: auto}
    summary: {path: summary.content, html: true}
    content: {path: content.content|summary.content, html: true}
    author: author
    published: {path: published, date: unix_ms}
    updated: {path: updated, date: unix_ms}
    url: "canonical[0].href|alternate[0].href|originId"
    language: language
    tags: keywords
    attachments: enclosure
    image: visual
    """#
}
