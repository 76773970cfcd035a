import VisionCore
import VisionModels

extension ModelData {
  /// A copy, for comparing.
  package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// The code of the error that `body` throws, nil when it throws none.
package func errorCode(_ body: () throws -> Void) -> TasksErrorCode? {
  do {
    try body()
    return nil
  } catch let error as TasksError {
    return error.code
  } catch {
    return .unknownError
  }
}
