@_exported import Foundation
// For `CGImage(imageBuffer:)`; the tasks' module exports it, too.
@_exported import VisionImaging

// Core Foundation's types in the signatures of Core Video and Core Media. They are Foundation's classes, so that
// `[…] as CFDictionary` and `key as String` compile as on Apple's platforms.

/// A four-character code.
public typealias OSType = UInt32
/// The result of a Core Media function: 0 for success.
public typealias OSStatus = Int32
/// The status of success.
public let noErr: OSStatus = 0
/// A string object.
public typealias CFString = NSString
/// A truth value as an object.
public typealias CFBoolean = NSNumber
/// A dictionary object.
public typealias CFDictionary = NSDictionary
/// Any object.
public typealias CFTypeRef = AnyObject

/// Apple's memory allocators. Without values here: only nil, `kCFAllocatorDefault`, can be passed.
public enum CFAllocator: Sendable {}
/// The only allocator.
public let kCFAllocatorDefault: CFAllocator? = nil

/// Runs a function; Linux has no autorelease pools.
///
/// - Parameter body: The function.
/// - Returns: What it returns.
/// - Throws: What it throws.
@inlinable public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// The types are Apple's, so that code that unwraps the values compiles.

/// True as an object, a value of attribute dictionaries; never nil.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False as an object, a value of attribute dictionaries; never nil.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// A number of seconds.
public typealias CFTimeInterval = Double
/// A time as the number of seconds since the beginning of 2001 in UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// The current time by the system's clock, which the user and the network may set; in seconds since the beginning of
/// 2001 in UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The time by the system's uptime clock, in seconds. It never goes back, and stands still while the system sleeps.
///
/// The timestamps of a capture session are times of this clock.
public func CACurrentMediaTime() -> CFTimeInterval { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
