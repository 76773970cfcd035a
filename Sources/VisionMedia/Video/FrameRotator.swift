internal import CFFmpeg

/// Rotates decoded frames upright before conversion to RGB, as the `ffmpeg` command does. Chroma is then resampled in
/// the upright image, which makes the bytes equal.
final class FrameRotator {
  private let orientation: ImageOrientation
  private let rotated: FFmpegFrame

  init(_ orientation: ImageOrientation) throws {
    self.orientation = orientation
    rotated = try FFmpegFrame()
  }

  /// The upright frame; valid until the next call.
  func rotate(_ frame: FFmpegFrame) throws -> FFmpegFrame {
    guard let descriptor = frame.descriptor, let strides = planeStrides(of: descriptor.pointee) else {
      throw TasksError.unimplemented(
        "Video of the pixel format \(frame.descriptor.map { String(cString: $0.pointee.name) } ?? "unknown") that is "
          + "with a rotation cannot be rotated; turn it with the ffmpeg command first.")
    }
    try prepare(for: frame)
    for (index, bytesPerPixel) in strides.enumerated() {
      guard let (source, sourceRow) = frame.plane(index), let (target, targetRow) = rotated.plane(index) else {
        continue
      }
      let isChroma = index == 1 || index == 2
      PixelRotation.rotate(
        from: source, bytesPerRow: sourceRow,
        width: isChroma ? halved(frame.width, descriptor.pointee.log2_chroma_w) : frame.width,
        height: isChroma ? halved(frame.height, descriptor.pointee.log2_chroma_h) : frame.height,
        bytesPerPixel: bytesPerPixel, orientation: orientation, to: target, bytesPerRow: targetRow)
    }
    return rotated
  }

  /// The bytes from one sample to the next in each plane; nil for formats whose samples cannot move freely.
  private func planeStrides(of descriptor: AVPixFmtDescriptor) -> [Int]? {
    if descriptor.has(AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL) { return nil }
    if PixelRotation.swapsAxes(orientation), descriptor.log2_chroma_w != descriptor.log2_chroma_h { return nil }
    var strides: [Int] = []
    for component in descriptor.components {
      let plane = Int(component.plane)
      if plane == strides.count {
        strides.append(Int(component.step))
      } else if !strides.indices.contains(plane) || strides[plane] != Int(component.step) {
        return nil
      }
    }
    return strides
  }

  private func prepare(for frame: FFmpegFrame) throws {
    let swaps = PixelRotation.swapsAxes(orientation)
    let target = rotated.pointer
    let source = frame.pointer.pointee
    let (width, height) = swaps ? (source.height, source.width) : (source.width, source.height)
    if target.pointee.width != width || target.pointee.height != height || target.pointee.format != source.format {
      try rotated.allocate(width: width, height: height, format: source.format)
    }
    target.pointee.color_range = source.color_range
    target.pointee.colorspace = source.colorspace
  }

  private func halved(_ length: Int, _ shift: UInt8) -> Int { (length + (1 << Int(shift)) - 1) >> Int(shift) }
}

enum DisplayMatrix {
  /// The rotation, perhaps mirrored, that makes the frames upright. Other angles count as the nearest of 90 degrees.
  static func orientation(of stream: FFmpegStream) -> ImageOrientation {
    guard let matrix = vision_display_matrix(stream) else { return .up }
    return orientation(xToX: matrix[0], xToY: matrix[1], yToX: matrix[3], yToY: matrix[4])
  }

  /// The orientation for the matrix's linear part: where the stored image's x and y axes point, y downwards.
  static func orientation(xToX: Int32, xToY: Int32, yToX: Int32, yToY: Int32) -> ImageOrientation {
    if max(xToX.magnitude, yToY.magnitude) >= max(xToY.magnitude, yToX.magnitude) {
      return switch (xToX < 0, yToY < 0) {
      case (false, false): .up
      case (true, true): .down
      case (true, false): .upMirrored
      case (false, true): .downMirrored
      }
    }
    return switch (xToY < 0, yToX < 0) {
    case (false, true): .right
    case (true, false): .left
    case (false, false): .leftMirrored
    case (true, true): .rightMirrored
    }
  }
}
