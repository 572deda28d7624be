import TestSupport
import Testing

@testable import TextMeasurement

/// Fonts that are installed with a program, by the list of their faces.
@Suite struct FaceListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func list(_ lines: String...) throws -> String {
    try folder.write(
      ((["cellheights.faces/1"] + lines).joined(separator: "\n") + "\n").utf8, to: "faces.tsv")
  }

  @Test func facesAreThoseOfTheListWithTheNumbersOfFontconfig() throws {
    let catalog = try FontCatalog(
      list: try list(
        "a.ttf\t0\t80\t0\t100\tFalse\tFace\tFace Regular", "b.otf\t1\t200\t100\t75\tFalse\tFace",
        "c.ttc\t0\t180\t110\t100\tFalse\tOther"))
    #expect(catalog.families == ["Face", "Face Regular", "Other"])
    let faces = try catalog.faces(ofFamily: "face")
    // Narrow faces come first.
    #expect(faces.map(\.weight) == [700, 400])
    #expect(faces.map(\.slant) == [.italic, .upright])
    #expect(faces.map(\.width) == [75, 100])
    #expect(faces.map(\.index) == [1, 0])
    #expect(faces.map(\.file) == ["b.otf", "a.ttf"].map { folder.path($0) })
    #expect(try catalog.faces(ofFamily: "Other").map(\.slant) == [.oblique])
    #expect(try catalog.faces(ofFamily: "Inter").isEmpty)
    #expect(catalog.nearestFamily(to: "Othr") == "Other")
  }

  @Test func aLibraryLooksFamiliesUpInTheListAlone() throws {
    _ = try folder.add(TinyFont("a", family: "Tiny"), as: "tiny.ttf")
    let list = try list("tiny.ttf\t0\t80\t0\t100\tFalse\tInter")
    let library = try FontLibrary(FontConfiguration(fallback: [], faceList: list))
    #expect(library.entries[0].faces.map(\.file) == [folder.path("tiny.ttf")])
    #expect(throws: TextError.missingFont(family: "Noto Sans", nearest: nil)) {
      try FontLibrary(FontConfiguration(fallback: ["Noto Sans"], faceList: list))
    }
  }

  @Test func invalidListsAreRefusedWithTheirLine() throws {
    for (line, text) in [
      (2, "a.ttf\t0\t80\t0\t100\tFalse"), (2, "../a.ttf\t0\t80\t0\t100\tFalse\tFace"),
      (2, "a.ttf\t-1\t80\t0\t100\tFalse\tFace"), (2, "a.ttf\t65536\t80\t0\t100\tFalse\tFace"),
      (2, "a.txt\t0\t80\t0\t100\tFalse\tFace"), (2, "a.ttf\t0\tbold\t0\t100\tFalse\tFace"),
      (2, "a.ttf\t0\tnan\t0\t100\tFalse\tFace"), (2, "a.ttf\t0\t80\t0\tinf\tFalse\tFace"),
      (3, "a.ttf\t0\t80\t0\t100\tFalse\tFace\na.ttf"),
    ] {
      let file = try list(text)
      #expect(throws: TextError.invalidFaceList(file: file, line: line), "\(text)") {
        try FontCatalog(list: file)
      }
    }
    let other = try folder.write("fonts".utf8, to: "other.tsv")
    #expect(throws: TextError.invalidFaceList(file: other, line: 1)) {
      try FontCatalog(list: other)
    }
    let missing = folder.path("none.tsv")
    #expect(throws: TextError.invalidFaceList(file: missing, line: nil)) {
      try FontCatalog(list: missing)
    }
    let empty = try folder.write("".utf8, to: "empty.tsv")
    #expect(throws: TextError.invalidFaceList(file: empty, line: 1)) {
      try FontCatalog(list: empty)
    }
  }
}
