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

  @Test("A film with a compressed header is told from others, wherever the header stands")
  func compressedHeader() throws {
    let folder = try TemporaryFolder()
    func atom(_ name: String, _ content: Data) -> Data {
      SmallFiles.big(content.count + 8, 4) + Data(name.utf8) + content
    }
    let start = atom("ftyp", Data("qt  ".utf8) + Data(count: 4)) + atom("wide", Data())
    let long = SmallFiles.big(1, 4) + Data("mdat".utf8) + SmallFiles.big(116, 8) + Data(count: 100)
    let cases: [(file: Data, isCompressed: Bool)] = [
      (start + atom("moov", atom("cmov", Data(count: 20))), true),
      (start + long + atom("moov", atom("cmov", Data(count: 20))), true),
      (start + long + atom("moov", atom("mvhd", Data(count: 20))), false),
      (start + atom("moov", Data()), false), (start, false), (Data(), false),
      // An atom without a length, one that is too short, and one that reaches beyond all files.
      (start + Data(count: 30), false), (SmallFiles.big(4, 4) + Data("moovcmovcmov".utf8), false),
      (SmallFiles.big(1, 4) + Data("mdat".utf8) + SmallFiles.big(Int.max, 8), false),
    ]
    for (number, one) in cases.enumerated() {
      let path = try folder.write(one.file, "\(number).mov")
      #expect(try MovieHeader.isCompressed(inFile: path) == one.isCompressed, "\(number)")
    }
  }
}
