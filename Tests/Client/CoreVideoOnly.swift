import CoreVideo

// What `import CoreVideo` alone has to bring.
func grayBuffer(width: Int, height: Int, level: UInt8) -> CVPixelBuffer? {
  var buffer: CVPixelBuffer?
  let attributes = [kCVPixelBufferBytesPerRowAlignmentKey as String: 16] as CFDictionary
  let status = CVPixelBufferCreate(
    kCFAllocatorDefault, width, height, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, attributes, &buffer)
  guard status == kCVReturnSuccess, let buffer else { return nil }
  CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
  defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
  for (plane, value) in [level, 128].enumerated() {
    let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
    CVPixelBufferGetBaseAddressOfPlane(buffer, plane)?.initializeMemory(as: UInt8.self, repeating: value, count: size)
  }
  CVBufferSetAttachment(
    buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
  return buffer
}

func bgraBuffer(_ size: CGSize) -> CVPixelBuffer? {
  let attributes = [
    kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue,
    kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue,
  ]
  var buffer: CVPixelBuffer?
  CVPixelBufferCreate(
    kCFAllocatorDefault, Int(size.width), Int(size.height), kCVPixelFormatType_32BGRA, attributes as CFDictionary,
    &buffer)
  return buffer
}
