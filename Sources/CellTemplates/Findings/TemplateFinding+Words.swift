extension TemplateFinding {
  /// The finding in one clause; empty for findings that a diagnosis explains.
  public func headline(in template: CellTemplate) -> String {
    switch cause {
    case .shown(let found): found.headline(template)
    case .unanswered(let binding): binding.headline
    case .unbound:
      "no text of this template is bound: every cell has the texts, and the height, of the document"
    case .foreignWord(let view, let word):
      "'\(word)' in the text of '\(template.views[view].id)' is a word of another template language "
        + "and is drawn as it stands"
    case .suspicious(let problem): problem.found
    default: ""
    }
  }

  /// Advice what to do about the finding, or empty when nothing needs to be done.
  public func help(in template: CellTemplate) -> String {
    switch cause {
    case .shown(let found): found.help(template)
    case .unanswered(let binding): binding.help
    case .unbound:
      "write bindings such as {title} for the texts, or give the views outlets' texts with "
        + "'template import' and edit the document"
    case .foreignWord: "write a path of the record in single braces, as in {title}"
    case .suspicious(let problem): problem.expected
    default: ""
    }
  }

  /// The finding's position in the template, or `nil` when it has none.
  public func place(in template: CellTemplate) -> DocumentPlace? {
    switch cause {
    case .shown(let found): found.view.flatMap { template.place(ofView: $0) }
    case .unanswered(let binding): binding.place
    case .unbound: template.labels.first.flatMap { template.place(ofView: $0) }
    case .foreignWord(let view, _): template.place(ofView: view)
    case .suspicious(let problem):
      problem.mark ?? DocumentPlace(line: problem.lines.first ?? 1, text: "", file: problem.file)
    default: nil
    }
  }
}
