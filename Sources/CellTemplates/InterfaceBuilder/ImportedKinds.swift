import XMLDocuments

/// What is known of UIKit's views without UIKit: sizes and alignment rectangles.
struct ImportedKinds {
  /// A kind of view that documents have no kind of their own for.
  struct Fixed {
    /// UIKit's class.
    var name: String
    /// The intrinsic size of the alignment rectangle, in points.
    var intrinsic: [Double?] = [nil, nil]
    /// By how much the frame reaches beyond it: top, leading, bottom, trailing, in points.
    var alignment: [Double]?
    /// Whether UIKit knows an intrinsic size that is not here.
    var isUnknown = false
  }

  /// The kinds by element.
  ///
  /// Sizes and insets are those of saved files.
  ///
  /// - Parameter isRecent: Whether the sizes are those from iOS 26 on.
  static func fixed(_ view: ImportedView, isRecent: Bool = false) -> Fixed? {
    switch view.kind {
    case "slider":
      Fixed(name: "UISlider", intrinsic: [nil, isRecent ? 33 : 30], alignment: [0, 2, 1, 2])
    case "switch" where isRecent:
      Fixed(name: "UISwitch", intrinsic: [61, 28], alignment: [0, 0, 0, 2])
    case "progressView": Fixed(name: "UIProgressView", intrinsic: [nil, 4])
    case "activityIndicatorView":
      Fixed(name: "UIActivityIndicatorView", intrinsic: indicator(view.element["style"]))
    case "segmentedControl":
      Fixed(name: "UISegmentedControl", alignment: [0, 0, 1, 0], isUnknown: true)
    case "textField": Fixed(name: "UITextField", isUnknown: true)
    case "textView":
      Fixed(name: "UITextView", isUnknown: view.element["scrollEnabled"] == "NO")
    case "searchBar": Fixed(name: "UISearchBar", isUnknown: true)
    case "pickerView": Fixed(name: "UIPickerView", isUnknown: true)
    case "datePicker": Fixed(name: "UIDatePicker", isUnknown: true)
    case "stepper": Fixed(name: "UIStepper", isUnknown: true)
    case "pageControl": Fixed(name: "UIPageControl", isUnknown: true)
    case "colorWell": Fixed(name: "UIColorWell", isUnknown: true)
    case "toolbar": Fixed(name: "UIToolbar", isUnknown: true)
    case "navigationBar": Fixed(name: "UINavigationBar", isUnknown: true)
    case "tabBar": Fixed(name: "UITabBar", isUnknown: true)
    case "scrollView": Fixed(name: "UIScrollView")
    case "tableView": Fixed(name: "UITableView")
    case "collectionView": Fixed(name: "UICollectionView")
    case "mapView": Fixed(name: "MKMapView")
    case "webView": Fixed(name: "UIWebView")
    case "wkWebView": Fixed(name: "WKWebView")
    case "visualEffectView": Fixed(name: "UIVisualEffectView")
    case "containerView": Fixed(name: "UIView")
    case "control": Fixed(name: "UIControl")
    case "glkView": Fixed(name: "GLKView")
    case "mtkView": Fixed(name: "MTKView")
    case "sceneKitView": Fixed(name: "SCNView")
    case "skView": Fixed(name: "SKView")
    case "arscnView": Fixed(name: "ARSCNView")
    default: nil
    }
  }

  /// Kinds that are plain views.
  static let plain =
    ImportedView.cellKinds + [
      "view", "switch", "tableViewCellContentView", "collectionViewCellContentView",
    ]

  /// The spinner's size by its style.
  private static func indicator(_ style: String?) -> [Double?] {
    style == "large" || style == "whiteLarge" ? [37, 37] : [20, 20]
  }
}
