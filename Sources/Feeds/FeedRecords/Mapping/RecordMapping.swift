import LayoutPrimitives
import StructuredDocuments
import XMLDocuments

// reason: a plain value
/// The rules by which records, and the values in each record, are found in JSON or XML.
public struct RecordMapping: Hashable, Sendable {
  /// The ways in which a text of a record may be marked up.
  public enum Markup: String, Hashable, Sendable {
    /// Plain text.
    case none = "false"
    /// HTML.
    case html = "true"
    /// Plain text in which characters may be written as entities, such as `&amp;`.
    case entities
    /// HTML when it has tags or entities, otherwise plain text.
    case auto
    /// CommonMark with GitHub's extensions.
    case markdown
  }

  /// One of the paths at which a value may be found.
  public struct Alternative: Hashable, Sendable {
    /// The path in the record.
    public var path: RecordPath
    /// How the text at the path is marked up.
    public var markup: Markup
    /// The form of a date at the path.
    public var date: FeedDateForm

    /// Creates an alternative.
    public init(path: RecordPath, markup: Markup = .none, date: FeedDateForm = .auto) {
      self.path = path
      self.markup = markup
      self.date = date
    }
  }

  /// The paths at which a value may be found.
  ///
  /// The first value that is not empty is used. For dates, the first value that can be read is
  /// used.
  public typealias Rule = [Alternative]

  /// The rules for a record's picture and its size.
  public struct Image: Hashable, Sendable {
    /// The rule for the picture's URL, or for an object with `url`, `width` and `height`.
    public var url: Rule
    /// The rule for the picture's width, in pixels.
    public var width: Rule
    /// The rule for the picture's height, in pixels.
    public var height: Rule

    /// Creates the rules for a picture.
    public init(url: Rule = [], width: Rule = [], height: Rule = []) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// A rule that adds an object from a map or an array elsewhere in the document to each record.
  ///
  /// The object replaces the record's member of the same name, if there is one.
  public struct Join: Hashable, Sendable {
    /// The name of the member that the object becomes.
    public var name: String
    /// The path in the record to the object's key.
    public var key: RecordPath
    /// The path in the document to the objects, such as `$.users[*]`.
    public var from: RecordsPath
    /// The path in an object of an array to its key; `nil` for the usual names of ids, such as `id`.
    ///
    /// The key of an object in a map is the name of the member.
    public var match: RecordPath?

    /// Creates a join.
    public init(name: String, key: RecordPath, from: RecordsPath, match: RecordPath? = nil) {
      self.name = name
      self.key = key
      self.from = from
      self.match = match
    }
  }

  /// The mapping's name.
  public var name: String
  /// The format that the mapping is for, or `nil` for any.
  public var format: FeedFormat?
  /// The path of the records in the document.
  public var records: RecordsPath
  /// The path of a list of keys, in whose order the records are read; `nil` for document order.
  ///
  /// The key of a record is the name of its member in a map, and its id in an array.
  public var order: RecordsPath?
  /// The rules that add objects from elsewhere in the document to each record.
  public var joins: [Join]
  /// Paths by which the mapping is detected.
  ///
  /// The mapping fits if all of them lead to a value in the document's first record. A mapping
  /// without such paths is never detected.
  public var detect: [RecordPath]
  /// The rules of all fields except the picture, by the field's key in mappings, such as `title`.
  public var rules: [String: Rule]
  /// The rules of the picture.
  public var image: Image

  /// Creates a mapping.
  public init(
    name: String, format: FeedFormat? = nil, records: RecordsPath, order: RecordsPath? = nil,
    joins: [Join] = [], detect: [RecordPath] = [], rules: [String: Rule] = [:],
    image: Image = Image()
  ) {
    self.name = name
    self.format = format
    self.records = records
    self.order = order
    self.joins = joins
    self.detect = detect
    self.rules = rules
    self.image = image
  }
}

extension RecordMapping {
  /// Returns a built-in mapping by name, or reads a mapping file.
  ///
  /// - Parameter nameOrPath: A path when it contains `/` or ends in `.yaml`, `.yml` or `.json`;
  ///   otherwise a name.
  /// - Throws: `FeedError` with code `unknownMapping` for an unknown name, or with the reason why
  ///   the file cannot be used.
  public static func named(_ nameOrPath: String) throws(FeedError) -> RecordMapping {
    let isPath =
      nameOrPath.contains("/") || [".yaml", ".yml", ".json"].contains { nameOrPath.hasSuffix($0) }
    if isPath { return try RecordMapping(path: nameOrPath) }
    if let mapping = builtIn.first(where: { $0.name == nameOrPath }) { return mapping }
    throw FeedError(
      .unknownMapping, path: nameOrPath,
      "there is no mapping of that name; known are "
        + builtIn.map(\.name).joined(separator: ", ") + ", or give the path of a file"
        + NearestName(builtIn.map(\.name)).suggestion(for: nameOrPath))
  }

  /// Proposes a mapping for records of an unknown shape, from the usual keys that occur in samples.
  ///
  /// - Parameters:
  ///   - samples: Some of the records. In XML elements, names of attributes begin with `@`.
  ///   - records: The path of the records.
  ///   - name: The name of the mapping.
  static func proposed(
    for samples: [JSONValue], records: RecordsPath, name: String
  ) -> RecordMapping {
    func used(_ rule: Rule) -> Rule {
      rule.filter { alternative in
        samples.contains { alternative.path.value(in: $0).map { !$0.isEmpty } ?? false }
      }
    }
    var mapping = RecordMapping(name: name, records: records)
    for (word, rule) in generic.rules {
      let alternatives = used(rule)
      if !alternatives.isEmpty { mapping.rules[word] = alternatives }
    }
    mapping.image.url = used(generic.image.url)
    if !mapping.image.url.isEmpty {
      mapping.image.width = used(generic.image.width)
      mapping.image.height = used(generic.image.height)
    }
    return mapping
  }
}

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
      // A test ensures that every built-in file is valid.
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
      "content": rule("content_html|html", .html) + rule("content_markdown|markdown", .markdown)
        + rule("content|content_text|text|body|message|full_text|description|caption", .auto),
      "author": rule(
        "author.name|author.display_name|author|authors|user.name|user.screen_name|username|user"
          + "|creator"),
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

extension RecordMapping {
  /// Reads a record's values by the rules.
  ///
  /// - Parameter language: The tag of the language of the document, or `nil` if it is unknown.
  func draft(
    _ value: JSONValue, limits: FeedLimits, convertsHTML: Bool, language: String? = nil
  ) -> RecordDraft {
    var draft = RecordDraft()
    draft.record.fields = value
    let own = rules["language"].flatMap { find($0, value) { $0.text(.plain) } } ?? language
    for field in RecordField.mapped {
      guard let word = field.word, let rule = rules[word] else { continue }
      var isRead = true
      switch field.value {
      case .text(let text, let form):
        var hasText = false
        for alternative in rule {
          guard let content = alternative.path.value(in: value)?.text(form) else { continue }
          hasText = true
          if case .content = form { draft.removeContent() }
          set(text, form, content, alternative.markup, &draft, limits, convertsHTML)
          if text.get(draft.record)?.isVisible ?? !convertsHTML { break }
        }
        isRead = hasText
      case .date(let access):
        let result = date(rule, value, own)
        access.set(&draft.record, result.date)
        if let unread = result.unread { draft.countUnread(date: unread.written) }
      case .tags:
        draft.record.tags = find(rule, value, Self.names) ?? []
        isRead = !draft.record.tags.isEmpty
      case .attachments:
        draft.record.attachments = find(rule, value, Self.attachments) ?? []
        isRead = !draft.record.attachments.isEmpty
      case .image, .fields: break
      }
      if !isRead, hasValue(rule, value) { draft.countUnread(member: word) }
    }
    draft.record.image = picture(value)
    if draft.record.image == nil, hasValue(image.url, value) { draft.countUnread(member: "image") }
    return draft
  }

  /// Sets a field to a text that is marked up in a language.
  private func set(
    _ field: RecordField.Access<String?>, _ form: RecordField.TextForm, _ content: String,
    _ markup: Markup, _ draft: inout RecordDraft, _ limits: FeedLimits, _ convertsHTML: Bool
  ) {
    let language = Self.language(of: content, markup)
    switch (form, language) {
    case (.content, let language?):
      draft.setContent(content, in: language, limits: limits, converts: convertsHTML)
    case (.summary, let language?):
      draft.setSummary(content, in: language, limits: limits, converts: convertsHTML)
    case (.line, let language?) where convertsHTML,
      (.author, let language?) where convertsHTML:
      field.set(&draft.record, HTMLText.line(content, in: language, limits: limits).visible)
    case (.content, nil), (.summary, nil):
      field.set(&draft.record, Self.plain(content, markup).visible)
    // Titles and names keep their markup if it is not converted.
    case (.line, _), (.author, _):
      let plain = language == nil ? Self.plain(content, markup) : content
      field.set(&draft.record, plain.collapsed.visible)
    case (.trimmed, _): field.set(&draft.record, content.trimmed)
    case (.plain, _), (.markup, _): field.set(&draft.record, content)
    }
  }

  /// The first value of a rule's alternatives that can be read; otherwise `nil`.
  private func find<Found>(
    _ rule: Rule, _ value: JSONValue, _ read: (JSONValue) -> Found?
  ) -> Found? {
    rule.lazy.compactMap { $0.path.value(in: value) }.filter { !$0.isEmpty }.compactMap(read).first
  }

  /// Whether a rule leads to a value that is not empty.
  private func hasValue(_ rule: Rule, _ value: JSONValue) -> Bool {
    rule.contains { !($0.path.value(in: value)?.isEmpty ?? true) }
  }

  /// The date at the first alternative that can be read; without one, the first value that there is.
  private func date(
    _ rule: Rule, _ value: JSONValue, _ language: String?
  ) -> (date: FeedDate?, unread: JSONValue?) {
    var unread: JSONValue?
    for alternative in rule {
      guard let match = alternative.path.value(in: value), !match.isEmpty else { continue }
      if let date = match.date(alternative.date, language: language) { return (date, nil) }
      unread = unread ?? match
    }
    return (nil, unread)
  }

  private func picture(_ value: JSONValue) -> FeedImage? {
    guard let match = find(image.url, value, { FeedImage($0) }) else { return nil }
    func size(_ rule: Rule) -> Double? { find(rule, value) { $0.numeric } }
    return FeedImage(
      url: match.url, width: size(image.width) ?? match.width,
      height: size(image.height) ?? match.height)
  }

  /// The markup language of a text, or `nil` for plain text.
  private static func language(of text: String, _ markup: Markup) -> MarkupLanguage? {
    switch markup {
    case .none, .entities: nil
    case .html: .html
    case .markdown: .markdown
    case .auto: looksLikeHTML(text) ? .html : nil
    }
  }

  private static func looksLikeHTML(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    else { return false }
    return ["</", "<p>", "<br", "<img ", "&nbsp;", "&amp;", "&#"].contains { text.contains($0) }
  }

  /// A text that is not HTML, with its entities decoded if the mapping declares them.
  private static func plain(_ text: String, _ markup: Markup) -> String {
    guard markup == .entities, text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return HTMLCharacterReference.decode(text)
  }

  /// The names in a text, in an array of texts, or in an array of objects with names; `nil`
  /// without names.
  static func names(_ value: JSONValue) -> [String]? {
    // A text alone has several names, separated by commas.
    if let text = value.string {
      let names = text.split(separator: ",").compactMap { $0.collapsed.nonEmpty }
      return names.isEmpty ? nil : names
    }
    var names: [String] = []
    for part in parts(value) {
      let keys = ["name", "label", "text", "term", "#text", "title", "slug"]
      let named = part.kind == .object ? keys.lazy.compactMap { part[$0]?.text }.first : part.text
      if let name = named?.collapsed.nonEmpty { names.append(name) }
    }
    return names.isEmpty ? nil : names
  }

  /// The files in an address, in an object with an address, or in an array of those; `nil` without
  /// addresses.
  static func attachments(_ value: JSONValue) -> [FeedAttachment]? {
    var attachments: [FeedAttachment] = []
    for part in parts(value) {
      if part.kind != .object {
        if let url = part.string?.nonEmpty { attachments.append(FeedAttachment(url: url)) }
      } else if let url = ["url", "href", "src", "@url", "@href"].lazy
        .compactMap({ part[$0]?.text?.nonEmpty }).first
      {
        let type = part["type"] ?? part["mime_type"] ?? part["@type"]
        attachments.append(FeedAttachment(url: url, type: type?.text))
      }
    }
    return attachments.isEmpty ? nil : attachments
  }

  private static func parts(_ value: JSONValue) -> [JSONValue] {
    value.kind == .array ? value.elements : [value]
  }
}

extension FeedImage {
  /// Reads a picture from a URL, from an object with a URL, or from the first of an array of those;
  /// `nil` without a URL.
  init?(_ value: JSONValue) {
    switch value {
    case .array(let elements):
      let image = elements.lazy.compactMap { $0.kind == .array ? nil : FeedImage($0) }.first
      guard let image else { return nil }
      self = image
    case .object: self.init(object: value)
    case .string(let text):
      guard let url = text.trimmed.nonEmpty else { return nil }
      self.init(url: url)
    case .null, .boolean, .number: return nil
    }
  }

  /// Reads a picture from an object with a URL and perhaps a size; `nil` without a URL.
  ///
  /// Examples are Mastodon's attachments and the values of XML elements.
  private init?(object: JSONValue) {
    let names = ["url", "src", "href", "preview_url", "@url", "@src", "@href", "#text"]
    let text = names.lazy.compactMap { object[$0]?.string?.trimmed.nonEmpty }.first
    guard let url = text else { return nil }
    func size(_ name: String) -> Double? {
      if let size = object[name] ?? object["@" + name] { return size.numeric }
      let meta = object["meta"]
      return (meta?["original"]?[name] ?? meta?[name])?.numeric
    }
    self.init(url: url, width: size("width"), height: size("height"))
  }
}
