// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import Foundation
import VisionCore

/// Where a function of the C interface leaves the message of an error.
public typealias ErrorMessage = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Where a function of the C interface leaves the address of the object that it makes.
public typealias ObjectPlace = UnsafeMutablePointer<OpaquePointer?>

/// Runs the body of a function of the C interface, and makes a status and a message of what it throws.
func status(_ message: ErrorMessage?, _ body: () throws -> Void) -> MpStatus {
  message?.pointee = nil
  do {
    try body()
    return kMpOk
  } catch {
    message?.pointee = strdup("\(error)")
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

/// Makes an object that C holds by its address, until that is released; `name` is the argument's.
func place(
  _ place: ObjectPlace?, _ name: String, _ message: ErrorMessage?, _ make: () throws -> some AnyObject
) -> MpStatus {
  status(message) {
    let place = try required(place, name)
    place.pointee = nil
    place.pointee = address(of: try make())
  }
}

/// The address by which C holds an object until it releases that.
func address(of object: some AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

/// The object at an address; nil for NULL.
func object<Object: AnyObject>(at address: OpaquePointer?) -> Object? {
  address.map { Unmanaged.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@c @implementation public func MpErrorFree(_ error: UnsafeMutableRawPointer?) { free(error) }

@c @implementation public func MpStringListFree(_ list: UnsafeMutablePointer<MpStringList>?) {
  guard let list else { return }
  for index in 0..<Int(list.pointee.num_strings) { free(list.pointee.strings?[index]) }
  list.pointee.strings?.deallocate()
  list.pointee = MpStringList()
}
