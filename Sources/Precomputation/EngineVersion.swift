/// The version of the layout engine.
///
/// It must be raised with every change of layout results. A test compares golden frames.
public enum EngineVersion {
  /// The version as stored and hashed.
  public static let current = "6"
}
