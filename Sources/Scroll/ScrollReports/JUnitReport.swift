internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// Runs as JUnit XML for CI servers, with one test case per run.
///
/// A test case fails if its run breaches a threshold. Otherwise it is in error if the measured
/// iterations of the run do not agree on a threshold, and skipped if no threshold applies.
public struct JUnitReport: Sendable {
  /// One test case.
  private struct Case {
    var className: String
    var name: String
    /// The results, one line per threshold.
    var judged: [String] = []
    var breached: [String] = []
    /// The reasons why thresholds are neither met nor breached.
    var open: [String] = []
    /// The costliest cell of the worst frame, in words; nil if there is none.
    var cell: String?
  }

  private let title: String
  private var cases: [Case] = []

  /// Creates the report of simulated runs.
  ///
  /// - Parameters:
  ///   - runs: The simulated runs.
  ///   - title: The name of the scrolled list.
  public init(_ runs: [SimulatedRun], title: String) {
    self.title = title
    cases = runs.map { run in
      var one = Case(className: run.configuration.profile.name, name: run.name)
      one.judged = run.thresholds.map(\.description)
      one.breached = run.thresholds.filter { $0.verdict == .breached }.map(\.description)
      one.open = run.thresholds.filter { $0.verdict == .inconclusive }.map(\.description)
      one.cell = run.worstCell
      return one
    }
  }

  /// Creates the report of device results.
  ///
  /// - Parameters:
  ///   - runs: The device results.
  ///   - judgement: The comparison with thresholds. A threshold that no run answers becomes a test
  ///     case in error.
  ///   - title: The origin of the results.
  public init(_ runs: [ImportedRun], _ judgement: ImportJudgement, title: String) {
    self.title = title
    cases = zip(runs, judgement.verdicts).map { run, verdicts in
      var one = Case(className: run.device ?? ImportedRun.deviceModel, name: run.test)
      one.judged = verdicts.filter(\.isAnswered).map(\.description)
      one.breached = verdicts.filter(\.isBreached).map(\.description)
      return one
    }
    cases += judgement.unanswered.map { threshold in
      Case(
        className: "thresholds", name: threshold.text,
        open: ["no test of these files answers \(threshold.text)"])
    }
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    let failures = cases.count { !$0.breached.isEmpty }
    let errors = cases.count { $0.breached.isEmpty && !$0.open.isEmpty }
    let skipped = cases.count { $0.judged.isEmpty && $0.open.isEmpty }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"cellheights simulate\" \(counts)>",
      "<testsuite name=\"\(Self.escaped(title))\" \(counts)>",
    ] + cases.flatMap(Self.lines) + ["</testsuite>", "</testsuites>"]
  }

  private static func lines(of one: Case) -> [String] {
    let head = "classname=\"\(escaped(one.className))\" name=\"\(escaped(one.name))\""
    if one.judged.isEmpty, one.open.isEmpty {
      return [
        "<testcase \(head)>", "<skipped message=\"no threshold is about this run\"/>",
        "</testcase>",
      ]
    }
    var lines = ["<testcase \(head)>"]
    if !one.breached.isEmpty {
      lines += element("failure", one.breached, one.cell)
    } else if !one.open.isEmpty {
      lines += element("error", one.open, one.cell)
    }
    if !one.judged.isEmpty {
      lines.append("<system-out>\(escaped(one.judged.joined(separator: "; ")))</system-out>")
    }
    return lines + ["</testcase>"]
  }

  private static func element(_ name: String, _ texts: [String], _ cell: String?) -> [String] {
    let message = escaped(texts[0]) + (texts.count > 1 ? ", and \(texts.count - 1) more" : "")
    let lines = texts + (cell.map { [$0] } ?? [])
    return ["<\(name) message=\"\(message)\">"] + lines.map(escaped) + ["</\(name)>"]
  }

  /// Escapes markup in a text, and replaces characters that XML does not allow.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.printable().unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
