/// The exit statuses, which are a contract; from 64 on those of sysexits.h.
package enum ExitStatus: Int32 {
  case negativeAnswer = 1
  case usage = 64
  case badData = 65
  case inputMissing = 66
  case internalError = 70
  case cannotCreate = 73
  case writeFailed = 74
  case tryAgain = 75
  case configuration = 78
  case thresholdBreached = 99
  case hungUp = 129
  case interrupted = 130
  case terminated = 143
}

/// An error of the command line tool.
package struct Failure: Error, CustomStringConvertible {
  package let status: ExitStatus
  package let description: String

  package init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}
