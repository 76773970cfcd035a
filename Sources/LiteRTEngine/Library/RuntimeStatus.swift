import VisionCore

/// LiteRT's status codes as errors; the library exports no texts of its own.
enum RuntimeStatus {
  /// Throws when `status` is not 0. `action` completes "LiteRT failed at …".
  static func check(_ status: Int32, _ action: @autoclosure () -> String) throws {
    guard status != 0 else { return }
    throw TasksError(code(of: status), "LiteRT failed at \(action()): \(text(of: status)) (status \(status)).")
  }

  /// The handle that a successful call must have delivered.
  static func unwrap<Handle>(_ handle: Handle?, _ action: @autoclosure () -> String) throws -> Handle {
    guard let handle else { throw TasksError.internalFailure("LiteRT returned nothing at \(action()).") }
    return handle
  }

  private static func code(of status: Int32) -> TasksErrorCode {
    switch status {
    case 1, 501: .invalidArgumentError
    case 2: .resourceExhaustedError
    case 5: .unimplementedError
    case 6: .notFoundError
    case 100: .cancelledError
    default: .internalError
    }
  }

  private static func text(of status: Int32) -> String {
    switch status {
    case 1: "invalid argument"
    case 2: "out of memory"
    case 3: "failure at run time"
    case 4: "an input is missing"
    case 5: "not supported"
    case 6: "not found"
    case 7: "timed out"
    case 8: "wrong version"
    case 10: "exists already"
    case 100: "cancelled"
    case 500: "file cannot be read"
    case 501: "the model is not a valid flatbuffer"
    case 502: "a library cannot be loaded"
    case 504: "the model cannot be compiled"
    case 1000: "index out of bounds"
    case 1001...1003: "invalid graph"
    case 5000, 5001: "shapes cannot be inferred"
    default: "unknown failure"
    }
  }
}
