import CSSBoxes
import Foundation
import LayoutPrimitives
import Testing
import XMLDocuments

/// Layouts of taffy's test suite, whose frames are Chrome's, compared with our frames.
///
/// The files are beside the package on some machines, and never in it.
@Suite(.enabled(if: ChromeFrames.folder != nil, "the corpora are not here"))
struct ChromeFrameTests {
  @Test(arguments: ["flex", "block", "blockflex", "leaf"])
  func framesAreThoseOfChrome(_ folder: String) throws {
    var differing: [String] = []
    var left: [String: Int] = [:]
    var equal = 0
    for test in try ChromeFrames.cases(in: folder) {
      if let reason = test.reasonToLeaveOut {
        left[reason, default: 0] += 1
        continue
      }
      let found = try test.differences()
      if found.isEmpty { equal += 1 } else { differing.append(test.name + ": " + found[0]) }
    }
    let omitted = left.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("\(folder): \(equal) equal, left out: \(omitted.joined(separator: ", "))")
    #expect(differing.isEmpty, "\(differing.joined(separator: "\n"))")
    #expect(equal > 0)
  }
}
