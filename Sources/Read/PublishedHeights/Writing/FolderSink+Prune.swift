/// What `prune` removed.
public struct PrunedFiles: Hashable, Sendable {
  /// Paths within the folder.
  public internal(set) var paths: [String] = []
  /// Their size, in bytes.
  public internal(set) var bytes = 0
  /// Numbers of the generations whose manifests stay, the newest first.
  public internal(set) var generations: [Int] = []
}

extension FolderSink {
  /// Removes manifests beyond a number, chunks that none of the others names, and what a killed
  /// program left.
  ///
  /// The current manifest always stays. Only files with names that a publication gives are removed.
  /// Whoever still reads a removed generation begins anew.
  ///
  /// - Parameter keep: Generations that stay, the current one counted; at least 1.
  /// - Throws: `PublishingError`; `PublishedFormatError` for a pointer or a current manifest that
  ///   does not hold, and then nothing is removed.
  public func prune(keep: Int, limits: FormatLimits = FormatLimits()) throws -> PrunedFiles {
    guard
      let first = try root.read(PublishedPath.pointer, limit: PublishedPointer.maximumBytes)
    else {
      throw PublishingError.unreadable(
        path: root.place(PublishedPath.pointer), reason: "nothing was published here")
    }
    let pointer = try PublishedPointer(decoding: first)
    var pruned = PrunedFiles()
    let current = try manifest(pointer.manifest, limits)
    var kept = [(address: pointer.manifest, generation: current.generation)]
    var others: [(address: FileAddress, generation: Int)] = []
    for address in try manifests.names().compactMap({ address($0, ending: ".json") })
    where address != pointer.manifest {
      // One that does not hold keeps nothing.
      guard let generation = try? manifest(address, limits).generation else { continue }
      others.append((address, generation))
    }
    others.sort {
      ($0.generation, $0.address.description) > ($1.generation, $1.address.description)
    }
    kept += others.prefix(max(0, keep - 1))
    pruned.generations = kept.map(\.generation)
    var named: Set<FileAddress> = []
    for entry in kept {
      // One manifest in memory at a time.
      named.formUnion(try manifest(entry.address, limits).references.map(\.sha256))
    }
    let keptManifests = Set(kept.map(\.address))
    try remove(".json", of: PublishedPath.manifests, but: keptManifests, &pruned)
    try remove(".bin", of: PublishedPath.chunks, but: named, &pruned)
    return pruned
  }

  private func manifest(
    _ address: FileAddress, _ limits: FormatLimits
  ) throws -> PublishedManifest {
    let (folder, name) = place(PublishedPath.manifest(address))
    guard let stored = try folder.read(name, limit: limits.maximumFileBytes) else {
      throw PublishingError.unreadable(path: folder.place(name), reason: "it is missing")
    }
    return try PublishedManifest(stored: stored, address: address, limits: limits)
  }

  private func remove(
    _ ending: String, of part: String, but kept: Set<FileAddress>, _ pruned: inout PrunedFiles
  ) throws {
    let folder = part == PublishedPath.chunks ? chunks : manifests
    for name in try folder.names() {
      let isLeft =
        name.hasSuffix(Self.temporaryEnding)
        && address(String(name.dropLast(Self.temporaryEnding.count)), ending: ending) != nil
      let found = address(name, ending: ending)
      guard isLeft || found.map({ !kept.contains($0) }) == true else { continue }
      pruned.bytes += try folder.size(name) ?? 0
      try folder.remove(name)
      pruned.paths.append("\(part)/\(name)")
    }
  }

  private func address(_ name: String, ending: String) -> FileAddress? {
    name.hasSuffix(ending) ? FileAddress(String(name.dropLast(ending.count))) : nil
  }
}
