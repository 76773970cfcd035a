import Foundation
import FuzzSupport
import VisionCore

@testable import VisionImaging
@testable import VisionMedia

/// PNG files. Random bytes hardly ever have right checksums, so they are put right first; and every second input describes a file
/// whose rows, palette and transparency are all there is to it.
@main
enum PNGFuzz {
  static func main() {
    Fuzzer.run { bytes in
      guard let kind = bytes.first else { return }
      let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
      let file = kind & 1 == 0 ? PNGText.repaired(Array(rest)) : PNGText.described(rest)
      file.withUnsafeBytes { file in
        guard ImageFileFormat(signatureOf: file) == .png else { return }
        do {
          let picture = try PNGDecoder.decode(
            EncodedImage(bytes: file, format: .png, name: "the input", pixelLimit: 1 << 16))
          Fuzzer.require(picture.width * picture.height <= 1 << 16, "the picture is too large")
          let orientation = ExifOrientation.find(in: file, format: .png)
          if let orientation { _ = try picture.upright(from: orientation) }
        } catch is TasksError {
        } catch {
          Fuzzer.require(false, "the decoder threw \(error)")
        }
      }
    }
  }
}
