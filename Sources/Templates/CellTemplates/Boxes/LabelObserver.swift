import Synchronization

/// Reports the measurements of labels in boxes to an instrument.
///
/// A class, because a text answers without being changed.
final class LabelObserver: Sendable {
  private let state: Mutex<CellInstrument>

  init(_ instrument: CellInstrument) {
    state = Mutex(instrument)
  }

  /// The instrument with what was reported to it.
  var instrument: CellInstrument { state.withLock { $0 } }

  /// Measures a label, and reports it.
  ///
  /// - Parameters:
  ///   - item: Index of the label in the template's `views`.
  ///   - view: The label's id.
  ///   - width: Available width, in points; infinite where lines are not wrapped.
  ///   - measure: Measures it.
  func observe<Measure>(
    item: Int, view: String, width: Double, _ measure: () -> Measure
  ) -> Measure {
    let (traceStart, start) = state.withLock { ($0.now(), $0.clock()) }
    let result = measure()
    state.withLock {
      $0.noteSizing(
        item: item, view: view, width: width.isFinite ? width : nil, since: start,
        traceStart: traceStart)
    }
    return result
  }
}
