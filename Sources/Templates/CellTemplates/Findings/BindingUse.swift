import AutoLayout
import FeedRecords
import LayoutPrimitives

/// A binding of a template, and what asks for it.
struct BindingUse {
  var binding: Binding
  /// The part of the template that uses it, in words, such as `the text of 'title'`.
  var asker: String
  /// Index of the view that uses it in the template's `views`, or `nil` for a constraint or a group.
  var view: Int?
  /// The position of the binding's user in the template.
  var place: DocumentPlace?

  /// The finding that no record has a value for it.
  ///
  /// - Parameters:
  ///   - isKnown: Whether the path is plausible: one of the record's own values, or a path that
  ///     other records may have.
  ///   - records: Number of records examined.
  func unanswered(isKnown: Bool, records: Int, in template: CellTemplate) -> Finding {
    // Of several alternatives, the first.
    let path = binding.paths.first?.spelling ?? ""
    return Finding(
      code: "CH0612", severity: isKnown ? .note : .warning,
      word: FindingKind.unanswered.rawValue, view: view.map { template.views[$0].id },
      place: place,
      message:
        "'{\(path)}' is absent in \(records) of \(records) records, and \(asker) asks for it",
      help: isKnown ? "" : Self.help(path))
  }

  /// Words of feeds and of other programs, and a record's own for the same.
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
            place: DocumentPlace(
              line: group.line, text: "{\(binding.paths.first?.spelling ?? "")")))
      }
    }
    return uses
  }

  /// The bindings of boxes that affect layouts; those that hide views are the views' own.
  private var boxUses: [BindingUse] {
    guard let boxes else { return [] }
    func use(_ binding: Binding, _ asker: String, _ line: Int) -> BindingUse {
      BindingUse(
        binding: binding, asker: asker,
        place: DocumentPlace(line: line, text: "{\(binding.paths.first?.spelling ?? "")"))
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
}
