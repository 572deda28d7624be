import ArgumentParser
import LayoutPrimitives

struct TraceOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write what was done and how long it took, as Trace Event JSON.",
      discussion: "Open it in ui.perfetto.dev or speedscope.app.", valueName: "file"),
    completion: .file())
  var trace: String?

  @Option(name: .long, help: "Events that a trace keeps; further ones are counted and dropped.")
  var traceLimit = TraceRecorder.defaultLimit

  func validate() throws {
    if trace?.isEmpty == true { throw ValidationError("--trace needs the path of a file") }
    guard (0...10_000_000).contains(traceLimit) else {
      throw ValidationError("--trace-limit is a number of events from 0 to 10000000")
    }
  }

  /// A recorder if a trace is requested.
  func recorder() throws(Failure) -> TraceRecorder? {
    guard let trace else { return nil }
    _ = try OutputFile(trace, is: "trace")
    return TraceRecorder(limit: traceLimit, clock: SystemClock.monotonic)
  }

  /// Writes the trace atomically.
  func write(_ recorder: TraceRecorder?) throws(Failure) {
    guard let trace, let recorder else { return }
    let document = TraceDocument(recorder)
    try OutputFile(trace, is: "trace").write(document.json)
    if document.dropped > 0 {
      StandardError.write(
        "note: the trace holds the first \(grouped(recorder.limit)) events; "
          + "\(grouped(document.dropped)) more were dropped, --trace-limit keeps more")
    }
  }
}
