import XMLDocuments

/// The device whose screen the canvas showed when the file was saved.
struct CanvasDevice: Hashable {
  /// Its name in the file, such as `retina6_1`, or `nil` for Xcode 7 and before.
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
  /// Source: Human Interface Guidelines, Layout. Phones are compact, but regular in height in
  /// portrait and, if wide, in width in landscape. Pads are regular.
  var sizeClasses: SizeClasses {
    if (name ?? "").hasPrefix("ipad") {
      return SizeClasses(hasRegularWidth: true, hasRegularHeight: true)
    }
    return isLandscape
      ? SizeClasses(hasRegularWidth: isWidePhone, hasRegularHeight: false) : .phone
  }
}
