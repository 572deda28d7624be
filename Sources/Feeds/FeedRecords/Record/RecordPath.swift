import StructuredDocuments

/// A path to a value in a record, such as `title` or `media_attachments[0].meta.width`.
///
/// `[*]` is the first element or member. `["a.b"]` is a quoted name. `sizes[kinds[0]]` is the
/// member of `sizes` whose name is the value at the path `kinds[0]`.
public struct RecordPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    case first
    case named(RecordPath)
  }

  let steps: [Step]
  /// The property of `FeedRecord` that the path names, or `nil` for other paths.
  let word: RecordWord?
  /// The element of `tags` or `attachments` that the path names, or `nil` for other paths.
  let element: RecordElement?
  /// The side of a picture that the path names, or `nil` for other paths.
  let pictureSide: PictureSide?

  /// The paths to the properties of `FeedRecord`, with examples for the elements of its lists.
  public static let words: [String] =
    RecordWord.named.map(\.name) + ["tags[0]", "attachments[0].url", "attachments[0].type"]

  /// Whether the path names a property of `FeedRecord`, even if a record lacks its value.
  public var isWord: Bool { word != nil || element != nil }

  /// Whether the text at the path may be the content of a record, or its markup.
  public var mayLeadToContent: Bool {
    guard case .field(let field)? = word, case .text(_, let form) = field.value else {
      return false
    }
    switch form {
    case .content, .summary, .markup: return true
    case .plain, .trimmed, .line, .author: return false
    }
  }

  /// Whether the value at the path may come from the content's markup: a text or a picture.
  public var mayNeedConversion: Bool {
    switch word {
    case .imageWidth, .imageHeight: return true
    case .field(let field):
      switch field.value {
      case .image, .text(_, .content), .text(_, .summary): return true
      default: return false
      }
    case nil: return false
    }
  }

  /// Whether the path names the width or the height of a picture.
  public var isPictureSide: Bool { pictureSide != nil }

  /// Parses a path; `nil` when the text is not a path.
  public init?(_ text: String) {
    guard let steps = Self.parse(text[...], depth: 0) else { return nil }
    self.steps = steps
    word = RecordWord.named.first { $0.name == text }?.word
    element = RecordElement(steps)
    pictureSide = Self.pictureSide(steps)
  }

  private init(steps: [Step]) {
    self.steps = steps
    word = nil
    element = nil
    pictureSide = nil
  }

  /// Creates the path of a picture, or of one of its sides, without setting `pictureSide`.
  private init(pictured steps: [Step]) {
    self.steps = steps
    let text = Self.description(of: steps)
    word = RecordWord.named.first { $0.name == text }?.word
    element = RecordElement(steps)
    pictureSide = nil
  }

  private static func pictureSide(_ steps: [Step]) -> PictureSide? {
    guard steps.count > 1, case .key(let name) = steps[steps.count - 1] else { return nil }
    let picture = Array(steps.dropLast())
    func path(_ side: [Step]) -> RecordPath { RecordPath(pictured: picture + side) }
    switch name {
    case "width": return .width(of: path([]), height: path([.key("height")]))
    case "height": return .height(of: path([]), width: path([.key("width")]))
    default: return nil
    }
  }

  private static func parse(_ text: Substring, depth: Int) -> [Step]? {
    guard depth < 8 else { return nil }
    var steps: [Step] = []
    var rest = text
    while !rest.isEmpty {
      if rest.first == "[" {
        guard let (step, after) = bracket(rest.dropFirst(), depth: depth) else { return nil }
        steps.append(step)
        rest = after
      } else {
        if !steps.isEmpty {
          guard rest.first == "." else { return nil }
          rest = rest.dropFirst()
        }
        let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" && $0 != "|" }
        guard !name.isEmpty else { return nil }
        steps.append(name == "*" ? .first : .key(String(name)))
        rest = rest.dropFirst(name.count)
      }
    }
    return steps.isEmpty ? nil : steps
  }

  /// Parses a step in brackets, after its `[`.
  ///
  /// - Returns: The step and the text after its `]`, or `nil`.
  private static func bracket(_ text: Substring, depth: Int) -> (Step, Substring)? {
    if text.first == "\"" {
      guard let (name, after) = quotedName(text), after.first == "]" else { return nil }
      return (.key(name), after.dropFirst())
    }
    var level = 1
    guard
      let end = text.firstIndex(where: { character in
        if character == "[" { level += 1 }
        if character == "]" { level -= 1 }
        return level == 0
      })
    else { return nil }
    let inside = text[..<end]
    let after = text[text.index(after: end)...]
    if inside == "*" { return (.first, after) }
    if inside.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return Int(inside).map { (.index($0), after) }
    }
    return parse(inside, depth: depth + 1).map { (.named(RecordPath(steps: $0)), after) }
  }

  /// The names of the members with which the path begins, such as `first` and `title`.
  package var leadingNames: [String] {
    var names: [String] = []
    for case .key(let name) in steps.prefix(while: { if case .key = $0 { true } else { false } }) {
      names.append(name)
    }
    return names
  }

  /// The path in its written form.
  public var description: String { Self.description(of: steps) }

  private static func description(of steps: [Step]) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let name) where plainName(name): text += text.isEmpty ? name : ".\(name)"
      case .key(let name): text += "[\(quoted(name))]"
      case .index(let index): text += "[\(index)]"
      case .first: text += "[*]"
      case .named(let path): text += "[\(path)]"
      }
    }
    return text
  }

  /// How far the path leads in a JSON object.
  func end(in root: JSONValue) -> RecordPathEnd {
    var value = root
    for (depth, step) in steps.enumerated() {
      if value.kind == .null { return .open }
      guard let next = Self.member(step, of: value, in: root) else {
        if depth == 0 { return .absent }
        switch step {
        case .index, .first: return value.kind == .array || value.kind == .object ? .open : .wrong
        case .key, .named: return .wrong
        }
      }
      value = next
    }
    return .there
  }

  func value(in root: JSONValue) -> JSONValue? {
    var value = root
    for step in steps {
      guard let next = Self.member(step, of: value, in: root) else { return nil }
      value = next
    }
    return value
  }

  /// The value that one step of a path leads to, or `nil`.
  ///
  /// - Parameter root: The object in which the name of a step such as `[kinds[0]]` is looked up.
  private static func member(_ step: Step, of value: JSONValue, in root: JSONValue) -> JSONValue? {
    switch step {
    case .key(let name): value[name]
    case .index(let index): value[index]
    case .first: value[0]
    case .named(let path): path.value(in: root)?.text.flatMap { value[$0] }
    }
  }
}

/// A property of `FeedRecord` that a path can name.
enum RecordWord: Hashable, Sendable {
  case field(RecordField)
  case imageWidth, imageHeight

  static let named: [(name: String, word: RecordWord)] =
    RecordField.all.flatMap { field -> [(name: String, word: RecordWord)] in
      let named = (field.key, RecordWord.field(field))
      switch field.value {
      case .fields: return []
      case .text(_, .content): return [("content", named.1), named]
      case .image:
        return [
          named, ("image.url", named.1), ("image.width", .imageWidth),
          ("image.height", .imageHeight),
        ]
      default: return [named]
      }
    }
}

/// How far a path leads in a record.
public enum RecordPathEnd: Hashable, Sendable {
  /// The path leads to a value, which may be empty, `false` or null.
  case there
  /// The path stops at a null, or at a list that is too short.
  case open
  /// The record has no member with the first name of the path.
  case absent
  /// The path stops later, at a value without the next member.
  case wrong
}

/// An element of `tags` or `attachments`, such as `tags[0]` or `attachments[1].type`.
enum RecordElement: Hashable, Sendable {
  case tag(Int)
  case attachmentURL(Int)
  case attachmentType(Int)

  /// Converts the steps of a path; `nil` if they lead to no such element.
  init?(_ steps: [RecordPath.Step]) {
    guard steps.count >= 2, case .key(let list) = steps[0] else { return nil }
    let index: Int
    switch steps[1] {
    case .index(let number): index = number
    case .first: index = 0
    case .key, .named: return nil
    }
    switch (list, Array(steps.dropFirst(2))) {
    case ("tags", []): self = .tag(index)
    case ("attachments", []), ("attachments", [.key("url")]): self = .attachmentURL(index)
    case ("attachments", [.key("type")]): self = .attachmentType(index)
    default: return nil
    }
  }
}
