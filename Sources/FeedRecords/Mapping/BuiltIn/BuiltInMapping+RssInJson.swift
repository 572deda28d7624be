extension BuiltInMapping {
  /// `Feeds/mappings/rss-in-json.yaml`, word for word.
  static let rssInJson = #"""
    # RSS written as JSON, as Scripting News publishes it.
    schema: cellheights.mapping/1
    name: rss-in-json
    records: "$.rss.channel.item[*]"
    detect: [pubDate]
    id: guid["#value"]|guid|link
    title: {path: title, html: auto}
    content: {path: description, html: true}
    author: author
    published: {path: pubDate, date: rfc822}
    url: link|guid["#value"]
    attachments: enclosure
    """#
}
