import Foundation
import FuzzSupport
import VisionCore

@testable import VisionMedia

/// Image files of all formats, through the decoders of FFmpeg, libheif and libwebpdemux. Those libraries are not instrumented: what is
/// looked for is what our code does with what they say.
@main
enum ImageFuzz {
  private static let pixelLimit = 1 << 14

  static func main() {
    Fuzzer.run { bytes in
      // Interlaced PNG files go to FFmpeg, too; the others have programs of their own.
      guard ImageFileFormat(signatureOf: bytes) != .jpeg else { return }
      do {
        let picture = try ImageFile.decode(Data(bytes), pixelLimit: pixelLimit)
        Fuzzer.require(picture.width * picture.height <= pixelLimit, "the picture is too large")
        guard WebPStructure(ByteReader(bytes))?.isAnimated == true else { return }
        let animation = try WebPAnimation(
          EncodedImage(bytes: bytes, format: .webP, name: "the input", pixelLimit: pixelLimit))
        for _ in 0..<8 where try animation.next() == nil { return }
      } catch is TasksError {
      } catch {
        Fuzzer.require(false, "the decoder threw \(error)")
      }
    }
  }
}
