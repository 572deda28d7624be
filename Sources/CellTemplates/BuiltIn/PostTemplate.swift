/// The built-in template `post`, the same text as `Feeds/templates/post.yaml`.
enum PostTemplate {
  /// The document.
  static let text = """
    # A post: avatar, title and date line above the body, a photo when there is one, an action bar.
    # This is the built-in template `post`; copy it to begin your own.
    schema: cellheights.template/1
    template: post
    views:
      - {id: avatar, kind: image, size: [40, 40]}
      - {id: title, kind: label, text: "{title}", style: headline, lines: 2}
      - {id: date, kind: label, text: "{author} · {published, date}", style: footnote, lines: 1}
      - {id: body, kind: label, text: "{content|summary}", style: body, lines: 6}
      - {id: photo, kind: image, source: "{image}"}
      - {id: actions, kind: view}
      - {id: separator, kind: view}
    constraints:
      - "H:|-16-[avatar]-12-[title]-16-|"
      - "H:[avatar]-12-[date]-16-|"
      - "H:|-16-[body]-16-|"
      - "H:|-16-[photo]-16-|"
      - "H:|-16-[actions]-16-|"
      - "H:|-16-[separator]|"
      - "V:|-12-[avatar]"
      - "V:|-12-[title]-2-[date]-(>=8)-[body]"
      - "body.top >= avatar.bottom + 8" # as high as avatar and date line allow: the fitting pull
      - "V:[photo]-8-[actions]-8-[separator(1)]|"
    groups:
      - id: photo
        when: "{image}"
        constraints:
          - "V:[body]-8-[photo]"
          - "photo.height <= 1.25 * photo.width" # a tall picture is cropped
        otherwise:
          - "V:[body][photo(0)]"
      - id: photo of known size
        when: "{image} and {image.width} > 0 and {image.height} > 0"
        constraints:
          - "photo.height == {image.height|9}/{image.width|16} * photo.width @999"
      - id: photo of unknown size
        when: "{image} and not ({image.width} > 0 and {image.height} > 0)"
        constraints:
          - "photo.height == 0.5625 * photo.width @999"
      - id: room for large text
        when: "sizeCategory >= AX1"
        constraints: ["actions.height == 44"]
        otherwise: ["actions.height == 32"]

    """
}
