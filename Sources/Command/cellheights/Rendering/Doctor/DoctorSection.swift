import FeedRecords
import StructuredDocuments
import TextMeasurement

/// One subject of `doctor`.
protocol DoctorSection {
  /// Its name in JSON.
  var name: String { get }
  var problems: [DoctorProblem] { get }
  /// Its lines without problems.
  var lines: [String] { get }
  /// Writes its members into an object.
  func write(to json: inout JSONWriter)
}

/// A missing or invalid dependency, and how to fix it.
struct DoctorProblem: Hashable {
  /// One sentence.
  var message: String
  /// The Debian package to install.
  var package: String?
  /// A suggestion for a misspelled name.
  var nearest: String?

  init(_ message: String) { self.message = message }

  init(_ error: TextError) {
    message = "\(error)"
    if case .missingFont(_, let package, let nearest) = error {
      self.package = package
      self.nearest = nearest
    }
  }
}
