extension BuiltInMapping {
  /// `Feeds/mappings/mastodon.yaml`, word for word.
  static let mastodon = #"""
    # A Mastodon timeline: the content is HTML; a boost carries its status in reblog.
    schema: cellheights.mapping/1
    name: mastodon
    records: "$[*]"
    detect: [account.acct, content, created_at]
    id: id
    version: edited_at
    title: account.display_name|account.username
    summary: spoiler_text
    content: {path: content|reblog.content, html: true}
    author: account.acct
    published: {path: created_at, date: iso8601}
    updated: {path: edited_at, date: iso8601}
    url: url|reblog.url|uri
    language: language
    tags: tags
    attachments: media_attachments|reblog.media_attachments
    image: "media_attachments[0]|reblog.media_attachments[0]|card.image"
    """#
}
