import XMLDocuments

/// Knows the sizes and alignment insets of UIKit's views.
struct ImportedKinds {
  /// A UIKit view whose kind documents do not have.
  struct Fixed {
    /// The name of the UIKit class.
    var name: String
    /// The intrinsic size [width, height] of the alignment rectangle, in points.
    var intrinsic: [Double?] = [nil, nil]
    /// The alignment insets [top, leading, bottom, trailing], in points, or `nil`.
    var alignment: [Double]?
    /// Whether the intrinsic size is known only to UIKit.
    var isUnknown = false
  }

  /// The UIKit view of an element; `nil` for plain views and unknown kinds.
  ///
  /// Source: files saved by Xcode.
  ///
  /// - Parameter isRecent: Whether the sizes are those of iOS 26 and later.
  static func fixed(_ view: ImportedView, isRecent: Bool = false) -> Fixed? {
    let name = names[view.kind] ?? "UI" + view.kind.prefix(1).uppercased() + view.kind.dropFirst()
    switch view.kind {
    case "slider":
      return Fixed(name: name, intrinsic: [nil, isRecent ? 33 : 30], alignment: [0, 2, 1, 2])
    case "switch" where isRecent:
      return Fixed(name: name, intrinsic: [61, 28], alignment: [0, 0, 0, 2])
    case "progressView": return Fixed(name: name, intrinsic: [nil, 4])
    case "activityIndicatorView":
      let isLarge = ["large", "whiteLarge"].contains(view.element["style"])
      return Fixed(name: name, intrinsic: isLarge ? [37, 37] : [20, 20])
    case "segmentedControl": return Fixed(name: name, alignment: [0, 0, 1, 0], isUnknown: true)
    case "textView": return Fixed(name: name, isUnknown: view.element["scrollEnabled"] == "NO")
    default:
      if unknown.contains(view.kind) { return Fixed(name: name, isUnknown: true) }
      return containers.contains(view.kind) || names[view.kind] != nil ? Fixed(name: name) : nil
    }
  }

  /// Class names by element name, where they are not `UI` and the element's name.
  private static let names = [
    "mapView": "MKMapView", "wkWebView": "WKWebView", "containerView": "UIView",
    "glkView": "GLKView", "mtkView": "MTKView", "sceneKitView": "SCNView", "skView": "SKView",
    "arscnView": "ARSCNView",
  ]
  /// Elements whose intrinsic size is not known here.
  private static let unknown = [
    "textField", "searchBar", "pickerView", "datePicker", "stepper", "pageControl", "colorWell",
    "toolbar", "navigationBar", "tabBar",
  ]
  /// Elements without an intrinsic size.
  private static let containers = [
    "scrollView", "tableView", "collectionView", "webView", "visualEffectView", "control",
  ]

  /// Elements that become plain views.
  static let plain =
    ImportedView.cellKinds + [
      "view", "switch", "tableViewCellContentView", "collectionViewCellContentView",
    ]
}
