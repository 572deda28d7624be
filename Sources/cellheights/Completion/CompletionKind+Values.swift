import ArgumentParser
import CellPictures
import FeedRecords
import LayoutPrimitives
import ScrollSimulation
import TextMeasurement

/// What a shell offers for the values of options.
extension CompletionKind {
  /// Names of templates, and files that may be one.
  static var template: CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix).templates }
  }

  /// Names of mappings, and files that may be one.
  static var mapping: CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix).mappings }
  }

  /// Feeds of the store and of the configuration file.
  static var feed: CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix).feeds }
  }

  /// Environments of the store.
  static var storedEnvironment: CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix).storedEnvironments }
  }

  /// Environments of the store and widths of common screens.
  static var environment: CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix).environments }
  }

  /// Ids of the store.
  static var record: CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix).ids }
  }

  /// Stores.
  static var store: CompletionKind { .file(extensions: ["sqlite", "db"]) }

  /// YAML files.
  static var yaml: CompletionKind { .file(extensions: ["yaml", "yml"]) }

  /// Font files.
  static var font: CompletionKind { .file(extensions: ["ttf", "otf", "ttc", "otc"]) }

  /// Text styles.
  static var textStyle: CompletionKind { .list(TextStyleName.allCases.map(\.rawValue)) }

  /// Names of font weights.
  static var weight: CompletionKind { .list(FontWeight.names) }

  /// Scroll profiles.
  static var scrollProfile: CompletionKind { .list(ScrollProfile.named.map(\.name)) }

  /// Layers of a picture.
  static var layers: CompletionKind { .list(PictureLayers.named.map(\.name)) }
}
