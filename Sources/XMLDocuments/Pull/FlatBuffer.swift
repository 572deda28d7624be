/// A growing run of plain values, whose memory is kept when it is emptied.
///
/// Parser callbacks write to it, so it checks no indices and keeps no counts of references.
struct FlatBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) set { base[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  mutating func append(_ elements: UnsafePointer<Element>, count added: Int) {
    if count + added > capacity { grow(to: count + added) }
    if added == 1 {
      // As every reference gives one; not worth a call.
      (base + count).initialize(to: elements.pointee)
    } else {
      (base + count).initialize(from: elements, count: added)
    }
    count += added
  }

  /// Takes elements off the end.
  @inline(__always)
  mutating func truncate(to newCount: Int) { count = min(count, newCount) }

  /// Empties it; memory beyond a bound is given back.
  mutating func removeAll(keeping bound: Int) {
    count = 0
    guard capacity > bound else { return }
    base.deallocate()
    capacity = max(bound, 1)
    base = .allocate(capacity: capacity)
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }
}
