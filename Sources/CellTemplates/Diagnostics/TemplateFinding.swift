public import AutoLayout
public import LayoutPrimitives

// reason: a plain value in which examinations count
/// A finding of `template check`, with the cells that show it.
public struct TemplateFinding: Hashable, Sendable {
  /// The cause of a finding.
  public enum Cause: Hashable, Sendable {
    /// A part of the document that is accepted, but is probably a mistake.
    case suspicious(TemplateProblem)
    /// Required constraints that cannot all hold.
    case unsatisfiable(UnsatisfiableLayout)
    /// A variable that no constraint decides.
    case ambiguous(AmbiguousLayout)
    /// A tie that document order decided.
    case tie(DecidedTie)
    /// Widths of labels that never settle.
    case feedbackLoop(FeedbackLoop)
    /// Another failure of a cell, with its code and a sentence.
    case failure(code: String, message: String)
    /// A property of the template that makes each cell slower.
    case habit(PerformanceDiagnostic)
    /// A constraint whose multiplier depends on the record, in a template with joined axes.
    ///
    /// The solver starts afresh whenever the multiplier changes.
    case boundMultiplier(constraint: Int)
    /// A finding that laid-out cells store in their `FindingSet`.
    case shown(ShownFinding)
    /// A binding that has no value in any record.
    case unanswered(UnansweredBinding)
    /// No text or picture of the template depends on the record.
    case unbound
    /// A label whose text contains a word of another template language.
    case foreignWord(view: Int, word: String)
  }

  /// A cell that shows the finding, so that it can be reproduced.
  public struct Reproducer: Hashable, Sendable {
    /// A number in a constraint, with its name.
    public struct Number: Hashable, Sendable {
      /// The number's name: a binding such as `{image.width}`, or a label's measured size.
      public var name: String
      /// The value; sizes are in points.
      public var value: Double
    }

    /// Id of the record.
    public var record: String
    /// Key of the environment.
    public var environment: String
    /// The values of the record that occur in the constraints of the finding.
    public var numbers: [Number]
  }

  /// The cause, as found in the first cell.
  public var cause: Cause
  /// Number of records that show the finding; 0 for a finding of the template alone.
  public var records = 0
  /// Number of cells that show the finding.
  public var cells = 0
  /// Keys of the environments in which cells show the finding, in the order found.
  public var environments: [String] = []
  /// Number of cells that show the finding in each environment, indexed as `environments`.
  public var cellsByEnvironment: [Int] = []
  /// The first cell that shows the finding, or `nil`.
  public var reproducer: Reproducer?

  /// Creates a finding that no cell shows yet.
  public init(_ cause: Cause) { self.cause = cause }

  /// The severity of the finding.
  public var severity: FindingSeverity {
    switch cause {
    case .unsatisfiable, .feedbackLoop, .failure: .error
    case .suspicious, .ambiguous, .boundMultiplier, .unbound, .foreignWord: .warning
    case .tie, .habit: .note
    case .shown(let found): found.kind.severity
    case .unanswered(let binding): binding.isKnown ? .note : .warning
    }
  }

  /// The stable code of the finding.
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

  /// The identity of the finding, without the numbers of a record.
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

  /// Index of the finding's view in the template's `views`, or `nil`.
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

  /// The finding's number in a `FindingSet`, or `nil` when cells do not store it.
  public var number: Int? {
    if case .shown(let found) = cause { found.number } else { nil }
  }

  /// The finding's name in output.
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

  /// The kind under which the finding is counted and may be refused, or `nil`.
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
