/// The version of everything that decides a height besides record, template, fonts and environment.
///
/// People raise it whenever a cell may come out differently; a test fails when golden frames change
/// and it did not.
public enum EngineVersion {
  /// The version as stored and hashed.
  public static let current = "5"
}
