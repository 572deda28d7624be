import XMLDocuments

/// The device whose screen the canvas showed when the file was saved.
struct CanvasDevice: Hashable {
  /// As the file says, such as `retina6_1`; `nil` for Xcode 7 and before.
  var name: String?
  var isLandscape: Bool

  init(_ document: XMLElement) {
    let element = document.child("device")
    name = element?["id"]
    isLandscape = element?["orientation"] == "landscape"
  }

  /// Whether it is one of the phones 414 points wide.
  var isWidePhone: Bool {
    ["retina5_5", "retina6_1", "retina6_5"].contains(name ?? "")
  }

  /// Its size classes.
  ///
  /// Source: Human Interface Guidelines, Layout: phones are compact but in height when upright and,
  /// if wide, in width when held across; pads are regular.
  var sizeClasses: SizeClasses {
    if (name ?? "").hasPrefix("ipad") {
      return SizeClasses(hasRegularWidth: true, hasRegularHeight: true)
    }
    return isLandscape
      ? SizeClasses(hasRegularWidth: isWidePhone, hasRegularHeight: false) : .phone
  }
}
