import CAllocationCounter

/// Counts the heap allocations of the calling thread, including those of all libraries.
///
/// A counter can only be made if counting works, so its counts are reliable.
public struct AllocationCounter: Sendable {
  /// Makes a counter; `nil` if allocations are not counted.
  ///
  /// That is the case outside glibc, or if this package's `malloc` does not replace the system's.
  public init?() {
    guard allocation_count_is_supported() != 0 else { return nil }
    let before = allocation_count()
    let array = Self.array(of: 1)
    guard array.count == 1, allocation_count() > before else { return nil }
  }

  /// Allocations of the calling thread since it began.
  public var count: Int { Int(clamping: allocation_count()) }

  /// An array on the heap: what is made out of sight cannot be put on the stack or omitted.
  @inline(never)
  private static func array(of count: Int) -> [Int] {
    [Int](repeating: count, count: count)
  }
}
