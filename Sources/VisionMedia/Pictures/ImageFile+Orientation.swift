import Foundation
import VisionImaging

extension ImageFile {
  /// How a picture file says that its stored pixels have to be turned to be upright; `.up` when it says nothing.
  package static func statedOrientation(of bytes: Data) -> ImageOrientation {
    bytes.withUnsafeBytes { bytes in
      ImageFileFormat(signatureOf: bytes).flatMap { ExifOrientation.find(in: bytes, format: $0) } ?? .up
    }
  }
}
