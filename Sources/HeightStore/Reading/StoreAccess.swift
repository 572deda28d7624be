/// How the file of a store is read.
public enum StoreAccess: Hashable, Sendable {
  /// The file is mapped into memory, which is the fastest.
  ///
  /// The system ends a process (SIGBUS) that reads a mapped file which was truncated meanwhile.
  case mapped
  /// The file is read by calls that fail, and every answer is refused once the file was changed in
  /// place; for programs that go on when their store is gone.
  case calls
}
