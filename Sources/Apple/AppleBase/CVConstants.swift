/// The result of a Core Video function: `kCVReturnSuccess`, or a negative error code.
public typealias CVReturn = Int32

/// The call succeeded.
public let kCVReturnSuccess: CVReturn = 0
/// An argument is invalid, or the buffer is not locked.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// The memory for the pixels cannot be allocated.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The pixel format is not supported.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The width or height is not in 1...65 535, or the row stride is too small.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The buffer attributes are invalid.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The pool has as many buffers in use as the caller allows.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// The pool attributes are invalid.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// 8-bit blue, green, red and alpha in one plane ('BGRA').
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Bi-planar 8-bit 4:2:0, video range: luma in 16...235, interleaved Cb and Cr in 16...240 ('420v').
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// Bi-planar 8-bit 4:2:0, full range: luma, interleaved Cb and Cr in 0...255 ('420f').
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066

// `nonisolated(unsafe)` is safe: the strings are immutable.

/// The buffer attribute for the alignment of rows in bytes: a power of two up to 4096; 64 by default.
/// `CVPixelBufferCreate` uses no other attribute.
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The pool attribute for the buffers' pixel format, one of the `kCVPixelFormatType_` constants.
nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The pool attribute for the buffers' width in pixels.
nonisolated(unsafe) public let kCVPixelBufferWidthKey: CFString = "Width"
/// The pool attribute for the buffers' height in pixels.
nonisolated(unsafe) public let kCVPixelBufferHeightKey: CFString = "Height"
/// The pool's own attribute for the maximum number of unused buffers that it keeps; 4 by default.
nonisolated(unsafe) public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The auxiliary attribute of a request for the maximum number of the pool's buffers in use.
nonisolated(unsafe) public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

// Attributes of buffers for Apple's drawing and graphics processors. They are accepted without effect.

/// The buffer attribute for use as a `CGImage`. Without effect.
nonisolated(unsafe) public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The buffer attribute for use by a bitmap context. Without effect.
nonisolated(unsafe) public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// The buffer attribute with the properties of an IOSurface. Without effect.
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The buffer attribute for use by Metal. Without effect.
nonisolated(unsafe) public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
