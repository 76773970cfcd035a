import VisionCore

extension TasksErrorCode {
  /// The code of the error that a body throws; nil if it throws none, or none of ours.
  static func thrown(by body: () throws -> Void) -> TasksErrorCode? {
    do {
      try body()
      return nil
    } catch {
      return (error as? TasksError)?.code
    }
  }
}
