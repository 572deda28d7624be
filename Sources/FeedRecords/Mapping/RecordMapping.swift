import LayoutPrimitives

// reason: a plain value
/// How records are found in JSON, and their values in each.
public struct RecordMapping: Hashable, Sendable {
  /// Whether a text is HTML.
  public enum Markup: String, Hashable, Sendable {
    /// Plain text.
    case none = "false"
    /// HTML.
    case html = "true"
    /// Plain text in which `&`, `<` and `>` are entities.
    case entities
    /// HTML where it has tags or entities.
    case auto
  }

  /// One path of a value.
  public struct Alternative: Hashable, Sendable {
    /// The place.
    public var path: RecordPath
    /// Whether its text is HTML.
    public var markup: Markup
    /// How its date is written.
    public var date: FeedDateForm

    /// Creates an alternative.
    public init(path: RecordPath, markup: Markup = .none, date: FeedDateForm = .auto) {
      self.path = path
      self.markup = markup
      self.date = date
    }
  }

  /// Paths of a value, of which the first that is not empty is used.
  public typealias Rule = [Alternative]

  /// The rules of a picture and its size.
  public struct Image: Hashable, Sendable {
    /// Its address, or an object that holds `url`, `width` and `height`.
    public var url: Rule
    /// Its width in pixels.
    public var width: Rule
    /// Its height in pixels.
    public var height: Rule

    /// Creates a rule for pictures.
    public init(url: Rule = [], width: Rule = [], height: Rule = []) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// An object of a map elsewhere in the document that takes the place of a member of the record.
  public struct Join: Hashable, Sendable {
    /// The member.
    public var name: String
    /// Where the record keeps the key of the other object.
    public var key: RecordPath
    /// The map, such as `$.users[*]`.
    public var from: RecordsPath

    /// Creates a join.
    public init(name: String, key: RecordPath, from: RecordsPath) {
      self.name = name
      self.key = key
      self.from = from
    }
  }

  /// What the mapping is called.
  public var name: String
  /// The format it is for, or `nil` for any JSON.
  public var format: FeedFormat?
  /// The path of the records.
  public var records: RecordsPath
  /// The path of the keys of the records in order, for records in a map.
  public var order: RecordsPath?
  /// Objects to bring in from elsewhere.
  public var joins: [Join]
  /// Paths that all lead somewhere in the first record of a document the mapping fits.
  public var detect: [RecordPath]
  /// The rules of the record's values except its picture, by the key of their `RecordField`.
  public var rules: [String: Rule]
  /// The rule of its picture.
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
  /// The mapping of a name or path: a built-in one, or a file where the name contains `/` or ends in
  /// `.yaml`, `.yml` or `.json`.
  ///
  /// - Throws: `FeedError` with code `mapping` for an unknown name, or with what is wrong in the file.
  public static func named(_ nameOrPath: String) throws(FeedError) -> RecordMapping {
    let isPath =
      nameOrPath.contains("/") || [".yaml", ".yml", ".json"].contains { nameOrPath.hasSuffix($0) }
    if isPath { return try RecordMapping(path: nameOrPath) }
    if let known = builtIn.first(where: { $0.name == nameOrPath }) { return known }
    throw FeedError(
      .unknownMapping, path: nameOrPath,
      "there is no mapping of that name; known are "
        + builtIn.map(\.name).joined(separator: ", ") + ", or give the path of a file"
        + NearestName(builtIn.map(\.name)).suggestion(for: nameOrPath))
  }

  /// A proposed mapping for unknown records: the usual names that occur in the samples.
  ///
  /// - Parameters:
  ///   - samples: Some of the records; XML elements with `@` before the names of attributes.
  ///   - records: The path of the records.
  ///   - name: What to call the mapping.
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
      let places = used(rule)
      if !places.isEmpty { mapping.rules[word] = places }
    }
    mapping.image.url = used(generic.image.url)
    if !mapping.image.url.isEmpty {
      mapping.image.width = used(generic.image.width)
      mapping.image.height = used(generic.image.height)
    }
    return mapping
  }
}
