extension BuiltInMapping {
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
}
