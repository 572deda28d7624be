import LayoutPrimitives
import StructuredDocuments

// reason: a plain value
/// The rules by which records are found in JSON or XML, and values in each record.
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
  }

  /// One of the paths at which a value may be found.
  public struct Alternative: Hashable, Sendable {
    /// The path in the record.
    public var path: RecordPath
    /// Whether the text at the path is HTML.
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
  /// The first value that is not empty is used, or for dates the first that can be read.
  public typealias Rule = [Alternative]

  /// The rules for a record's picture and its size.
  public struct Image: Hashable, Sendable {
    /// The picture's URL, or an object with `url`, `width` and `height`.
    public var url: Rule
    /// The picture's width in pixels.
    public var width: Rule
    /// The picture's height in pixels.
    public var height: Rule

    /// Creates the rules for a picture.
    public init(url: Rule = [], width: Rule = [], height: Rule = []) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// An object from a map elsewhere in the document, which replaces or adds a member of the record.
  public struct Join: Hashable, Sendable {
    /// The name of the record's member.
    public var name: String
    /// The path in the record of the other object's key.
    public var key: RecordPath
    /// The path of the objects in the map, such as `$.users[*]`.
    public var from: RecordsPath

    /// Creates a join.
    public init(name: String, key: RecordPath, from: RecordsPath) {
      self.name = name
      self.key = key
      self.from = from
    }
  }

  /// The mapping's name.
  public var name: String
  /// The format that the mapping is for, or `nil` for any.
  public var format: FeedFormat?
  /// The path of the records in the document.
  public var records: RecordsPath
  /// The path of the records' keys in their order, for records in a map; otherwise `nil`.
  public var order: RecordsPath?
  /// Objects elsewhere in the document that are added to each record.
  public var joins: [Join]
  /// Paths by which the mapping is detected: all of them lead to a value in the document's first
  /// record.
  public var detect: [RecordPath]
  /// The rules of all values but the picture, by the key of their `RecordField`.
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
  /// - Throws: `FeedError` with code `unknownMapping` for an unknown name, or with what is wrong in
  ///   the file.
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

  /// Proposes a mapping for unknown records, from the usual keys that occur in samples.
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
