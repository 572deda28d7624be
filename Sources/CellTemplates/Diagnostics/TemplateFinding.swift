public import AutoLayout

// reason: a plain value; whoever examines cells counts in it
/// One thing that `template check` found, however many cells show it.
public struct TemplateFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Cells fail, or required constraints had to give.
    case error
    /// Cells are laid out, but perhaps not as meant, or dearly.
    case warning
    /// Worth knowing.
    case note
  }

  /// What was found.
  public enum Cause: Hashable, Sendable {
    /// Something accepted in the document that probably says less than it seems to.
    case suspicious(TemplateProblem)
    /// Required constraints that cannot all hold.
    case unsatisfiable(UnsatisfiableLayout)
    /// A variable that nothing decides.
    case ambiguous(AmbiguousLayout)
    /// A tie that document order decided.
    case tie(DecidedTie)
    /// Widths that never settle.
    case feedbackLoop(FeedbackLoop)
    /// A cell that failed otherwise, with its code and a sentence.
    case failure(code: String, message: String)
    /// Something that makes each cell cost more.
    case habit(PerformanceDiagnostic)
    /// A constraint of a template with joined axes whose multiplier each record brings: a changed
    /// coefficient, after which the solver begins from nothing.
    case boundMultiplier(constraint: Int)
    /// Something that the frames of cells show.
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
    /// A number that took part, with what it is called.
    public struct Number: Hashable, Sendable {
      /// A binding such as `{image.width}`, or a label's size as measured.
      public var name: String
      /// The number; sizes in points.
      public var value: Double
    }

    /// Id of the record.
    public var record: String
    /// Key of the environment.
    public var environment: String
    /// The numbers that the record brought to the constraints concerned.
    public var numbers: [Number]
  }

  /// What was found, as its first cell shows it.
  public var cause: Cause
  /// Records that show it; 0 for what is known of the template alone.
  public var records = 0
  /// Cells that show it.
  public var cells = 0
  /// Keys of the environments in which it shows, in the order met.
  public var environments: [String] = []
  /// Cells by environment; shape as `environments`.
  public var cellsByEnvironment: [Int] = []
  /// The first cell that showed it.
  public var reproducer: Reproducer?

  /// Creates a finding that no cell has shown yet.
  public init(_ cause: Cause) { self.cause = cause }

  /// How bad it is.
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

  /// What makes two findings the same, whatever the numbers of a record.
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

  /// The view it concerns, as an index in the template's; `nil` for none in particular.
  public var view: Int? {
    switch cause {
    case .shown(let found): found.view
    case .unanswered(let binding): binding.view
    case .foreignWord(let view, _): view
    case .ambiguous(let found): found.item
    case .feedbackLoop(let loop): loop.item
    case .suspicious, .unsatisfiable, .tie, .failure, .habit, .boundMultiplier, .unbound: nil
    }
  }

  /// The finding's number in a `FindingSet`; `nil` for what is not known cell by cell.
  public var number: Int? {
    if case .shown(let found) = cause { found.number } else { nil }
  }

  /// One word for what was found.
  public var word: String {
    if let kind { return kind.rawValue }
    switch cause {
    case .shown(let found): return found.kind.word
    case .unsatisfiable: return CellFinding.Kind.conflict.word
    case .ambiguous: return CellFinding.Kind.ambiguity.word
    case .tie: return CellFinding.Kind.tie.word
    case .feedbackLoop: return "loop"
    case .failure: return "failure"
    case .suspicious, .habit, .boundMultiplier, .unanswered, .unbound, .foreignWord:
      return "template"
    }
  }

  /// The word by which it is counted and refused; `nil` for what has none.
  public var kind: FindingKind? {
    switch cause {
    case .shown(let found): found.kind.finding
    case .unanswered: .unanswered
    case .unbound, .foreignWord: .unbound
    case .unsatisfiable, .ambiguous, .tie, .feedbackLoop, .failure, .suspicious, .habit,
      .boundMultiplier:
      nil
    }
  }

  /// What makes two findings the same.
  struct Key: Hashable {
    var code: String
    var sources: [ConstraintSource] = []
    var text = ""
    var habit: PerformanceDiagnostic?
  }
}
