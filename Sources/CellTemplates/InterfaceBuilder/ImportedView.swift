import LayoutPrimitives
import XMLDocuments

/// A view of an Interface Builder file.
struct ImportedView {
  /// How a view comes by its place.
  enum Role: Hashable {
    /// The cell itself.
    case root
    /// The view `contentView` of a cell, which fills it.
    case content
    /// Its stack view arranges it.
    case arranged
    /// Its saved frame and its autoresizing mask; the frame is an input.
    case framed
    /// Constraints.
    case constrained
  }

  let element: XMLElement
  /// Its object id.
  let object: String
  let role: Role
  /// Index of the superview; `nil` for the root.
  let parent: Int?
  /// Its id in the document.
  var name = ""

  /// What sort of view it is: the element's name, as `imageView`.
  var kind: String { element.name }

  /// The saved frame, where it decides the view's place; other frames are never looked at.
  var frame: Rect? {
    guard role == .root || role == .content || role == .framed else { return nil }
    return element.child("rect", key: "frame").flatMap { Rect($0) }
  }

  /// Decides from the element alone how the view comes by its place.
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

  /// Kinds of cells and of views that stand beside them in lists.
  static let cellKinds = ["tableViewCell", "collectionViewCell", "collectionReusableView"]

  /// Kinds that lay out what is in them by themselves.
  static let containerKinds = [
    "scrollView", "tableView", "collectionView", "webView", "wkWebView", "mapView", "textView",
    "pickerView", "datePicker", "searchBar", "toolbar", "navigationBar", "tabBar",
  ]
}

/// A layout guide of a view.
struct ImportedGuide {
  /// Which guide, such as `safeArea` or `layoutMargins`.
  let key: String
  /// Index of its view.
  let owner: Int
}
