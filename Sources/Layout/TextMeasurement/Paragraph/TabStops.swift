/// The tabs of a paragraph, and the rule by which their tab stops are found.
struct TabStops: Sendable {
  /// Indices of the clusters that are tabs, in ascending order.
  let clusters: ContiguousArray<Int32>
  /// Distance between tab stops, from the beginning of the line, in points; above 0.
  let interval: Double
  /// Minimum width of a tab, in points; a stop that is nearer is skipped.
  let nearest: Double
  /// Steps per point, to which Chromium rounds the width of a tab up; nil under other rules.
  let steps: Double?

  /// Android's default distance between tab stops, in pixels.
  ///
  /// Source: Android, `android.text.Layout`.
  static let androidPixels = 20.0
  /// UIKit's default distance between tab stops, in points.
  ///
  /// Source: Apple, `NSParagraphStyle.tabStops`: twelve tab stops at intervals of 28 points. Here
  /// the tab stops continue after the twelfth.
  static let uikitPoints = 28.0
  /// Default distance between tab stops in CSS, as a number of spaces with their letter and word
  /// spacing.
  ///
  /// Source: CSS Text 3, section 4.2, `tab-size`.
  static let cssSpaces = 8.0
  /// Minimum width of a tab in CSS, as a fraction of the advance of the digit 0.
  static let cssNearest = 0.5
  /// Minimum width of a tab in Chromium, as a fraction of the width of a space.
  ///
  /// Letter spacing is not included in that width. Measured in Chromium 156 at five sizes.
  static let chromiumNearest = 0.5

  /// The tab stop of a tab that begins at `x`, both in points from the beginning of the line.
  func stop(after x: Double) -> Double {
    let next = ((x / interval).rounded(.down) + 1) * interval
    // The interval is smaller than the precision of the position.
    if next <= x || next == .infinity { return x + interval }
    let stop = next - x < nearest ? next + interval : next
    guard let steps else { return stop }
    return x + ((stop - x) * steps).rounded(.up) / steps
  }

  /// Whether the cluster at an index is a tab.
  func contains(_ cluster: Int) -> Bool {
    let index = clusters.partitioningIndex { Int($0) >= cluster }
    return index < clusters.count && Int(clusters[index]) == cluster
  }
}

extension Paragraph {
  /// Where a cluster that begins at `x` ends, both in points from the beginning of the line.
  ///
  /// A tab ends at its tab stop.
  @inline(__always)
  func end(ofCluster cluster: Int, at x: Double) -> Double {
    if let tabs, tabs.contains(cluster) { return tabs.stop(after: x) }
    return x + advances[cluster]
  }

  /// Where clusters that begin at `x` end, both in points from the beginning of the line.
  ///
  /// Tabs end at their tab stops.
  func end(ofClusters range: Range<Int>, at x: Double) -> Double {
    var x = x
    for cluster in range { x = end(ofCluster: cluster, at: x) }
    return x
  }
}
