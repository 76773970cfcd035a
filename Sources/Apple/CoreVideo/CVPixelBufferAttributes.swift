import Foundation

// The strings below are never changed, which makes them safe to share.

/// The key of a buffer's attributes for the number that the distance between rows has to be a multiple of: a power of two
/// up to 4096; without it rows are padded to 64 bytes. `CVPixelBufferCreate` looks at this attribute alone.
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key of a pool's attributes for its buffers' pixel format, one of the `kCVPixelFormatType_` constants.
nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of a pool's attributes for its buffers' width in pixels.
nonisolated(unsafe) public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of a pool's attributes for its buffers' height in pixels.
nonisolated(unsafe) public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of a pool's own attributes for how many unused buffers it keeps for later; without it 4.
nonisolated(unsafe) public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of the additional attributes of a request for how many buffers of the pool may be in use at once.
nonisolated(unsafe) public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
