import CAllocationCounter

/// Counts the heap allocations of the calling thread, those of all libraries among them.
///
/// Whoever has one can rely on its counts: it is only made where they have been seen to move.
public struct AllocationCounter: Sendable {
  /// Makes a counter, or nothing where an allocation is not noticed: outside glibc, or where this
  /// package's `malloc` does not take the place of the system's.
  public init?() {
    guard allocation_count_is_supported() != 0 else { return nil }
    let before = allocation_count()
    let array = Self.array(of: 1)
    guard array.count == 1, allocation_count() > before else { return nil }
  }

  /// Allocations of the calling thread since it began.
  public var count: Int { Int(clamping: allocation_count()) }

  /// An array on the heap: what is made out of sight cannot be put on the stack or left out.
  @inline(never)
  private static func array(of count: Int) -> [Int] {
    [Int](repeating: count, count: count)
  }
}
