public import AutoLayout

// reason: a plain value in which examinations count
/// A finding of `template check`, with the cells that show it.
public struct TemplateFinding: Hashable, Sendable {
  /// The severity.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Cells fail, or required constraints were relaxed.
    case error
    /// Cells are laid out, but perhaps wrongly or slowly.
    case warning
    /// Worth knowing.
    case note
  }

  /// What was found.
  public enum Cause: Hashable, Sendable {
    /// Something accepted in the document that is probably a mistake.
    case suspicious(TemplateProblem)
    /// Required constraints that cannot all hold.
    case unsatisfiable(UnsatisfiableLayout)
    /// A variable that nothing decides.
    case ambiguous(AmbiguousLayout)
    /// A tie that document order decided.
    case tie(DecidedTie)
    /// Widths that never settle.
    case feedbackLoop(FeedbackLoop)
    /// Another failure of a cell, with its code and a sentence.
    case failure(code: String, message: String)
    /// A habit that makes each cell slower.
    case habit(PerformanceDiagnostic)
    /// A constraint of a template with joined axes whose multiplier depends on the record. The
    /// solver starts afresh for each changed coefficient.
    case boundMultiplier(constraint: Int)
    /// A finding of the frames of cells.
    case shown(ShownFinding)
    /// A binding that no record answers.
    case unanswered(UnansweredBinding)
    /// No record decides any text or picture of the template.
    case unbound
    /// A label whose text has a word of another template language.
    case foreignWord(view: Int, word: String)
  }

  /// A cell that shows the finding.
  public struct Reproducer: Hashable, Sendable {
    /// A number in a constraint, with its name.
    public struct Number: Hashable, Sendable {
      /// A binding such as `{image.width}`, or a label's size as measured.
      public var name: String
      /// The number, sizes in points.
      public var value: Double
    }

    /// Id of the record.
    public var record: String
    /// Key of the environment.
    public var environment: String
    /// The numbers of the record in the constraints of the finding.
    public var numbers: [Number]
  }

  /// The cause, as its first cell shows it.
  public var cause: Cause
  /// Records that show it, 0 for a finding of the template alone.
  public var records = 0
  /// Cells that show it.
  public var cells = 0
  /// Keys of the environments in which it shows, in the order met.
  public var environments: [String] = []
  /// Cells by environment, shape as `environments`.
  public var cellsByEnvironment: [Int] = []
  /// The first cell that showed it.
  public var reproducer: Reproducer?

  /// Creates a finding that no cell has shown yet.
  public init(_ cause: Cause) { self.cause = cause }

  /// The severity.
  public var severity: Severity {
    switch cause {
    case .unsatisfiable, .feedbackLoop, .failure: .error
    case .suspicious, .ambiguous, .boundMultiplier, .unbound, .foreignWord: .warning
    case .tie, .habit: .note
    case .shown(let found): found.kind.severity
    case .unanswered(let binding): binding.isKnown ? .note : .warning
    }
  }

  /// The stable code.
  public var code: String {
    switch cause {
    case .suspicious(let problem): problem.code.rawValue
    case .unsatisfiable: "CH0101"
    case .feedbackLoop: "CH0107"
    case .failure(let code, _): code
    case .ambiguous: "CH0201"
    case .tie: "CH0202"
    case .habit(.joinedAxes): "CH0601"
    case .boundMultiplier: "CH0602"
    case .habit(.needlessUnwrappedWidth): "CH0603"
    case .shown(let found): found.kind.code
    case .unanswered: "CH0612"
    case .unbound: "CH0615"
    case .foreignWord: "CH0616"
    }
  }

  /// The identity of a finding, without the numbers of a record.
  var key: Key {
    switch cause {
    case .unsatisfiable(let found):
      Key(code: code, sources: [found.relaxed.source] + found.members.map(\.source))
    case .ambiguous(let found): Key(code: code, text: found.variable)
    case .tie(let found):
      Key(code: code, sources: [found.constraint.source] + found.rivals.map(\.source))
    case .feedbackLoop(let loop): Key(code: code, text: loop.views.joined(separator: "\n"))
    case .boundMultiplier(let index): Key(code: code, sources: [.constraint(index)])
    case .habit(let habit): Key(code: code, habit: habit)
    case .suspicious(let problem): Key(code: code, text: problem.description)
    case .failure: Key(code: code)
    case .shown(let found):
      Key(code: code, text: "\(found.kind.rawValue) \(found.view ?? -1)")
    case .unanswered(let binding): Key(code: code, text: "\(binding.path) \(binding.asker)")
    case .unbound: Key(code: code)
    case .foreignWord(let view, _): Key(code: code, text: "\(view)")
    }
  }

  /// Its view, as an index in the template's, if it has one.
  public var view: Int? {
    switch cause {
    case .shown(let found): found.view
    case .unanswered(let binding): binding.view
    case .foreignWord(let view, _): view
    case .ambiguous(let found): found.item
    case .feedbackLoop(let loop): loop.item
    default: nil
    }
  }

  /// The finding's number in a `FindingSet`, if cells have it.
  public var number: Int? {
    if case .shown(let found) = cause { found.number } else { nil }
  }

  /// The name of the finding in output.
  public var word: String {
    if let kind { return kind.rawValue }
    switch cause {
    case .shown(let found): return found.kind.word
    case .unsatisfiable: return CellFinding.Kind.conflict.word
    case .ambiguous: return CellFinding.Kind.ambiguity.word
    case .tie: return CellFinding.Kind.tie.word
    case .feedbackLoop: return "loop"
    case .failure: return "failure"
    default: return "template"
    }
  }

  /// The kind by which it is counted and refused, if it has one.
  public var kind: FindingKind? {
    switch cause {
    case .shown(let found): found.kind.finding
    case .unanswered: .unanswered
    case .unbound, .foreignWord: .unbound
    default: nil
    }
  }

  struct Key: Hashable {
    var code: String
    var sources: [ConstraintSource] = []
    var text = ""
    var habit: PerformanceDiagnostic?
  }
}
