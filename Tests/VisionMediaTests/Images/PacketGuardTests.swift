import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("What FFmpeg's decoders get of hostile images")
struct PacketGuardTests {
  private let image = PNGSample(width: 9, height: 7, color: .palette, depth: 4)

  /// The image's file with texts and a profile before its pixels, which FFmpeg would inflate.
  private func withTexts() -> Data {
    let zeros = PNGSample.compressed([UInt8](repeating: 0, count: 1 << 22))
    let text = PNGSample.chunk("zTXt", Array("a\0\0".utf8) + zeros)
    let profile = PNGSample.chunk("iCCP", Array("a\0\0".utf8) + zeros)
    let file = image.file()
    // Behind the signature and IHDR.
    return Data(file.prefix(33)) + Data(text + text + profile) + Data(file.dropFirst(33))
  }

  private func kept(_ file: Data) -> Data {
    var bytes = file
    let length = bytes.withUnsafeMutableBytes { PacketGuard.lengthKeepingPixelChunks($0) }
    return Data(bytes.prefix(length))
  }

  @Test("Of a PNG image the chunks that decide its pixels are left")
  func pixelChunks() throws {
    let file = image.file()
    #expect(kept(withTexts()) == file && kept(file) == file)
    // Packets of animations have no signature.
    #expect(kept(Data(file.dropFirst(8))) == Data(file.dropFirst(8)))
    // A file that is cut off stays so, also within a chunk that is left out.
    for count in 0..<file.count { #expect(kept(Data(file.prefix(count))) == Data(file.prefix(count)), "\(count)") }
    #expect(kept(Data(withTexts().dropLast(20))) == Data(file.dropLast(20)))
    #expect(kept(Data(withTexts().prefix(100))) == Data(withTexts().prefix(41)))
    // A length that reaches beyond all memory.
    let endless = Data(file.prefix(33)) + Data([0xFF, 0xFF, 0xFF, 0xFF]) + Data("tEXt".utf8)
    #expect(kept(endless + Data(count: 100)) == endless)
  }

  @Test("Such an image is decoded to the same pixels")
  func pixels() throws {
    let plain = try ImageFile.decode(image.file())
    let decoded = try withTexts().withUnsafeBytes {
      try StillDecoder.decode(EncodedImage(bytes: $0, format: .png, name: "a test"))
    }
    #expect(decoded.format == plain.format && decoded.packedBytes == plain.packedBytes)
  }

  @Test("A JPEG image of more scans than TurboJPEG takes is refused")
  func scans() throws {
    let file = try ImageFile.encode(.ramp(width: 40, height: 30), as: .jpeg(quality: 90))
    func decode(_ scans: Int) throws -> ImageBuffer {
      try (file + Data((0..<scans).flatMap { _ in [0xFF, 0xDA] as [UInt8] })).withUnsafeBytes {
        try StillDecoder.decode(EncodedImage(bytes: $0, format: .jpeg, name: "a test"))
      }
    }
    #expect(file.withUnsafeBytes { PacketGuard.scanCount($0) } == 1)
    #expect(throws: TasksError.self) { try decode(PacketGuard.maximumScans) }
    #expect(try decode(PacketGuard.maximumScans - 1).width == 40)
  }

  @Test("An upload with a compressed header is refused, wherever it stands; FFmpeg looks for it in many places")
  func compressedHeader() throws {
    let folder = try TemporaryFolder()
    func atom(_ name: String, _ content: Data) -> Data {
      SmallFiles.big(content.count + 8, 4) + Data(name.utf8) + content
    }
    let start = atom("ftyp", Data("qt  ".utf8) + Data(count: 8))
    let header = atom(
      "cmov", atom("dcom", Data("zlib".utf8)) + atom("cmvd", SmallFiles.big(1 << 30, 4) + Data(count: 20)))
    let long = SmallFiles.big(1, 4) + Data("moov".utf8) + SmallFiles.big(header.count + 16, 8) + header
    let frees = (0..<1001).reduce(Data()) { frees, _ in frees + atom("free", Data()) }
    // Across the border of two pieces that are read.
    let far = atom("free", Data(count: (1 << 20) - start.count - 8 - 8 - 12))
    for (number, film) in [
      atom("moov", header), atom("moov", atom("free", Data()) + header), long,
      SmallFiles.big(0, 4) + Data("moov".utf8) + header, header, frees + atom("moov", header), atom("free", header),
      far + atom("moov", header),
    ].enumerated() {
      let path = try folder.write(start + film, "\(number).mov")
      #expect(try CompressedHeader.isIn(file: path), "\(number)")
      let error = #expect(throws: TasksError.self) {
        try MediaContainer(contentsOfFile: path, rules: .untrusted(pixelLimit: 1 << 20))
      }
      #expect(error?.message.contains("compressed header") == true, "\(number): \(error?.message ?? "")")
    }
    #expect(
      try !CompressedHeader.isIn(file: folder.write(start + atom("moov", atom("mvhd", Data(count: 20))), "a.mov")))
    #expect(try !CompressedHeader.isIn(file: folder.write("", "empty.mov")))
  }
}
