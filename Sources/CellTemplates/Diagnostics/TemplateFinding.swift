public import AutoLayout

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
    case habit(CostlyHabit)
    /// A constraint of a template with joined axes whose multiplier each record brings: a changed
    /// coefficient, after which the solver begins from nothing.
    case boundMultiplier(constraint: Int)
  }

  /// A cell that shows the finding.
  public struct Reproducer: Hashable, Sendable {
    /// A number that took part, with what it is called.
    public struct Number: Hashable, Sendable {
      /// A binding such as `{image.width}`, or a label's size as measured.
      public var name: String
      /// The number; sizes in points.
      public var value: Double

      /// Creates a number.
      public init(_ name: String, _ value: Double) {
        self.name = name
        self.value = value
      }
    }

    /// Id of the record.
    public var record: String
    /// Key of the environment.
    public var environment: String
    /// The numbers that the record brought to the constraints concerned.
    public var numbers: [Number]

    /// Creates a reproducer.
    public init(record: String, environment: String, numbers: [Number]) {
      self.record = record
      self.environment = environment
      self.numbers = numbers
    }
  }

  /// What was found, as its first cell shows it.
  public var cause: Cause
  /// Records that show it; 0 for what is known of the template alone.
  public var records = 0
  /// Cells that show it.
  public var cells = 0
  /// Keys of the environments in which it shows, in the order met.
  public var environments: [String] = []
  /// The first cell that showed it.
  public var reproducer: Reproducer?

  /// Creates a finding that no cell has shown yet.
  public init(_ cause: Cause) { self.cause = cause }

  /// How bad it is.
  public var severity: Severity {
    switch cause {
    case .unsatisfiable, .feedbackLoop, .failure: .error
    case .suspicious, .ambiguous, .boundMultiplier: .warning
    case .tie, .habit: .note
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
    }
  }

  /// What makes two findings the same.
  struct Key: Hashable {
    var code: String
    var sources: [ConstraintSource] = []
    var text = ""
    var habit: CostlyHabit?
  }
}
