import XMLDocuments

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
  /// Source: Human Interface Guidelines, Layout. Phones are compact, except that height is regular
  /// in portrait, and width is regular in landscape on wide phones. Pads are regular.
  var sizeClasses: SizeClasses {
    if (name ?? "").hasPrefix("ipad") {
      return SizeClasses(hasRegularWidth: true, hasRegularHeight: true)
    }
    return isLandscape
      ? SizeClasses(hasRegularWidth: isWidePhone, hasRegularHeight: false) : .phone
  }
}
