import LayoutPrimitives
import XMLDocuments

/// A view of an Interface Builder file.
struct ImportedView {
  /// The rule that decides the frame of a view.
  enum Role: Hashable {
    /// The view is the cell, which is laid out in the environment.
    case root
    /// The view is the `contentView` of a cell, and fills the cell.
    case content
    /// A stack view arranges the view.
    case arranged
    /// The view's saved frame and autoresizing mask decide.
    case framed
    /// The view's constraints decide.
    case constrained
  }

  let element: XMLElement
  let object: String
  let role: Role
  /// Index of the superview, or `nil` for the root.
  let parent: Int?
  /// The view's id in the document.
  var name = ""

  /// The name of the view's element, such as `imageView`.
  var kind: String { element.name }

  /// The saved frame in points; `nil` when it does not decide the layout or is missing.
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

  /// Elements that are cells or other reusable views of lists.
  static let cellKinds = ["tableViewCell", "collectionViewCell", "collectionReusableView"]

  /// Elements that lay out their subviews themselves.
  static let containerKinds = [
    "scrollView", "tableView", "collectionView", "webView", "wkWebView", "mapView", "textView",
    "pickerView", "datePicker", "searchBar", "toolbar", "navigationBar", "tabBar",
  ]
}

struct ImportedGuide {
  /// The kind of guide, such as `safeArea` or `layoutMargins`.
  let key: String
  let owner: Int
}
