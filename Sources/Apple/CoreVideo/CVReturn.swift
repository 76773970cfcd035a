/// The result of a Core Video function: `kCVReturnSuccess`, or a negative number that says what is wrong.
public typealias CVReturn = Int32

/// The call succeeded.
public let kCVReturnSuccess: CVReturn = 0
/// An argument is not allowed, or a lock is not held.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no memory for the pixels.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The pixel format is not one of those that are offered.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The width or height is not in 1...65 535, or the rows are too short for it.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes ask for what cannot be had.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The pool has given out as many buffers as the caller allows.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// The attributes of a pool ask for what cannot be had.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
