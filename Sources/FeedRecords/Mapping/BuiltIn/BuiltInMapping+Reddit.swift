extension BuiltInMapping {
  /// `Feeds/mappings/reddit.yaml`, word for word.
  static let reddit = #"""
    # A Reddit listing: posts wrapped in things; dates in Unix seconds.
    schema: cellheights.mapping/1
    name: reddit
    records: "$.data.children[*].data"
    detect: [title, subreddit, created_utc]
    id: name|id
    title: {path: title, html: entities}
    content: [{path: selftext_html, html: true}, selftext]
    author: author
    published: {path: created_utc, date: unix}
    url: url
    tags: link_flair_text
    image:
      url: preview.images[0].source.url
      width: preview.images[0].source.width
      height: preview.images[0].source.height
    """#
}
