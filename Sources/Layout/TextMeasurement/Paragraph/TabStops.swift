/// Tabs of a paragraph and their stops.
struct TabStops: Sendable {
  /// Indices of the clusters that are tabs, in ascending order.
  let clusters: ContiguousArray<Int32>
  /// Distance between stops from the beginning of the line, in points; above 0.
  let interval: Double
  /// Minimum distance to a stop, in points; nearer stops are skipped.
  let nearest: Double
  /// Steps per point to which Chromium rounds the width of a tab up; nil by other rules.
  let steps: Double?

  /// Android's default distance between tab stops, in pixels.
  ///
  /// Source: Android, `android.text.Layout`.
  static let androidPixels = 20.0
  /// UIKit's default distance between tab stops, in points.
  ///
  /// Source: Apple, `NSParagraphStyle.tabStops`: twelve tabs at 28-point intervals. Here they
  /// continue.
  static let uikitPoints = 28.0
  /// Default distance between tab stops in CSS, as a number of spaces.
  ///
  /// Source: CSS Text 3, section 4.2, `tab-size`.
  static let cssSpaces = 8.0
  /// Minimum distance to a tab stop in CSS, as a fraction of the advance of the digit 0.
  static let cssNearest = 0.5
  /// Minimum distance to a tab stop in Chromium, as a fraction of a space without letter spacing.
  ///
  /// Measured in Chromium 156 at five sizes.
  static let chromiumNearest = 0.5

  /// x coordinate of the tab stop after a position on the line, in points.
  func stop(after x: Double) -> Double {
    let next = ((x / interval).rounded(.down) + 1) * interval
    // The interval is below the precision of the position.
    if next <= x || next == .infinity { return x + interval }
    let stop = next - x < nearest ? next + interval : next
    guard let steps else { return stop }
    return x + ((stop - x) * steps).rounded(.up) / steps
  }

  /// Whether the cluster with an index is a tab.
  func contains(_ cluster: Int) -> Bool {
    let index = clusters.partitioningIndex { Int($0) >= cluster }
    return index < clusters.count && Int(clusters[index]) == cluster
  }
}

extension Paragraph {
  /// x coordinate after a cluster that begins at `x` on the line, in points; tabs end at their
  /// stop.
  @inline(__always)
  func end(ofCluster cluster: Int, at x: Double) -> Double {
    if let tabs, tabs.contains(cluster) { return tabs.stop(after: x) }
    return x + advances[cluster]
  }

  /// x coordinate after clusters that begin at `x` on the line, in points; tabs end at their stops.
  func end(ofClusters range: Range<Int>, at x: Double) -> Double {
    var x = x
    for cluster in range { x = end(ofCluster: cluster, at: x) }
    return x
  }
}
