package import CellPictures
package import CommandSettings
import Foundation

/// The program rsvg-convert, which draws pictures as PNG.
package struct PNGConverter {
  /// Maximum width and height of its images, in pixels.
  ///
  /// Source: cairo, which it draws with: `cairo-image-surface.c`, `MAX_IMAGE_SIZE`.
  package static let maximumSide = 32_767

  private let program: String

  /// Finds the program as a shell does.
  ///
  /// - Parameter folders: The value of `PATH`.
  /// - Throws: `Failure.configuration` if it is missing.
  package init(in folders: String) throws(Failure) {
    guard let program = ChildProcess.file(of: "rsvg-convert", in: folders) else {
      throw Failure(
        .configuration,
        "rsvg-convert, which draws PNG, is missing; install the package librsvg2-bin, or draw SVG")
    }
    self.program = program
  }

  /// Draws a picture as a PNG file; equal pictures give equal bytes.
  ///
  /// - Throws: `Failure.usage` if the image has too many pixels; `.cannotCreate` or `.writeFailed`
  ///   if temporary files cannot be written; `.internalError` if the program fails.
  package func png(of picture: CellPicture) throws -> [UInt8] {
    let limits = PictureLimits()
    let (width, height) = picture.pixels
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limits.pixels, max(width, height) <= Self.maximumSide else {
      throw Failure(
        .usage,
        "the PNG would have \(width) × \(height) pixels, and at most \(limits.pixels) in all and "
          + "\(Self.maximumSide) a side are drawn; choose a smaller scale, or SVG")
    }
    let folder = try ScratchFolder()
    let (svg, png) = (folder.path + "/picture.svg", folder.path + "/picture.png")
    try OutputFile(svg, is: "picture").write(picture.outlinedCaptions.svg)
    var process = ChildProcess(
      program: program,
      arguments: ["--format", "png", "--background-color", "white", "--unlimited"], input: svg,
      output: png)
    // An interrupt key stops it together with this process.
    process.hasOwnGroup = false
    let child = try process.start()
    var lines = LineInput(descriptor: child.errors, name: program)
    var words: [String] = []
    while let line = try lines.next(whenIdle: {}) {
      words.append(String(decoding: line.bytes, as: UTF8.self))
    }
    guard child.wait() == 0, let bytes = FileManager.default.contents(atPath: png) else {
      throw Failure(
        .internalError,
        "rsvg-convert cannot draw the picture\(words.first.map { ": \($0)" } ?? "")")
    }
    return [UInt8](bytes)
  }
}
