// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import Foundation
import VisionCore

/// Where a function of the C interface leaves the message of an error.
public typealias ErrorMessage = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs the body of a function of the C interface, and makes a status and a message of what it throws.
func status(_ message: ErrorMessage?, _ body: () throws -> Void) -> MpStatus {
  message?.pointee = nil
  do {
    try body()
    return kMpOk
  } catch {
    message?.pointee = strdup((error as? TasksError)?.message ?? "\(error)")
    return MpStatus(error)
  }
}

extension MpStatus {
  /// The status with the error's number: MediaPipe's C and Swift interfaces share those of Abseil.
  init(_ error: any Error) {
    let number = (error as? TasksError).map { UInt32($0.code.rawValue) } ?? kMpUnknown.rawValue
    self = number <= kMpUnauthenticated.rawValue ? MpStatus(rawValue: number) : kMpUnknown
  }
}

/// A pointer that the caller has to give; `name` is the argument's.
func required<Pointer>(_ pointer: Pointer?, _ name: String) throws -> Pointer {
  guard let pointer else { throw TasksError.invalidArgument("\(name) is NULL; give a valid pointer.") }
  return pointer
}

/// The answer of the interactive segmenter by strokes.
func unimplemented(_ message: ErrorMessage?) -> MpStatus {
  status(message) {
    throw TasksError(
      .unimplementedError,
      "The interactive segmenter by strokes is not implemented; InteractiveSegmenterLegacy segments by a point.")
  }
}

@c @implementation public func MpErrorFree(_ error: UnsafeMutableRawPointer?) { free(error) }

@c @implementation public func MpStringListFree(_ list: UnsafeMutablePointer<MpStringList>?) {
  guard let list else { return }
  for index in 0..<Int(list.pointee.num_strings) { free(list.pointee.strings?[index]) }
  list.pointee.strings?.deallocate()
  list.pointee = MpStringList()
}
