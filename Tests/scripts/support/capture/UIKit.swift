// The part of UIKit that Capture/MetricsCapture.swift uses.
@_exported import Foundation

@MainActor
package class UIView {
  package var bounds = CGRect(x: 0, y: 0, width: 0, height: 0)
  package init() {}
  package func convert(_ rect: CGRect, to view: UIView?) -> CGRect { rect }
}
