import LayoutPrimitives
import XMLDocuments

/// A view of an Interface Builder file.
struct ImportedView {
  /// How the frame of a view is decided.
  enum Role: Hashable {
    /// The cell itself.
    case root
    /// The view `contentView` of a cell, which fills it.
    case content
    /// Its stack view arranges it.
    case arranged
    /// Its saved frame and its autoresizing mask.
    case framed
    /// Constraints.
    case constrained
  }

  let element: XMLElement
  let object: String
  let role: Role
  /// Index of the superview, or `nil` for the root.
  let parent: Int?
  /// Its id in the document.
  var name = ""

  /// The element's name, as `imageView`.
  var kind: String { element.name }

  /// The saved frame, where it decides the layout.
  var frame: Rect? {
    guard role == .root || role == .content || role == .framed else { return nil }
    return element.child("rect", key: "frame").flatMap { Rect($0) }
  }

  static func role(
    of element: XMLElement, isArranged: Bool, isContent: Bool, isRoot: Bool
  ) -> Role {
    if isRoot { return .root }
    if isContent { return .content }
    if isArranged { return .arranged }
    let isConstrained =
      element["translatesAutoresizingMaskIntoConstraints"] == "NO"
      && element["fixedFrame"] != "YES"
    return isConstrained ? .constrained : .framed
  }

  /// Kinds of cells and of other views of lists.
  static let cellKinds = ["tableViewCell", "collectionViewCell", "collectionReusableView"]

  /// Kinds that lay out their subviews themselves.
  static let containerKinds = [
    "scrollView", "tableView", "collectionView", "webView", "wkWebView", "mapView", "textView",
    "pickerView", "datePicker", "searchBar", "toolbar", "navigationBar", "tabBar",
  ]
}

struct ImportedGuide {
  /// Which guide, such as `safeArea` or `layoutMargins`.
  let key: String
  let owner: Int
}
