import FeedRecords
import TextMeasurement

/// One subject that `doctor` looks at; another subject is another section.
protocol DoctorSection {
  /// Its name in JSON, and in each of its problems.
  var name: String { get }
  /// What keeps work from being done.
  var problems: [DoctorProblem] { get }
  /// Its lines for people, problems left out.
  var lines: [String] { get }
  /// Writes its members into an object of its own.
  func write(to json: inout JSONWriter)
}

/// Something that is missing or wrong, and what to do about it.
struct DoctorProblem: Hashable {
  /// One sentence.
  var message: String
  /// The Debian package that brings what is missing.
  var package: String?
  /// What may have been meant.
  var nearest: String?

  /// A problem with words of its own.
  init(_ message: String) { self.message = message }

  /// An error of text measurement.
  init(_ error: TextError) {
    message = "\(error)"
    if case .missingFont(_, let package, let nearest) = error {
      self.package = package
      self.nearest = nearest
    }
  }
}
