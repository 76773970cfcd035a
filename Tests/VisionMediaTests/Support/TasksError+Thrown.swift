import VisionCore

extension TasksError {
  /// The error that a body throws; nil if it throws none, or none of ours.
  static func thrown(by body: () throws -> Void) -> TasksError? {
    do {
      try body()
      return nil
    } catch {
      return error as? TasksError
    }
  }
}

extension TasksErrorCode {
  /// The code of the error that a body throws; nil if it throws none, or none of ours.
  static func thrown(by body: () throws -> Void) -> TasksErrorCode? { TasksError.thrown(by: body)?.code }
}
