/// UTF-16 units followed by readable padding, so that words are hashed and compared eight bytes at
/// a time.
struct PaddedText {
  /// Number of readable units after the text.
  static let padding = 4

  let units: UnsafePointer<UInt16>
  private let count: Int

  /// Creates a view of the first `count` units of a buffer.
  ///
  /// The buffer must have capacity for the padding. It must neither grow nor be released while the
  /// text is used.
  init(_ buffer: ScratchBuffer<UInt16>, count: Int) {
    precondition(count >= 0 && count + Self.padding <= buffer.capacity)
    units = UnsafePointer(buffer.base)
    self.count = count
  }

  /// A part of the padded text.
  struct Word {
    let units: UnsafePointer<UInt16>
    let count: Int

    @inline(__always)
    fileprivate init(_ units: UnsafePointer<UInt16>, count: Int) {
      self.units = units
      self.count = count
    }
  }

  /// The word of `count` units that begins at a UTF-16 offset.
  @inline(__always)
  func word(at start: Int, count: Int) -> Word {
    precondition(start >= 0 && count >= 0 && start <= self.count &- count)
    return Word(units + start, count: count)
  }
}
