internal import CFFmpeg
import VisionImaging

/// The display matrix of a video file, which stores its rotation.
enum DisplayMatrix {
  /// The rotation by a multiple of 90 degrees, perhaps mirrored, that makes the frames upright. Other angles count as the
  /// nearest one.
  static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> ImageOrientation {
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
