import TemplateDocuments
import XMLDocuments

/// The settings of one import of an Interface Builder file, and its notes.
///
/// Notes report the parts that cannot be imported. Equal notes on several lines are merged. It is a
/// class, because all readers of one import share it.
final class ImportContext {
  let file: String
  let mode: InterfaceBuilderMode
  /// The size classes for which the file is imported.
  let classes: SizeClasses
  let limits: TemplateLimits
  private var list: [TemplateProblem] = []
  private var indices: [String: Int] = [:]
  private var unlisted = 0
  /// Maximum number of different notes that are kept.
  private static let capacity = 500

  init(file: String, mode: InterfaceBuilderMode, classes: SizeClasses, limits: TemplateLimits) {
    self.file = file
    self.mode = mode
    self.classes = classes
    self.limits = limits
  }

  /// All notes, sorted by line.
  var notes: [TemplateProblem] {
    var notes = list
    for index in notes.indices { notes[index].lines.sort() }
    notes.sort { ($0.lines[0], $0.code.rawValue) < ($1.lines[0], $1.code.rawValue) }
    if unlisted > 0, let last = notes.last {
      notes.append(
        TemplateProblem(
          code: .limit, file: file, lines: last.lines, found: "\(unlisted) more of these",
          expected: "they are not listed"))
    }
    return notes
  }

  /// Adds a note about a part of the file.
  ///
  /// - Parameters:
  ///   - found: What was found in the file.
  ///   - became: How it was imported and what to do.
  func note(_ code: TemplateProblem.Code, line: Int, _ found: String, _ became: String) {
    let key = "\(code.rawValue)\u{0}\(found)\u{0}\(became)"
    if let index = indices[key] {
      if list[index].lines.last != line { list[index].lines.append(line) }
    } else if list.count < Self.capacity {
      indices[key] = list.count
      list.append(
        TemplateProblem(code: code, file: file, lines: [line], found: found, expected: became))
    } else {
      unlisted += 1
    }
  }
}

/// The size classes for which a file is imported.
struct SizeClasses: Hashable {
  /// Whether the width is regular rather than compact.
  var hasRegularWidth = false
  /// Whether the height is regular rather than compact.
  var hasRegularHeight = true

  /// The size classes of an iPhone in portrait.
  static let phone = SizeClasses()
  /// The size classes of an iPad.
  static let pad = SizeClasses(hasRegularWidth: true)

  /// Number of size classes that the key of a variation names; `nil` if a named class does not
  /// apply.
  ///
  /// The key `default` names no size class. An unknown class, such as dark appearance, does not
  /// apply.
  func specificity(of key: String) -> Int? {
    if key == "default" { return 0 }
    var count = 0
    for part in key.split(separator: "-") {
      switch part {
      case "widthClass=regular" where hasRegularWidth, "widthClass=compact" where !hasRegularWidth,
        "heightClass=regular" where hasRegularHeight,
        "heightClass=compact" where !hasRegularHeight:
        count += 1
      default: return nil
      }
    }
    return count
  }

  /// The variations of an element that apply to these size classes; the most general comes first.
  func variations(of element: XMLElement) -> [XMLElement] {
    element.children("variation").enumerated().compactMap { index, variation in
      specificity(of: variation["key"] ?? "").map { ($0, index, variation) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// The value of an attribute in the most specific variation that applies and sets it.
  ///
  /// Without such a variation, it is the value in the element.
  func value(_ attribute: String, of element: XMLElement) -> String? {
    variations(of: element).last { $0[attribute] != nil }?[attribute] ?? element[attribute]
  }

  /// The child element with a `key` in the most specific variation that applies and has one.
  ///
  /// Without such a variation, it is the child of the element itself.
  func child(key: String, of element: XMLElement) -> XMLElement? {
    for variation in variations(of: element).reversed() {
      if let child = variation.children.first(where: { $0["key"] == key && $0.name != "mask" }) {
        return child
      }
    }
    return element.child(key: key)
  }

  /// The ids of an element's subviews or constraints that are not installed for these size classes.
  ///
  /// - Parameter key: `subviews` or `constraints`.
  func excluded(_ key: String, of element: XMLElement) -> Set<String> {
    var excluded: Set<String> = []
    for variation in variations(of: element) {
      for mask in variation.children("mask") where mask["key"] == key {
        for change in mask.children {
          guard let reference = change["reference"] else { continue }
          if change.name == "exclude" { excluded.insert(reference) }
          if change.name == "include" { excluded.remove(reference) }
        }
      }
    }
    return excluded
  }
}

/// The device that Interface Builder's canvas showed when the file was saved.
struct CanvasDevice: Hashable {
  /// The device's name in the file, such as `retina6_1`; `nil` in files of Xcode 7 and before.
  var name: String?
  var isLandscape: Bool

  init(_ document: XMLElement) {
    let element = document.child("device")
    name = element?["id"]
    isLandscape = element?["orientation"] == "landscape"
  }

  /// Whether the device is a phone that is 414 points wide.
  var isWidePhone: Bool {
    ["retina5_5", "retina6_1", "retina6_5"].contains(name ?? "")
  }

  /// The size classes of the device.
  ///
  /// Phones have a compact width and height, with two exceptions: the height is regular in
  /// portrait, and the width is regular in landscape on wide phones. On pads both are regular.
  ///
  /// Source: Human Interface Guidelines, Layout.
  var sizeClasses: SizeClasses {
    if (name ?? "").hasPrefix("ipad") {
      return SizeClasses(hasRegularWidth: true, hasRegularHeight: true)
    }
    return isLandscape
      ? SizeClasses(hasRegularWidth: isWidePhone, hasRegularHeight: false) : .phone
  }
}
