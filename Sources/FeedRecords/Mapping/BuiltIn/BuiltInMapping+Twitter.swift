extension BuiltInMapping {
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
}
