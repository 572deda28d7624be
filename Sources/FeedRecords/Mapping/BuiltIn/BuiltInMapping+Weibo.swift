extension BuiltInMapping {
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
}
