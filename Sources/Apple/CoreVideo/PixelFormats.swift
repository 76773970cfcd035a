/// 8-bit blue, green, red and alpha in one plane ('BGRA').
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 8-bit luminance in 16...235, and a plane of half the size with Cb and Cr in turn in 16...240 ('420v').
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// 8-bit luminance in 0...255, and a plane of half the size with Cb and Cr in turn ('420f').
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
