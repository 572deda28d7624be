import PublishedHeights

/// A published folder on this machine.
final class FolderPlace: PublishedPlace {
  private let folder: String
  private let limits: FormatLimits

  init(folder: String, limits: FormatLimits) {
    self.folder = folder
    self.limits = limits
  }

  func pointer() throws -> [UInt8] {
    try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
  }

  func file(_ path: String, bytes: Int) throws -> [UInt8] {
    let limit = min(bytes, limits.maximumFileBytes)
    guard let content = try OpenFolder.read(path, inPublished: folder, limit: limit) else {
      let full = folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
      throw ReadingError.missing(
        path == PublishedPath.pointer
          ? "\(full) is not there: \(folder) is no folder that cellheights publish wrote"
          : "\(full) is not there; publish again")
    }
    return content
  }

  func chunks(_ references: [FileReference]) -> any StoredChunks {
    FolderChunks(self, references)
  }

  private final class FolderChunks: StoredChunks {
    private let place: FolderPlace
    private var rest: ArraySlice<FileReference>

    init(_ place: FolderPlace, _ references: [FileReference]) {
      self.place = place
      rest = references[...]
    }

    func next() throws -> [UInt8] {
      guard let reference = rest.popFirst() else { return [] }
      return try place.file(reference.path, bytes: reference.bytes)
    }
  }
}
