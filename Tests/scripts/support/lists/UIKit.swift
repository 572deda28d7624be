// The part of UIKit that the file of `export --format swift` uses. Names and signatures are those of
// Apple's documentation of UIKit; the bodies keep what they are given.
@_exported import Foundation

package struct NSDirectionalEdgeInsets: Sendable, Equatable {
  package var top, leading, bottom, trailing: CGFloat
  package init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

extension IndexPath {
  package init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  package var section: Int { self[0] }
  package var item: Int { self[1] }
}

package enum NSRectAlignment: Sendable { case none, top, bottom }

@MainActor package class UIView: NSObject {}

@MainActor package class UITableView: UIView {}

@MainActor package protocol UITableViewDelegate: NSObjectProtocol {
  func tableView(_ table: UITableView, heightForRowAt path: IndexPath) -> CGFloat
  func tableView(_ table: UITableView, heightForHeaderInSection section: Int) -> CGFloat
  func tableView(_ table: UITableView, heightForFooterInSection section: Int) -> CGFloat
}

@MainActor package class UICollectionView: UIView {
  package static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  package static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"
}

@MainActor package class UICollectionViewLayout: NSObject {}

@MainActor package struct NSCollectionLayoutDimension {
  package let fraction, points: CGFloat?
  package static func fractionalWidth(_ fraction: CGFloat) -> Self {
    Self(fraction: fraction, points: nil)
  }
  package static func absolute(_ points: CGFloat) -> Self { Self(fraction: nil, points: points) }
}

@MainActor package class NSCollectionLayoutSize: NSObject {
  package let widthDimension, heightDimension: NSCollectionLayoutDimension
  package init(
    widthDimension: NSCollectionLayoutDimension, heightDimension: NSCollectionLayoutDimension
  ) {
    (self.widthDimension, self.heightDimension) = (widthDimension, heightDimension)
  }
}

@MainActor package protocol NSCollectionLayoutContainer {
  var effectiveContentSize: CGSize { get }
}

@MainActor package protocol NSCollectionLayoutEnvironment {
  var container: any NSCollectionLayoutContainer { get }
}

@MainActor package class NSCollectionLayoutGroupCustomItem: NSObject {
  package let frame: CGRect
  package init(frame: CGRect) { self.frame = frame }
}

@MainActor package class NSCollectionLayoutGroup: NSObject {
  package let layoutSize: NSCollectionLayoutSize
  package let items: (any NSCollectionLayoutEnvironment) -> [NSCollectionLayoutGroupCustomItem]
  init(
    _ size: NSCollectionLayoutSize,
    _ items: @escaping (any NSCollectionLayoutEnvironment) -> [NSCollectionLayoutGroupCustomItem]
  ) { (layoutSize, self.items) = (size, items) }

  package static func custom(
    layoutSize: NSCollectionLayoutSize,
    itemProvider:
      @escaping (any NSCollectionLayoutEnvironment) ->
      [NSCollectionLayoutGroupCustomItem]
  ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, itemProvider) }
}

@MainActor package class NSCollectionLayoutBoundarySupplementaryItem: NSObject {
  package let layoutSize: NSCollectionLayoutSize
  package let elementKind: String
  package let alignment: NSRectAlignment
  package var pinToVisibleBounds = false
  package init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment
  ) { (self.layoutSize, self.elementKind, self.alignment) = (layoutSize, elementKind, alignment) }
}

@MainActor package class NSCollectionLayoutSection: NSObject {
  package let group: NSCollectionLayoutGroup
  package var contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)
  package var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  package init(group: NSCollectionLayoutGroup) { self.group = group }
}

@MainActor package class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  package var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
}

@MainActor package class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  package typealias SectionProvider = (Int, any NSCollectionLayoutEnvironment) ->
    NSCollectionLayoutSection?
  package let provider: SectionProvider
  package let configuration: UICollectionViewCompositionalLayoutConfiguration
  package init(
    sectionProvider: @escaping SectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) { (provider, self.configuration) = (sectionProvider, configuration) }
}
