extension RecordMapping {
  /// The built-in mappings, in the order in which they are tried.
  ///
  /// Each is a file of `Mapping/BuiltIn`.
  public static let builtIn: [RecordMapping] = [
    PackageResources.weibo_yaml, PackageResources.twitter_yaml,
    PackageResources.twitter_stream_yaml, PackageResources.reddit_yaml,
    PackageResources.mastodon_yaml, PackageResources.feedly_yaml,
    PackageResources.fdtemplate_yaml, PackageResources.rss_in_json_yaml,
  ].compactMap { bytes in
    do {
      return try RecordMapping(
        yaml: String(decoding: bytes, as: UTF8.self), path: "built-in mapping")
    } catch {
      // A test makes sure that this does not happen.
      assertionFailure("\(error)")
      return nil
    }
  }

  /// The mapping for JSON of an unknown shape: usual keys for each field, the likeliest first.
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
