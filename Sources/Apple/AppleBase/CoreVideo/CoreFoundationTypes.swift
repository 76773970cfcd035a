@_exported import Foundation

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
