import Synchronization

/// The widths at which a text was measured.
final class WidthRecorder: Sendable {
  private let widths = Mutex<[Double]>([])

  var all: [Double] { widths.withLock { $0 } }

  func add(_ width: Double) { widths.withLock { $0.append(width) } }
}
