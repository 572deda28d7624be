import Foundation
import Testing

extension CommandLineTests {
  /// `template import`, `template frames --interface-builder` and .xib files as templates.
  @Suite struct InterfaceBuilderTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(Self.xib, to: "PostCell.xib")
      try shop.write(
        "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB\" "
          + "toolsVersion=\"21000\"><scenes><scene><objects><tableView><prototypes>"
          + Self.cell("a-1", "reuseIdentifier=\"post\"")
          + Self.cell("b-1", "reuseIdentifier=\"ad\"")
          + "</prototypes></tableView></objects></scene></scenes></document>",
        to: "Main.storyboard")
    }

    private static func cell(_ id: String, _ attributes: String) -> String {
      """
      <tableViewCell id="\(id)" \(attributes)>
      <rect key="frame" x="0" y="0" width="320" height="60"/>
      <tableViewCellContentView key="contentView" id="\(id)-c">
      <rect key="frame" x="0" y="0" width="320" height="59.5"/>
      <subviews><label text="Hello" translatesAutoresizingMaskIntoConstraints="NO" id="\(id)-l"/>
      <switch translatesAutoresizingMaskIntoConstraints="NO" id="\(id)-s"/></subviews>
      <constraints>
      <constraint firstItem="\(id)-l" firstAttribute="leading" secondItem="\(id)-c" \
      secondAttribute="leading" constant="10" id="\(id)-1"/>
      <constraint firstItem="\(id)-l" firstAttribute="top" secondItem="\(id)-c" \
      secondAttribute="top" constant="7" id="\(id)-2"/>
      <constraint firstAttribute="bottom" secondItem="\(id)-l" secondAttribute="bottom" \
      constant="8" id="\(id)-3"/>
      <constraint firstAttribute="trailing" secondItem="\(id)-s" secondAttribute="trailing" \
      constant="12" id="\(id)-4"/>
      <constraint firstItem="\(id)-s" firstAttribute="top" secondItem="\(id)-c" \
      secondAttribute="top" id="\(id)-5"/>
      <constraint firstItem="\(id)-s" firstAttribute="top" secondItem="gone" \
      secondAttribute="top" id="\(id)-6"/>
      </constraints></tableViewCellContentView>
      <connections><outlet property="titleLabel" destination="\(id)-l" id="\(id)-o"/></connections>
      </tableViewCell>
      """
    }

    private static let xib =
      "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" toolsVersion=\"21000\">"
      + "<objects>\n" + cell("p-1", "customClass=\"PostCell\"") + "\n</objects></document>"

    @Test("H3: what a .xib loses is said once, in every command that takes it for a template")
    func everyCommandTellsOfImportNotes() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let template = ["--template", "PostCell.xib"]
      for command in [
        ["build", "home.ndjson"] + template, ["build", "home.ndjson", "--plan"] + template,
        ["inspect", "a"] + template, ["simulate", "restore", "--costs", "measured"] + template,
        ["inspect", "--input", "home.ndjson"] + template,
        ["template", "frames", "PostCell.xib"],
      ] {
        let run = try await shop.start(command).outcome()
        #expect(run.code == 0, "\(command): \(run.errors)")
        let notes = run.errorLines.filter { $0.contains("CH0480") }
        #expect(notes.count == 1, "\(command): \(run.errors)")
        #expect(notes.first?.hasPrefix("note: ") == true)
        // Frames are of texts as the file has them.
        if command[1] != "frames" { #expect(notes.first?.contains("1 × CH0490") == true) }
        #expect(notes.first?.contains("cellheights template import PostCell.xib") == true)
        #expect(!run.output.contains("CH0480"))
      }
      let layout = try await shop.start(
        ["layout"] + template, input: .text(SampleFeed.text)
      ).outcome()
      #expect(layout.errorLines.count { $0.contains("CH0480") } == 1, "\(layout.errors)")
      let plain = try await shop.run("build", "home.ndjson", "--template", "post", "--plan")
      #expect(!plain.errors.contains("CH048"))
    }

    @Test func framesOfAFileAreThoseOfItsObjects() async throws {
      try shop.write(#"{"p-1-l":[40,20]}"#, to: "sizes.json")
      let run = try await shop.run(
        "template", "frames", "PostCell.xib", "--interface-builder", "--sizes", "sizes.json",
        "--environment", "320@2x", "--height", "60")
      #expect(run.code == 0)
      let line = try JSONLine(run.output)
      #expect(line.names == ["file", "frames", "fittedHeight"])
      let frames = try rects(line)
      // The content view keeps its gap of half a point, the switch reaches 2 points further.
      #expect(frames["p-1"] == [0, 0, 320, 60])
      #expect(frames["p-1-c"] == [0, 0, 320, 59.5])
      #expect(frames["p-1-l"] == [10, 7, 40, 44.5])
      #expect(frames["p-1-s"] == [259, 0, 51, 31])
      // 7 + 20 + 8 and the gap.
      #expect(line.number("fittedHeight") == 35.5)
      try shop.write(#"{"titleLabel":[40,20]}"#, to: "sizes.json")
      let unknown = try await shop.run(
        "template", "frames", "PostCell.xib", "--interface-builder", "--sizes", "sizes.json")
      #expect(unknown.code == 65)
    }

    @Test func aStoryboardHasALineACell() async throws {
      try shop.write("{}", to: "sizes.json")
      let run = try await shop.run("template", "frames", "Main.storyboard", "--sizes", "sizes.json")
      #expect(run.code == 0)
      let lines = try run.output.split(separator: "\n").map { try JSONLine(String($0)) }
      #expect(lines.map { $0.string("reuseIdentifier") } == ["post", "ad"])
      for line in lines {
        #expect(Set(try rects(line).keys) == ["cell", "contentView", "titleLabel", "switch1"])
      }
      let one = try await shop.run(
        "template", "frames", "Main.storyboard#ad", "--sizes", "sizes.json")
      #expect(try JSONLine(one.output).string("reuseIdentifier") == "ad")
    }

    /// Two of four files have no template, and one table of sizes serves the cells of the others.
    @Test("L5: each cell and each file stands alone")
    func eachCellAndFileStandsAlone() async throws {
      try shop.write(#"{"a-1-l":[20,20],"b-1-l":[40,20],"p-1-l":[30,10]}"#, to: "sizes.json")
      try shop.write("views: [", to: "broken.yaml")
      let alone = try await shop.run(
        "template", "frames", "Main.storyboard", "PostCell.xib", "--interface-builder", "--sizes",
        "sizes.json", "--environment", "320@2x")
      #expect(alone.code == 0)
      #expect(alone.errorLines.allSatisfy { $0.hasPrefix("note: ") })
      let lines = try alone.output.split(separator: "\n").map { try JSONLine(String($0)) }
      #expect(
        lines.map { $0.string("file") } == ["Main.storyboard", "Main.storyboard", "PostCell.xib"])
      #expect(try rects(lines[1])["b-1-l"]?[2] == 40)
      #expect(try rects(lines[2])["p-1-l"]?[2] == 30)

      let mixed = try await shop.run(
        "template", "frames", "Main.storyboard", "broken.yaml", "PostCell.xib", "gone.yaml",
        "--interface-builder", "--sizes", "sizes.json", "--environment", "320@2x")
      #expect(mixed.code == 65)
      #expect(mixed.output == alone.output)
      #expect(mixed.errorLines.count { !$0.hasPrefix("note: ") } == 2)
      #expect(mixed.errors.contains("broken.yaml:") && mixed.errors.contains("gone.yaml"))

      try shop.write(#"{"b-1-l":[40,20],"nobody":[1,1]}"#, to: "sizes.json")
      let unknown = try await shop.run(
        "template", "frames", "Main.storyboard", "--interface-builder", "--sizes", "sizes.json")
      #expect(unknown.code == 65)
      #expect(unknown.errors.contains("'nobody'"))
      #expect(unknown.output.split(separator: "\n").count == 2)
    }

    @Test func anImportedDocumentLaysOutAsTheFile() async throws {
      let run = try await shop.run("template", "import", "PostCell.xib", "-o", "post.yaml")
      #expect(run.code == 0)
      #expect(run.output == "")
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("CH0480") && run.errors.contains("'gone'"))
      #expect(run.errors.hasPrefix("PostCell.xib:"))
      try shop.write(#"{"titleLabel":[40,20]}"#, to: "sizes.json")
      var outputs: [String] = []
      for file in ["PostCell.xib", "post.yaml"] {
        let frames = try await shop.run("template", "frames", file, "--sizes", "sizes.json")
        #expect(frames.code == 0)
        outputs.append(frames.output.replacing(file, with: "F"))
      }
      #expect(outputs[0] == outputs[1])
    }

    @Test func aStoryboardIsImportedIntoAFolder() async throws {
      try FileManager.default.createDirectory(
        at: shop.directory.appending(path: "out"), withIntermediateDirectories: false)
      let run = try await shop.run("template", "import", "Main.storyboard", "-o", "out")
      #expect(run.code == 0)
      #expect(run.errors.contains("cell post, line 1, 'post'"))
      for name in ["post", "ad"] {
        let check = try await shop.run("template", "check", "out/\(name).yaml")
        #expect(check.code == 0)
      }
      let nowhere = try await shop.run("template", "import", "Main.storyboard", "-o", "none.yaml")
      #expect(nowhere.code == 73)
      let listed = try await shop.run("template", "import", "Main.storyboard#psot")
      #expect(listed.code == 65)
      #expect(listed.errors.contains("did you mean 'post'?"))
    }

    @Test func otherFilesAreRefused() async throws {
      try shop.write("{}", to: "x.json")
      #expect(try await shop.run("template", "import", "x.json").code == 64)
      #expect(try await shop.run("template", "import", "gone.xib").code == 66)
      try shop.write("<html/>", to: "x.xib")
      let run = try await shop.run("template", "import", "x.xib")
      #expect(run.code == 65)
      #expect(run.errors.contains("CH0464"))
    }

    @Test func aDocumentMayBeginWithAFile() async throws {
      try shop.write(
        """
        schema: cellheights.template/1
        from: PostCell.xib
        views: [{id: titelLabel, text: "{title}"}]
        """, to: "post.yaml")
      let slip = try await shop.run("template", "check", "post.yaml")
      #expect(slip.code == 65)
      #expect(slip.errors.contains("did you mean 'titleLabel'?"))
      try shop.write(
        """
        schema: cellheights.template/1
        from: PostCell.xib
        views: [{id: titleLabel, text: "{title}"}]
        """, to: "post.yaml")
      let good = try await shop.run("template", "check", "post.yaml")
      #expect(good.code == 0)
      #expect(good.output.contains("CH0480"))
    }

    private func rects(_ line: JSONLine) throws -> [String: [Double]] {
      let frames = try #require(line["frames"] as? [String: [NSNumber]])
      return frames.mapValues { $0.map(\.doubleValue) }
    }
  }
}
