import Foundation

/// A file that a command writes atomically.
struct OutputFile {
  private let path: String
  /// The kind of file in messages.
  private let noun: String

  /// Checks the path before the content is computed.
  init(_ path: String, is noun: String) throws(Failure) {
    self.path = path
    self.noun = noun
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw Failure(.cannotCreate, "there is no folder \(folder) for the \(noun) \(path)")
    }
    guard FileManager.default.fileExists(atPath: path) else { return }
    // The existing file is replaced, which must not be a device or a folder.
    let type: FileAttributeType?
    do {
      type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    } catch {
      throw Failure(.cannotCreate, "the \(noun) \(path) cannot be looked at")
    }
    guard type == .typeRegular else {
      throw Failure(.cannotCreate, "the \(noun) \(path) exists and is no regular file")
    }
  }

  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(
        .writeFailed, "the \(noun) \(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
