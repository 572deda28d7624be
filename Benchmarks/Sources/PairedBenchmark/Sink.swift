/// Takes results, so that the compiler cannot leave out the work that made them.
public final class Sink {
  private var sum = 0

  /// Creates an empty sink.
  public init() {}

  /// Takes one result.
  @inline(never)
  public func take(_ value: Int) { sum &+= value }
}
