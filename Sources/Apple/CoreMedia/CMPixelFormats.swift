import CoreVideo

/// 8-bit blue, green, red and alpha; the same as `kCVPixelFormatType_32BGRA`.
public let kCMPixelFormat_32BGRA: OSType = kCVPixelFormatType_32BGRA
