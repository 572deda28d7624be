import CellPictures
import CellTemplates
package import CommandSettings
import FeedRecords
import HeightStore
import Heights
import LayoutPrimitives
import Precomputation
import PublishedHeights
import ScrollReports
import ScrollSimulation
import TemplateDocuments
import TextMeasurement

extension ExitStatus {
  /// The exit status for an error; `nil` if the program does not expect the error.
  package init?(of error: any Error) {
    switch error {
    case let error as Failure: self = error.status
    case let error as ConfiguredFileError:
      guard let status = ExitStatus(of: error.error) else { return nil }
      self = status
    case let error as FeedError: self = Self.of(error)
    case let error as StoreError: self = Self.of(error)
    case let error as TemplateError: self = Self.of(error)
    case let error as TextError: self = Self.of(error)
    case let error as BuildError: self = Self.of(error)
    case let error as PublishingError: self = Self.of(error)
    case let error as PublishedReadingError: self = Self.of(error)
    case is CellImportError, is ImportError, is ReportFileError, is PublishedFormatError:
      self = .badData
    case ShardError.noFile: self = .inputMissing
    case let error as ShardError: self = error.isUsage ? .usage : .badData
    case ListError.unknownList: self = .negativeAnswer
    case is EnvironmentError, is KnownLanguages.Failure, is SimulationError, is ListError:
      self = .usage
    case let error as CellError: self = Self.of(error)
    case let error as PictureError: self = Self.of(error)
    case is ConfigurationError: self = .configuration
    case let miss as Miss: self = miss.reason.isUsage ? .usage : .negativeAnswer
    default: return nil
    }
  }

  private static func of(_ error: FeedError) -> ExitStatus {
    if error.code == .unknownMapping { return .usage }
    if error.code == .temporary { return .writeFailed }
    return error.isMissing ? .inputMissing : .badData
  }

  private static func of(_ error: StoreError) -> ExitStatus {
    switch error {
    case .cannotCreate, .cannotBackUp: .cannotCreate
    case .writeFailed, .verificationFailed: .writeFailed
    case .locked: .tryAgain
    // A retry fails until the hold is released.
    case .held: .configuration
    case .unknownGeneration: .negativeAnswer
    case .missing, .unreadable: .inputMissing
    case .notAStore, .newerVersion, .olderVersion, .corrupt, .otherShard, .noShard: .badData
    case .duplicateCell, .invalid: .internalError
    }
  }

  private static func of(_ error: PublishingError) -> ExitStatus {
    switch error {
    case .cannotCreate: .cannotCreate
    case .writeFailed: .writeFailed
    case .unreadable: .inputMissing
    case .locked: .tryAgain
    }
  }

  private static func of(_ error: PublishedReadingError) -> ExitStatus {
    switch error {
    case .ambiguous: .usage
    case .unknown: .negativeAnswer
    case .missing: .inputMissing
    }
  }

  private static func of(_ error: TextError) -> ExitStatus {
    switch error {
    case .missingFont, .missingGenericFont, .invalidFamily, .unreadableFont, .irregularFont,
      .largeFont, .changedFont, .notAFont, .compressedFont, .damagedFont, .invalidPack,
      .missingFace,
      .fontconfigFailed, .invalidFaceList, .icuFailed:
      .configuration
    case .invalidSize, .invalidScale: .usage
    }
  }

  /// A missing font is an error of the configuration, not of the record.
  private static func of(_ error: CellError) -> ExitStatus {
    guard case .text(let error, _) = error, of(error) == .configuration else { return .badData }
    return .configuration
  }

  private static func of(_ error: PictureError) -> ExitStatus {
    switch error {
    case .tooLarge, .tooManyShapes: .badData
    case .text(let error): of(error)
    }
  }

  private static func of(_ error: TemplateError) -> ExitStatus {
    switch error {
    case .unknownName: .usage
    case .missingFile, .unreadableFile: .inputMissing
    case .invalid, .unknownView: .badData
    }
  }

  private static func of(_ error: BuildError) -> ExitStatus {
    switch error {
    case .source(_, let error): of(error)
    case .listCell: .badData
    case .interrupted(let signal, _): ExitStatus(rawValue: 128 + Int32(signal)) ?? .terminated
    case .overdue: .tryAgain
    case .nothingGood, .tooManyFailed, .tooManyRemoved, .shrunk, .untrusted, .findings, .drops,
      .changesRefused:
      .badData
    }
  }
}

extension Settings {
  /// Adds to an error about a missing or unreadable file the line of the configuration that names
  /// the file.
  ///
  /// - Returns: The error as it is, if it is about something else or no line names the file.
  package func withPlace(_ error: any Error) -> any Error {
    guard let path = Self.unreadFile(error), let place = file?.place(ofFile: path) else {
      return error
    }
    return ConfiguredFileError(place, error)
  }

  /// The path of the file that is missing, or that cannot be read.
  private static func unreadFile(_ error: any Error) -> String? {
    switch error {
    case let error as Failure: error.file
    case TemplateError.missingFile(let path), TemplateError.unreadableFile(let path, _): path
    case let error as FeedError where [.missing, .unreadable].contains(error.code): error.path
    case BuildError.source(_, let error): unreadFile(error)
    case TextError.unreadableFont(let path), TextError.irregularFont(let path),
      TextError.notAFont(let path), TextError.compressedFont(let path, _):
      path
    default: nil
    }
  }
}
