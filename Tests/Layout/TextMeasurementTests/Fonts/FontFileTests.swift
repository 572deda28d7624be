import Glibc
import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// The files that are accepted as fonts, and when they are in memory.
@Suite struct FontFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func problem(_ path: String) throws -> TextError? {
    try FontInventory(FontConfiguration(system: [path], fallback: [])).problems.first
  }

  @Test("S11: devices, folders, pipes and huge files are no fonts")
  func onlyRegularFilesAreFonts() throws {
    let zero = folder.path("zero.ttf")
    #expect(symlink("/dev/zero", zero) == 0)
    #expect(try problem(zero) == .irregularFont(zero))
    let pipe = folder.path("pipe.ttf")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try problem(pipe) == .irregularFont(pipe))
    let inner = folder.path("folder.ttf")
    #expect(mkdir(inner, 0o700) == 0)
    #expect(try problem(inner) == .irregularFont(inner))
    let huge = folder.path("huge.ttf")
    let bytes = FontLibrary.maximumFileBytes + 1
    #expect(creat(huge, 0o600) >= 0)
    #expect(truncate(huge, bytes) == 0)
    #expect(try problem(huge) == .largeFont(file: huge, bytes: bytes))
    #expect(truncate(huge, bytes - 1) == 0)
    #expect(try problem(huge) == .notAFont(huge))
    #expect(truncate(huge, 0) == 0)
    #expect(try problem(huge) == .notAFont(huge))
    #expect(try problem(folder.path("none.ttf")) == .unreadableFont(folder.path("none.ttf")))
  }

  private func isMapped(_ path: String) throws -> Bool {
    guard let file = fopen("/proc/self/maps", "r") else { throw TextError.unreadableFont(path) }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      if strstr(line, path) != nil { return true }
    }
    return false
  }

  /// S4: 221 MB of an idle process were fonts.
  @Test func aFileIsMappedWhenATextNeedsIt() throws {
    let own = try folder.add(TinyFont("a", family: "Own"), as: "own.ttf")
    let other = try folder.add(TinyFont("ab", family: "Other"), as: "other.ttf")
    let library = try FontLibrary(FontConfiguration(system: [own], fallback: [other]))
    #expect(try !isMapped(own))
    #expect(try !isMapped(other))
    let measurers = try (0..<2).map { _ in try TextMeasurer(library: library) }
    for measurer in measurers {
      _ = try measurer.prepare("aa", style: TextStyle(), rules: Support.rules(.uikit))
    }
    #expect(try isMapped(own))
    for measurer in measurers {
      _ = try measurer.prepare("ab", style: TextStyle(), rules: Support.rules(.uikit))
    }
    #expect(try isMapped(other))
  }

  @Test func aFileThatWasReplacedIsNotMeasuredWith() throws {
    let file = try folder.add(TinyFont("a", family: "One"), as: "one.ttf")
    let library = try FontLibrary(FontConfiguration(system: [file], fallback: []))
    let next = try folder.add(TinyFont("ab", family: "Two"), as: "next.ttf")
    #expect(rename(next, file) == 0)
    let measurer = try TextMeasurer(library: library)
    #expect(throws: TextError.changedFont(file)) {
      try measurer.prepare("a", style: TextStyle(), rules: Support.rules(.uikit))
    }
  }
}
