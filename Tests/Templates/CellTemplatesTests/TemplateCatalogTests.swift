import Foundation
import LayoutPrimitives
import TemplateDocuments
import TestSupport
import Testing

@testable import CellTemplates

@Suite struct TemplateCatalogTests {
  private let templates = Checkout.folder.appending(path: "Feeds/templates")

  @Test func builtInPostIsTheShippedFile() throws {
    let file = try String(contentsOf: templates.appending(path: "post.yaml"), encoding: .utf8)
    #expect(TemplateCatalog().entries.map(\.name) == ["post", "post-system"])
    #expect(TemplateCatalog().entries[0].text == file)
  }

  @Test func postSystemIsPostInAnotherFont() throws {
    let catalog = TemplateCatalog()
    let (post, system) = (try catalog.template("post"), try catalog.template("post-system"))
    #expect(system.name == "post-system")
    #expect(Set(post.views.compactMap { $0.label?.font.family }) == ["Inter"])
    #expect(Set(system.views.compactMap { $0.label?.font.family }) == ["system"])
    var others = (post.views, system.views)
    for index in others.0.indices { others.0[index].label?.font.family = "system" }
    #expect(others.0 == others.1)
    #expect(post.system == system.system)
  }

  @Test(arguments: ["post", "compact"]) func shippedFilesAreWithoutProblemsOrWarnings(
    name: String
  ) throws {
    let path = templates.appending(path: "\(name).yaml").path
    let template = try TemplateCatalog().template(path)
    #expect(template.name == name)
    #expect(template.warnings.isEmpty)
    #expect(template.places[0].file == path)
  }

  @Test func namesAndPathsAreToldApart() {
    for path in ["a/b", "./post", "x.yaml", "x.yml", "x.json", "x.xib", "x.storyboard"] {
      #expect(TemplateCatalog.isPath(path))
    }
    for name in ["post", "my post", "x.txt", "yaml"] { #expect(!TemplateCatalog.isPath(name)) }
  }

  @Test func unknownNamesListTheKnown() {
    let error = #expect(throws: TemplateError.self) { try TemplateCatalog().template("psot") }
    #expect(error == .unknownName("psot", known: ["post", "post-system"]))
    #expect(error?.description.contains("known are post") == true)
    #expect(error?.description.contains("did you mean 'post'?") == true)
  }

  @Test func missingAndUnreadableFilesAreToldApart() throws {
    let catalog = TemplateCatalog()
    #expect(throws: TemplateError.missingFile(path: "no/such.yaml")) {
      try catalog.template("no/such.yaml")
    }
    #expect(
      throws: TemplateError.unreadableFile(path: templates.path, reason: "it is no regular file")
    ) { try catalog.template(templates.path) }
    #expect(
      throws: TemplateError.unreadableFile(path: "/dev/zero", reason: "it is no regular file")
    ) { try catalog.template("/dev/zero") }

    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.write([0x73, 0xFF, 0xFE], to: "t.yaml")
    #expect(
      throws: TemplateError.unreadableFile(path: file, reason: "it is not UTF-8 text")
    ) { try catalog.template(file) }
    try folder.write([UInt8](repeating: 0x20, count: 300), to: "t.yaml")
    #expect(
      throws: TemplateError.unreadableFile(path: file, reason: "it is larger than 200 bytes")
    ) {
      try TemplateCatalog(limits: TemplateLimits((\.bytes, 200))).template(file)
    }
  }
}
