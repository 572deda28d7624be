/// How records are found in JSON, and their values in each.
public struct RecordMapping: Hashable, Sendable {
  /// Whether a text is HTML.
  public enum Markup: String, Hashable, Sendable {
    /// Plain text.
    case none = "false"
    /// HTML.
    case html = "true"
    /// Plain text in which `&`, `<` and `>` stand as entities.
    case entities
    /// HTML where it looks like it.
    case auto
  }

  /// One place to look for a value.
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

  /// Places to look for a value; the first that is there and not empty counts.
  public typealias Rule = [Alternative]

  /// Where a picture and its size stand.
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
  /// The format it is for; `nil` for any JSON.
  public var format: FeedFormat?
  /// Where the records stand.
  public var records: RecordsPath
  /// Where the keys of the records stand in their order, for records in a map.
  public var order: RecordsPath?
  /// Objects to bring in from elsewhere.
  public var joins: [Join]
  /// Paths that all lead somewhere in the first record of a document the mapping fits.
  public var detect: [RecordPath]
  /// The rules of the record's values but its picture, by their word; see `RecordField`.
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
