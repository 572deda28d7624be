/// Tabs of a paragraph and the stops that they reach to.
struct TabStops: Sendable {
  /// The clusters that are tabs, in order.
  let clusters: ContiguousArray<Int32>
  /// Distance between stops from the beginning of the line, in points; above 0.
  let interval: Double
  /// A stop that is nearer than this is passed over.
  let nearest: Double
  /// Steps a point to which the width of a tab is rounded up, by Chromium's rules.
  let steps: Double?

  /// Android's distance, in pixels.
  ///
  /// Source: Android, `android.text.Layout`.
  static let androidPixels = 20.0
  /// UIKit's distance, in points.
  ///
  /// Source: Apple, `NSParagraphStyle.tabStops`: twelve tabs at 28-point intervals. Here they go on.
  static let uikitPoints = 28.0
  /// Spaces between stops in CSS, and the share of the digit 0 that is too near.
  ///
  /// Source: CSS Text 3, section 4.2, `tab-size`.
  static let cssSpaces = 8.0
  static let cssNearest = 0.5
  /// The share of a space that is too near in Chromium; letter spacing is no part of that space.
  ///
  /// Measured in Chromium 156 at five sizes.
  static let chromiumNearest = 0.5

  /// The stop after a place on the line.
  func stop(after x: Double) -> Double {
    let next = ((x / interval).rounded(.down) + 1) * interval
    // An interval that is nothing beside the place: no stop can be told from it.
    if next <= x || next == .infinity { return x + interval }
    let stop = next - x < nearest ? next + interval : next
    guard let steps else { return stop }
    return x + ((stop - x) * steps).rounded(.up) / steps
  }

  /// Whether a cluster is a tab.
  func contains(_ cluster: Int) -> Bool {
    var low = 0
    var high = clusters.count
    while low < high {
      let middle = (low + high) / 2
      if Int(clusters[middle]) < cluster { low = middle + 1 } else { high = middle }
    }
    return low < clusters.count && Int(clusters[low]) == cluster
  }
}

extension Paragraph {
  /// Where the line stands after a cluster that begins at a place on it.
  @inline(__always)
  func end(ofCluster cluster: Int, at x: Double) -> Double {
    if let tabs, tabs.contains(cluster) { return tabs.stop(after: x) }
    return x + advances[cluster]
  }

  /// Where the line stands after clusters that begin at a place on it.
  func end(ofClusters range: Range<Int>, at x: Double) -> Double {
    var x = x
    for cluster in range { x = end(ofCluster: cluster, at: x) }
    return x
  }
}
