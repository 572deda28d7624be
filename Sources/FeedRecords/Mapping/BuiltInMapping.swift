/// The texts of the mappings that are known without a file; each also stands in `Feeds/mappings`.
enum BuiltInMapping {
  /// In the order in which they are tried.
  static let all = [
    weibo, twitter, twitterStream, reddit, mastodon,
    feedly, fdtemplate, rssInJson,
  ]

  /// `Feeds/mappings/weibo.yaml`, word for word.
  static let weibo = #"""
    # Weibo's home timeline: statuses with pictures in a map, ordered by pic_ids.
    schema: cellheights.mapping/1
    name: weibo
    records: "$.statuses[*]"
    detect: [idstr, text, user.screen_name]
    id: idstr|id
    title: user.screen_name
    content: text
    author: user.screen_name
    published: {path: created_at, date: rfc822}
    image: "pic_infos[pic_ids[0]].large|retweeted_status.pic_infos[retweeted_status.pic_ids[0]].large"
    """#

  /// `Feeds/mappings/twitter.yaml`, word for word.
  static let twitter = #"""
    # A Twitter timeline: tweets and users are maps, the order stands in the response.
    schema: cellheights.mapping/1
    name: twitter
    records: "$.twitter_objects.tweets[*]"
    order: "$.response.timeline[*].entity_id.ids[*]"
    joins:
      user: {key: user.id_str, from: "$.twitter_objects.users[*]"}
      retweeted_status: {key: retweeted_status.id_str, from: "$.twitter_objects.tweets[*]"}
    detect: [id_str, text, user.id_str]
    id: id_str
    title: user.name|user.screen_name
    content: {path: extended_tweet.full_text|full_text|text, html: entities}
    author: user.screen_name
    published: {path: created_at, date: rfc822}
    language: lang
    tags: entities.hashtags
    image:
      url: extended_entities.media[0].media_url_https|entities.media[0].media_url_https
      width: extended_entities.media[0].sizes.large.w|entities.media[0].sizes.large.w
      height: extended_entities.media[0].sizes.large.h|entities.media[0].sizes.large.h
    """#

  /// `Feeds/mappings/twitter-stream.yaml`, word for word.
  static let twitterStream = #"""
    # Twitter's streaming API: one tweet a line, long ones with their full text inside.
    schema: cellheights.mapping/1
    name: twitter-stream
    records: "$[*]"
    detect: [id_str, text, user.screen_name]
    id: id_str
    title: user.name|user.screen_name
    content: {path: extended_tweet.full_text|full_text|text, html: entities}
    author: user.screen_name
    published: {path: created_at, date: rfc822}
    language: lang
    tags: extended_tweet.entities.hashtags|entities.hashtags
    image:
      url: extended_tweet.extended_entities.media[0].media_url_https|extended_entities.media[0].media_url_https|entities.media[0].media_url_https
      width: extended_tweet.extended_entities.media[0].sizes.large.w|extended_entities.media[0].sizes.large.w|entities.media[0].sizes.large.w
      height: extended_tweet.extended_entities.media[0].sizes.large.h|extended_entities.media[0].sizes.large.h|entities.media[0].sizes.large.h
    """#

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

  /// `Feeds/mappings/fdtemplate.yaml`, word for word.
  static let fdtemplate = #"""
    # The data of the FDTemplateLayoutCell demo: no ids, dates without a time.
    schema: cellheights.mapping/1
    name: fdtemplate
    records: "$.feed[*]"
    detect: [title, content, username, time, imageName]
    title: title
    content: content
    author: username
    published: time
    image: imageName
    """#

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

extension RecordMapping {
  /// The mappings that are known without a file, in the order in which they are tried.
  public static let builtIn: [RecordMapping] = BuiltInMapping.all.compactMap { yaml in
    do {
      return try RecordMapping(yaml: yaml, path: "built-in mapping")
    } catch {
      // A test sees to it that this never happens.
      assertionFailure("\(error)")
      return nil
    }
  }

  /// The mapping for JSON of no known shape: the usual names of things, in order of likelihood.
  public static let generic = RecordMapping(
    name: "generic", records: RecordsPath(steps: [.each]),
    rules: [
      "id": rule("id|guid|_id|uuid|id_str|idstr|key|slug|@id|sku"),
      "title": rule("title|name|headline|subject", .auto),
      "summary": rule("summary|excerpt|abstract|subtitle", .auto),
      "content": rule("content_html|html", .html)
        + rule("content|content_text|text|body|message|full_text|description|caption", .auto),
      "author": rule(
        "author.name|author.display_name|author|user.name|user.screen_name|username|user|creator"),
      "published": rule(
        "published|published_at|date_published|created_at|created|date|time|timestamp"),
      "updated": rule("updated|updated_at|date_modified|modified|modified_at|edited_at"),
      "url": rule("url|link|permalink|href|uri|link[\"@href\"]"),
      "tags": rule("tags|categories|keywords|hashtags"),
      "attachments": rule("attachments|enclosures|media"),
      "language": rule("language|lang|locale"),
    ],
    image: Image(
      url: rule("image|image_url|imageUrl|photo|picture|thumbnail|cover|media[0]"),
      width: rule("image_width|imageWidth|thumbnail_width"),
      height: rule("image_height|imageHeight|thumbnail_height")))

  private static func rule(_ paths: String, _ markup: Markup = .none) -> Rule {
    paths.split(separator: "|").compactMap { path in
      RecordPath(String(path)).map { Alternative(path: $0, markup: markup) }
    }
  }
}
