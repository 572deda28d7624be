import ArgumentParser

/// The completions of options that occur more than once.
extension CompletionKind {
  /// Template names and files.
  static var template: CompletionKind { candidates(\.templates) }
  /// Mapping names and files.
  static var mapping: CompletionKind { candidates(\.mappings) }
  /// Feeds of the store and of the configuration file.
  static var feed: CompletionKind { candidates(\.feeds) }
  /// Environments of the store.
  static var storedEnvironment: CompletionKind { candidates(\.storedEnvironments) }
  /// Environments of the store and widths of common screens.
  static var environment: CompletionKind { candidates(\.environments) }
  /// Record ids of the store.
  static var record: CompletionKind { candidates(\.ids) }
  /// Font files.
  static var font: CompletionKind { .file(extensions: ["ttf", "otf", "ttc", "otc"]) }

  private static func candidates(
    _ list: any KeyPath<CompletionCandidates, [String]> & Sendable
  ) -> CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix)[keyPath: list] }
  }
}
