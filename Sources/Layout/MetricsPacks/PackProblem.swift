/// The reason why a document is not a metrics pack.
public struct PackProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the document, such as `faces[0].advances.A`; empty for the whole document.
  public let place: String
  /// What is wrong there.
  public let fault: String

  /// The place and the fault, without a verb for the file: `faces[0].weight: 2000 is outside 1...1000`.
  public var description: String { place.isEmpty ? fault : "\(place): \(fault)" }
}
