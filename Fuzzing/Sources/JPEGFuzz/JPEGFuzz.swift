import FuzzSupport
import VisionCore

@testable import VisionImaging
@testable import VisionMedia

/// JPEG files with their orientation, also such as end too early.
@main
enum JPEGFuzz {
  static func main() {
    Fuzzer.run { file in
      guard ImageFileFormat(signatureOf: file) == .jpeg else { return }
      let orientation = ExifOrientation.find(in: file, format: .jpeg)
      do {
        let picture = try JPEGDecoder.decode(
          EncodedImage(bytes: file, format: .jpeg, name: "the input", pixelLimit: 1 << 14)
        ) { _ in }
        Fuzzer.require(picture.width * picture.height <= 1 << 14, "the picture is too large")
        if let orientation { _ = try picture.upright(from: orientation) }
      } catch is TasksError {
      } catch {
        Fuzzer.require(false, "the decoder threw \(error)")
      }
    }
  }
}
