import AutoLayout
import FeedRecords
public import LayoutPrimitives

/// Counts the records of a feed that have a value at each path of a template.
public struct PathTally: Hashable, Sendable {
  /// The number of records with a value at one path, and how far the path leads in other records.
  public struct Count: Hashable, Sendable {
    /// Number of records with a value that is not empty.
    public var answered = 0
    /// Whether the path leads to an empty value in some record.
    private var isThere = false
    /// Whether the path stops at a null or at a list that is too short, in some record.
    private var isOpen = false
    /// Whether the path stops at a value without the next member, in some record.
    private var isWrong = false
    /// The text that all records counted so far have; `nil` before the first one, and if texts
    /// differ.
    private var text: String?
    /// Whether records have different texts, or values that are no text.
    private(set) var isVaried = false

    /// Creates a count of no records.
    public init() {}

    /// Whether other records may have a value.
    ///
    /// This is so if a record has an empty value, or if the path stopped only at nulls and short
    /// lists.
    var mayCome: Bool { isThere || (isOpen && !isWrong) }

    /// Notes how far the path leads in a record without a value.
    mutating func note(_ end: RecordPathEnd) {
      switch end {
      case .there: isThere = true
      case .open: isOpen = true
      case .wrong: isWrong = true
      case .absent: break
      }
    }

    /// Notes the value of a record; `nil` for a value that is no text.
    mutating func note(value: String?) {
      guard !isVaried else { return }
      if value == nil || text != nil && text != value {
        (isVaried, text) = (true, nil)
      } else {
        text = value
      }
    }

    mutating func add(_ other: Count) {
      answered += other.answered
      if other.isVaried { note(value: nil) } else if let value = other.text { note(value: value) }
      isThere = isThere || other.isThere
      isOpen = isOpen || other.isOpen
      isWrong = isWrong || other.isWrong
    }
  }

  /// The counted paths, in the order of `CellTemplate.recordPaths`.
  public let paths: [BoundPath]
  /// Number of records counted.
  public private(set) var records = 0
  /// The counts, indexed as `paths`.
  public private(set) var counts: [Count]
  /// Whether each path names a property of `FeedRecord`, indexed as `paths`.
  private let isWord: [Bool]
  /// The only use of each path, if it is used as a date or as a number alone, indexed as `paths`.
  private let onlyUse: [PathUse?]

  /// Creates a tally of no records, for the paths of a template.
  public init(_ template: CellTemplate) {
    paths = template.recordPaths
    counts = [Count](repeating: Count(), count: paths.count)
    isWord = paths.map { $0.recordPath?.isWord == true }
    let uses = Dictionary(
      zip(template.paths.paths.map(\.spelling), template.paths.uses)
    ) { $0.union($1) }
    onlyUse = paths.map { path in
      uses[path.spelling].flatMap { $0 == .date || $0 == .number ? $0 : nil }
    }
  }

  /// Counts the values of a record.
  public mutating func count(_ record: some BindingSource) {
    begin()
    for index in paths.indices {
      note(index, text: record.text(at: paths[index]), of: record)
    }
  }

  /// Begins a record, to which the texts passed to `note` belong.
  public mutating func begin() { records += 1 }

  /// Notes the text at one path of the current record.
  ///
  /// - Parameters:
  ///   - index: The path, as an index into `paths`.
  ///   - text: The text that was found at the path.
  ///   - record: The current record.
  public mutating func note(_ index: Int, text: String?, of record: some BindingSource) {
    if isAnswered(index, text: text, of: record) {
      counts[index].answered += 1
      counts[index].note(value: text)
    } else if !isWord[index] {
      counts[index].note(record.end(of: paths[index]))
    }
  }

  /// Whether a path of a record has a value that the template can use.
  ///
  /// Texts of white space and invisible characters are none.
  private func isAnswered(_ index: Int, text: String?, of record: some BindingSource) -> Bool {
    switch onlyUse[index] {
    case .date?: return record.date(at: paths[index]) != nil
    case .number?: return record.number(at: paths[index]) != nil
    default: break
    }
    guard let text else { return record.isPresent(at: paths[index]) }
    return text.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Adds the counts of a tally of other records, for the same template.
  public mutating func add(_ other: PathTally) {
    records += other.records
    for index in counts.indices where index < other.counts.count {
      counts[index].add(other.counts[index])
    }
  }

  /// Adds records for which only the number of values at each path is known.
  ///
  /// Paths without a value in these records may have one in other records.
  public mutating func add(records known: Int, answered: [String: Int]) {
    records += known
    for (index, path) in paths.enumerated() {
      let count = answered[path.spelling] ?? 0
      counts[index].answered += count
      if count == 0 { counts[index].note(.there) } else { counts[index].note(value: nil) }
    }
  }

  /// The findings about bindings without a value in any record, each once, in document order.
  public func unanswered(in template: CellTemplate) -> [Finding] {
    guard records > 0 else { return [] }
    var counts: [String: Count] = [:]
    for (path, count) in zip(paths, self.counts) { counts[path.spelling] = count }
    var found: [Finding] = []
    var known: Set<[String]> = []
    for use in template.bindingUses {
      let spellings = use.binding.paths.map(\.spelling)
      guard spellings.allSatisfy({ counts[$0]?.answered == 0 }), known.insert(spellings).inserted
      else { continue }
      let isKnown = use.binding.paths.contains { path in
        path.recordPath?.isWord == true || counts[path.spelling]?.mayCome == true
      }
      found.append(use.unanswered(isKnown: isKnown, records: records, in: template))
    }
    return found
  }
}

extension PathTally {
  /// The findings about lists with more elements than repeated views show, in document order, each
  /// with its number of records.
  ///
  /// Lists in the copies of one view have one finding, with the records of the list that is cut
  /// most often.
  func cut(in template: CellTemplate) -> [Finding] {
    var counts: [String: Int] = [:]
    for (path, count) in zip(paths, self.counts) { counts[path.spelling] = count.answered }
    var found: [Finding] = []
    for cut in template.listCuts {
      let records = cut.next.paths.reduce(0) { $0 + (counts[$1.spelling] ?? 0) }
      guard records > 0 else { continue }
      if let known = found.firstIndex(where: { $0.location == cut.place }) {
        found[known].records = max(found[known].records, records)
        continue
      }
      let name = cut.view.map { "'\($0)'" } ?? "the repeated box"
      var finding = Finding(
        code: "CH0617", severity: .warning, word: FindingKind.cut.rawValue, view: cut.view,
        location: cut.place,
        message:
          "the list '{\(cut.list)}' has more elements than are shown: \(name) is the last of "
          + "\(cut.shown)",
        help: "raise 'upTo'; or say how many there are, as in {\(cut.list), count}; or accept it "
          + "with --accept cut")
      finding.records = records
      found.append(finding)
    }
    return found
  }
}

extension Finding {
  /// A copy that concerns its own records, in each of the environments.
  func inEveryEnvironment(_ environments: [String]) -> Finding {
    var finding = self
    finding.cells = records * environments.count
    finding.environments = environments.map { InEnvironment(key: $0, cells: records) }
    return finding
  }
}

extension PathTally {
  /// Whether a path is, or begins with, another path.
  private static func isPath(_ spelling: String, within other: String) -> Bool {
    guard spelling.hasPrefix(other) else { return false }
    let next = spelling.dropFirst(other.count).first
    return next == nil || next == "." || next == "["
  }

  /// The findings about views that show a value of no record, in document order.
  ///
  /// A view is not reported if the template provides for the absence: by a number or a text among
  /// the alternatives of a binding, or by a condition on the same value or on the view.
  func blankViews(of template: CellTemplate) -> [Finding] {
    guard records > 0 else { return [] }
    var answered: [String: Int] = [:]
    for (path, count) in zip(paths, counts) { answered[path.spelling] = count.answered }
    let conditions = template.conditions.flatMap(\.bindings).flatMap(\.paths).map(\.spelling)
    return template.views.indices.compactMap { index in
      let view = template.views[index]
      guard let text = view.label?.text ?? view.image?.source, !text.bindings.isEmpty,
        !template.mayHide(index),
        text.bindings.allSatisfy({ binding in
          binding.alternatives.count == binding.ownPaths.count && binding.format != .count
            && binding.ownPaths.allSatisfy { path in
              answered[path.spelling] == 0
                && !conditions.contains { Self.isPath(path.spelling, within: $0) }
            }
        })
      else { return nil }
      let names = text.bindings.map {
        "'{" + $0.ownPaths.map(\.spelling).joined(separator: "|") + "}'"
      }
      let part = view.image != nil ? "picture" : view.kind == .button ? "title" : "text"
      var place = template.place(ofView: index)
      place?.text = "{\(text.bindings[0].ownPaths.first?.spelling ?? "")"
      return Finding(
        code: "CH0620", severity: .warning, word: FindingKind.blank.rawValue, view: view.id,
        location: place,
        message: "the \(part) of '\(view.id)' shows a value of no record: no record answers "
          + names.joined(separator: " or "),
        help: "write a path that records have ('cellheights records' shows what they have); where "
          + "the value may be absent, give the binding an alternative, as in {title|'Untitled'}, or "
          + "the view a 'hidden'")
    }
  }
}

extension PathTally {
  /// Minimum number of records that may not all have the same values.
  private static let alikeRecords = 20

  /// Whether all records have the same values at the paths for which the template asks.
  func areAlike(in template: CellTemplate) -> Bool {
    guard records >= Self.alikeRecords else { return false }
    let asked = Set(template.bindingUses.flatMap(\.binding.paths).map(\.spelling))
    let counts = zip(paths, counts).filter { asked.contains($0.0.spelling) && $0.1.answered > 0 }
    return !counts.isEmpty && counts.allSatisfy { !$1.isVaried && $1.answered == records }
  }
}

extension CellTemplate {
  /// A warning about a path of the record, at its first use; `nil` if no binding has the path.
  ///
  /// - Parameters:
  ///   - path: The path, as the template writes it.
  ///   - message: What was found, in one clause.
  public func finding(onPath path: String, _ message: String) -> Finding? {
    for use in bindingUses where use.binding.paths.contains(where: { $0.spelling == path }) {
      return Finding(
        code: "CH0621", severity: .warning, word: FindingKind.lost.rawValue,
        view: use.view.map { views[$0].id }, location: use.place,
        message: message + ", and \(use.asker) asks for it")
    }
    return nil
  }

  /// Whether the template hides a view, or a view around it, always or by a condition.
  fileprivate func mayHide(_ view: Int) -> Bool {
    var next: Int? = view
    while let index = next {
      if views[index].isHidden || views[index].hiddenWhen != nil { return true }
      next = views[index].parent
    }
    return false
  }
}

/// A binding of a template, and the part of the template that uses it.
struct BindingUse {
  var binding: Binding
  /// The part of the template in words, such as `the text of 'title'`.
  var asker: String
  /// Index in the template's `views` of the view that uses the binding; `nil` for other parts.
  var view: Int?
  /// The location of that part in the document; `nil` if it is unknown.
  var place: SourceLocation?

  /// The finding that the binding has a value in no record.
  ///
  /// - Parameters:
  ///   - isKnown: Whether other records may have a value, because the path names a property of
  ///     `FeedRecord` or stopped early in these records.
  ///   - records: Number of records examined.
  func unanswered(isKnown: Bool, records: Int, in template: CellTemplate) -> Finding {
    // Names the first of several alternatives.
    let path = binding.paths.first?.spelling ?? ""
    return Finding(
      code: "CH0612", severity: isKnown ? .note : .warning,
      word: FindingKind.unanswered.rawValue, view: view.map { template.views[$0].id },
      location: place,
      message:
        "'{\(path)}' is absent in \(records) of \(records) records, and \(asker) asks for it",
      help: isKnown ? "" : Self.help(path))
  }

  /// The names of properties of `FeedRecord` by names in feeds and other programs.
  private static let meant = [
    "date": "published", "pubDate": "published", "created": "published", "created_at": "published",
    "time": "published", "timestamp": "published", "modified": "updated", "link": "url",
    "href": "url", "guid": "id", "headline": "title", "body": "content", "text": "content",
    "description": "summary", "excerpt": "summary", "creator": "author", "byline": "author",
    "picture": "image", "photo": "image", "thumbnail": "image", "categories": "tags",
    "keywords": "tags", "lang": "language",
  ]

  private static func help(_ path: String) -> String {
    if let word = path.split(separator: ".").first, ["published", "updated"].contains(word) {
      return "a date has no parts; a format writes them, as in {\(word), date, 'yyyy'}"
    }
    if let near = NearestName(RecordPath.words).nearest(to: meant[path] ?? path) {
      return "did you mean {\(near)}?"
    }
    return "write one of a record's own words or a path of its fields; 'cellheights records' shows "
      + "what records have"
  }
}

extension CellTemplate {
  /// The bindings of the template that affect layouts, in document order.
  var bindingUses: [BindingUse] {
    var uses: [BindingUse] = []
    for (index, view) in views.enumerated() {
      var place = place(ofView: index)
      func add(_ bindings: [Binding], _ asker: String) {
        for binding in bindings {
          place?.text = "{\(binding.paths.first?.spelling ?? "")"
          uses.append(BindingUse(binding: binding, asker: asker, view: index, place: place))
        }
      }
      let name = view.kind == .button ? "title" : "text"
      add(view.label?.text.bindings ?? [], "the \(name) of '\(view.id)'")
      add(view.image?.source.bindings ?? [], "the picture of '\(view.id)'")
      add(view.boundIntrinsic?.bindings ?? [], "the intrinsic size of '\(view.id)'")
      add(view.hiddenWhen?.bindings ?? [], "the condition that hides '\(view.id)'")
    }
    for quantity in boundQuantities {
      let name = system.constraints[quantity.constraint].name
      for binding in quantity.number.bindings {
        uses.append(
          BindingUse(
            binding: binding, asker: "the constraint '\(name)'",
            place: place(of: .constraint(quantity.constraint))))
      }
    }
    uses += boxUses
    for group in groups {
      for binding in group.condition.bindings {
        uses.append(
          BindingUse(
            binding: binding, asker: "the condition of \(group.name)",
            place: SourceLocation(
              line: group.line, text: "{\(binding.paths.first?.spelling ?? "")")))
      }
    }
    return uses
  }

  /// Whether anything but the markup of a card asks for a text or a picture that a record has only
  /// once its content is converted.
  public var asksConvertedContent: Bool {
    guard let card, card.hasMarkup else { return true }
    var bindings = card.conditions.flatMap(\.bindings) + card.styleBindings.map(\.binding)
    for view in views {
      bindings += view.label?.text.bindings ?? []
      bindings += view.image?.source.bindings ?? []
      bindings += view.boundIntrinsic?.bindings ?? []
      bindings += view.hiddenWhen?.bindings ?? []
    }
    return bindings.flatMap(\.paths).contains { $0.recordPath?.mayNeedConversion ?? true }
  }

  /// The bindings of boxes that affect layouts, except those that hide views.
  ///
  /// The views themselves list the conditions that hide them.
  private var boxUses: [BindingUse] {
    if let card { return cardUses(card) }
    guard let boxes else { return [] }
    func use(_ binding: Binding, _ asker: String, _ line: Int) -> BindingUse {
      BindingUse(
        binding: binding, asker: asker,
        place: SourceLocation(line: line, text: "{\(binding.paths.first?.spelling ?? "")"))
    }
    return boxes.boxes.flatMap { box in
      let hiding = box.view == nil ? box.hiddenWhen?.bindings ?? [] : []
      return hiding.map { use($0, "the condition that hides \(box.name)", box.line) }
        + box.numbers.flatMap { number in
          boxes.numbers[number].bindings.map {
            let role = boxes.numbers[number].role.rawValue
            return use($0, "'\(role)' of \(box.name)", boxes.numbers[number].line)
          }
        }
    }
  }

  /// The bindings of styles and of markup of a card, and those that hide elements without a view.
  private func cardUses(_ card: CardTree) -> [BindingUse] {
    func use(_ binding: Binding, _ asker: String, _ line: Int) -> BindingUse {
      BindingUse(
        binding: binding, asker: asker,
        place: SourceLocation(line: line, text: "{\(binding.paths.first?.spelling ?? "")"))
    }
    let hiding = card.elements.filter { $0.view == nil }.flatMap { element in
      (element.hiddenWhen?.bindings ?? []).map {
        use($0, "the condition that hides \(element.name)", element.line)
      }
    }
    // Of several sources, the last one has a value whenever another has.
    let markup = card.elements.flatMap { element in
      (element.markup?.sources.last?.text.bindings ?? []).map {
        use($0, "the markup of \(element.name)", element.line)
      }
    }
    return hiding + markup
      + card.styleBindings.map {
        use($0.binding, "'\($0.property)' of \(card.elements[$0.element].name)", $0.line)
      }
  }
}
