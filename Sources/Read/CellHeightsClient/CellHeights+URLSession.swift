#if canImport(FoundationNetworking) || canImport(Darwin)
public import Foundation
import Heights
public import PublishedHeights

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension CellHeights {
  /// Opens published files on a web server.
  ///
  /// - Parameters:
  ///   - url: The folder of `current.json`.
  ///   - session: Fetches the files; its cache may keep all but `current.json` for ever.
  ///   - limits: Bounds on the files.
  /// - Throws: As `published(at:limits:fetch:)`; `SourceError.status`.
  public static func published(
    at url: URL, session: URLSession = .shared, limits: FormatLimits = FormatLimits()
  ) async throws -> CellHeights {
    try await published(limits: limits) { path in
      let (data, response) = try await session.data(from: url.appendingPathComponent(path))
      if let answer = response as? HTTPURLResponse, answer.statusCode != 200 {
        throw SourceError.status(answer.statusCode, path: path)
      }
      return [UInt8](data)
    }
  }
}
#endif
