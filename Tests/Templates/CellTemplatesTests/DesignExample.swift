/// The worked example of the template notation.
enum DesignExample {
  static let yaml = """
    schema: cellheights.template/1
    template: post
    views:
      - {id: avatar, kind: image, size: [40, 40]}
      - {id: title, kind: label, text: "{title}", style: headline, lines: 2, compression: {horizontal: 749}}
      - {id: badge, kind: view, intrinsic: [24, null]}      # a fixed intrinsic content size
      - {id: body,  kind: label, text: "{content}", style: body, lines: 6}
      - {id: photo, kind: image, source: "{image}"}
    constraints:                                            # visual format, or the linear form
      - "H:|-16-[avatar]-12-[title]-(>=8)-[badge]-16-|"
      - "H:|-16-[body]-16-|"
      - "H:|-16-[photo]-16-|"
      - "V:|-12-[title]-(>=4)-[body]"
      - "title.top == avatar.top"
      - "body.top >= avatar.bottom + 4"
      - "badge.centerY == title.centerY"
      - "badge.height == 24"
      - "photo.height == 0.5625 * photo.width @999"
    groups:                                                 # toggled together
      - when: "{image}"
        constraints: ["V:[body]-8-[photo]-12-|"]
        otherwise:   ["V:[body]-0-[photo]-12-|", "photo.height == 0"]

    """

  /// The same document as JSON, keys in another order.
  static let json = """
    {"template": "post", "schema": "cellheights.template/1",
     "groups": [{"otherwise": ["V:[body]-0-[photo]-12-|", "photo.height == 0"],
                 "constraints": ["V:[body]-8-[photo]-12-|"], "when": "{image}"}],
     "views": [
       {"kind": "image", "id": "avatar", "size": [40.0, 4e1]},
       {"id": "title", "kind": "label", "text": "{title}", "style": "headline", "lines": 2,
        "compression": {"horizontal": 749}},
       {"id": "badge", "kind": "view", "intrinsic": [24, null]},
       {"id": "body", "kind": "label", "text": "{content}", "style": "body", "lines": 6},
       {"id": "photo", "kind": "image", "source": "{image}"}],
     "constraints": [
       "H:|-16-[avatar]-12-[title]-(>=8)-[badge]-16-|", "H:|-16-[body]-16-|",
       "H:|-16-[photo]-16-|", "V:|-12-[title]-(>=4)-[body]", "title.top == avatar.top",
       "body.top >= avatar.bottom + 4", "badge.centerY == title.centerY", "badge.height == 24",
       "photo.height == 0.5625 * photo.width @999"]}
    """
}
