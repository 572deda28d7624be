/// Memory reused from text to text; its contents are valid for one text.
final class ScratchBuffer<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  /// Allocates memory for `capacity` trivial elements.
  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// Reserves memory for `needed` elements, keeping the first `used`.
  @inline(__always)
  func reserve(_ needed: Int, keeping used: Int = 0) {
    if needed > capacity { grow(needed, keeping: used) }
  }

  private func grow(_ needed: Int, keeping used: Int) {
    let larger = max(needed, capacity * 2)
    let place = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    place.update(from: base, count: used)
    base.deallocate()
    base = place
    capacity = larger
  }
}
