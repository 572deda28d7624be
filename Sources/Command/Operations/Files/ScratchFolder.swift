package import CommandSettings
import Foundation

/// A temporary folder, which only this user can read and which ends with the object.
package final class ScratchFolder {
  package let path: String

  /// Makes the folder in `TMPDIR`.
  ///
  /// - Throws: `Failure.cannotCreate`.
  package init() throws(Failure) {
    path =
      FileManager.default.temporaryDirectory.appending(path: "cellheights-\(UUID().uuidString)")
      .path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(.cannotCreate, "cannot make a temporary folder; check TMPDIR")
    }
  }

  // A failure is harmless: the system clears its own temporary folder.
  deinit { do { try FileManager.default.removeItem(atPath: path) } catch _ {} }
}
