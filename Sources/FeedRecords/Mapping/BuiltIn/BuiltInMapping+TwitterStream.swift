extension BuiltInMapping {
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
}
