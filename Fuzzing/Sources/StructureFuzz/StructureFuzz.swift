import FuzzSupport

@testable import VisionMedia

/// What is read of image files without a decoder: their format, their orientation, the blocks of GIF, WebP and TIFF files, and the
/// length of Matroska files.
@main
enum StructureFuzz {
  static func main() {
    Fuzzer.run { file in
      let bytes = ByteReader(file)
      if let format = ImageFileFormat(signatureOf: file) { _ = ExifOrientation.find(in: file, format: format) }
      for format in [ImageFileFormat.jpeg, .png, .webP, .tiff] { _ = ExifOrientation.find(in: file, format: format) }
      let isWhole = GIFStructure.hasWholeImage(bytes)
      Fuzzer.require(isWhole || !GIFStructure.hasSeveralImages(bytes), "several pictures, and none of them whole")
      _ = MatroskaLength.declared(in: bytes)
      if let webP = WebPStructure(bytes) {
        Fuzzer.require(webP.frameDurations.count <= file.count / 8, "more frames than bytes")
      }
    }
  }
}
