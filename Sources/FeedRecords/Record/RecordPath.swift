/// A path to a value in a record: `title`, `account.display_name`,
/// `media_attachments[0].meta.width`.
///
/// `[*]` is the first element or member; `["a.b"]` is a name with marks in it; `sizes[kinds[0]]`
/// is the member whose name stands at another path of the record.
public struct RecordPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    case first
    case named(RecordPath)
  }

  let steps: [Step]
  let word: RecordWord?

  /// Parses a path; `nil` when it is none.
  public init?(_ text: String) {
    guard let steps = Self.parse(text[...], depth: 0) else { return nil }
    self.steps = steps
    word = RecordWord(rawValue: text)
  }

  private init(steps: [Step]) {
    self.steps = steps
    word = nil
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

  /// What stands in brackets, and the rest after them.
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

  /// The path in its written form.
  public var description: String {
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

  /// The value at the path in a JSON object.
  func value<Value: JSONReadable>(in root: Value) -> Value? {
    var value = root
    for step in steps {
      let next: Value?
      switch step {
      case .key(let name): next = value.member(name)
      case .index(let index): next = value.child(index)
      case .first: next = value.child(0)
      case .named(let path): next = path.value(in: root)?.text.flatMap { value.member($0) }
      }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}

/// The words that name a record's own values.
enum RecordWord: String, Hashable, Sendable, CaseIterable {
  case id, version, title, summary, content, author, published, updated, url, image
  case imageURL = "image.url"
  case imageWidth = "image.width"
  case imageHeight = "image.height"
  case tags, language

  /// Whether the word stands for a number.
  var isNumber: Bool { self == .imageWidth || self == .imageHeight }
}
