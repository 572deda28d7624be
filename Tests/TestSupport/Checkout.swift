public import Foundation

/// The checkout that the tests were compiled in.
public enum Checkout {
  /// Its folder.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
