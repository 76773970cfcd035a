import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Damaged PNG pictures")
struct PNGDamageTests {
  private static let sample = PNGSample(width: 12, height: 10, color: .rgb, depth: 8)

  private static func code(_ bytes: some Sequence<UInt8>) -> TasksErrorCode? {
    TasksErrorCode.thrown { _ = try ImageFile.decode(Data(bytes)) }
  }

  private static func ihdr(_ width: Int, _ height: Int, depth: UInt8 = 8, color: UInt8 = 2) -> [UInt8] {
    PNGSample.chunk("IHDR", PNGSample.bigEndian(width) + PNGSample.bigEndian(height) + [depth, color, 0, 0, 0])
  }

  /// A file of the sample's size with other parts between its header and its end.
  private static func file(_ parts: [[UInt8]], header: [UInt8] = ihdr(12, 10)) -> [UInt8] {
    PNGSample.signature + header + parts.flatMap { $0 } + PNGSample.chunk("IEND", [])
  }

  private static func idat(_ rows: [UInt8]) -> [UInt8] { PNGSample.chunk("IDAT", PNGSample.compressed(rows)) }

  @Test("cut off anywhere it is an error, as with FFmpeg; without its last chunk it is whole")
  func truncated() throws {
    var sample = Self.sample
    sample.pieceLength = 100
    let whole = sample.file()
    for count in 8..<whole.count {
      let cut = whole.prefix(count)
      #expect(Self.code(cut) == (count == whole.count - 12 ? nil : .dataLossError), "\(count) of \(whole.count)")
      #expect(Self.code(cut) == TasksErrorCode.thrown { _ = try PNGDecoderTests.byFFmpeg(Data(cut)) }, "\(count)")
    }
    #expect(try ImageFile.decode(whole.prefix(whole.count - 12)).packedBytes == sample.rows.flatMap { $0 })
  }

  @Test("A header that claims more than the data can hold is refused before memory is taken for it")
  func claims() throws {
    // Data that is none would be another error, were it unpacked.
    let file = Self.file(
      [PNGSample.chunk("IDAT", [UInt8](repeating: 7, count: 100))], header: Self.ihdr(10_000, 10_000))
    let error = #expect(throws: TasksError.self) { try ImageFile.decode(Data(file)) }
    #expect(error?.message == "The PNG image in the data is damaged: its last rows are missing.")
    let small = Self.file([PNGSample.chunk("IDAT", [UInt8](repeating: 7, count: 100))])
    let other = #expect(throws: TasksError.self) { try ImageFile.decode(Data(small)) }
    #expect(other?.message != error?.message)
  }

  @Test("every changed byte after the signature is noticed")
  func changedBytes() throws {
    let whole = Self.sample.file()
    for index in 8..<(whole.count - 12) {
      var copy = whole
      copy[index] ^= 0x20
      #expect(Self.code(copy) == .dataLossError, "byte \(index)")
    }
  }

  @Test("changed bytes with right checksums end in a picture or an error", arguments: PNGDecoderTests.kinds)
  func fuzz(color: PNGHeader.Color, depth: Int) throws {
    var sample = PNGSample(width: 23, height: 9, color: color, depth: depth)
    sample.transparency =
      switch color {
      case .palette, .gray: [0, 1]
      case .rgb: [0, 1, 0, 1, 0, 1]
      case .grayAlpha, .rgba: []
      }
    let whole = Array(sample.file())
    var random = SeededGenerator(seed: UInt64(depth * 10 + color.rawValue))
    let copies = (0..<300).map { _ -> Data in
      var copy = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        copy[Int.random(in: 16..<copy.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      return Data(Self.withRightChecksums(copy))
    }
    DamagedFile.check(copies) { _ = try ImageFile.decode($0, pixelLimit: 1 << 16) }
  }

  /// The chunks up to the first whose length is wrong get their checksums, so that damage reaches what is behind them.
  private static func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
    var (result, position) = (Array(file.prefix(8)), 8)
    while position + 12 <= file.count {
      let length = file[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard position + 12 + length <= file.count else { break }
      let name = String(decoding: file[(position + 4)..<(position + 8)], as: Unicode.ASCII.self)
      result +=
        name.utf8.count == 4
        ? PNGSample.chunk(name, Array(file[(position + 8)..<(position + 8 + length)]))
        : Array(file[position..<(position + 12 + length)])
      position += 12 + length
    }
    return result + file[position...]
  }

  @Test("a picture that claims to be huge is refused before memory is taken")
  func huge() throws {
    let rows = Self.idat(Self.sample.filteredRows())
    let most = Int(UInt32.max)
    for (width, height) in [(65_535, 65_535), (70_000, 1), (1, 70_000), (most / 2, most / 2), (most, most)] {
      #expect(Self.code(Self.file([rows], header: Self.ihdr(width, height))) == .invalidArgumentError)
    }
    // Allowed, and more than so few bytes can hold.
    #expect(Self.code(Self.file([rows], header: Self.ihdr(16_384, 16_384, color: 6))) == .dataLossError)
    for (width, height) in [(0, 4), (4, 0)] {
      #expect(Self.code(Self.file([rows], header: Self.ihdr(width, height))) == .dataLossError)
    }
  }

  @Test("a caller's own limit counts")
  func limit() throws {
    let file = Self.sample.file()
    #expect(try ImageFile.decode(file, pixelLimit: 120).packedBytes == Self.sample.rows.flatMap { $0 })
    #expect(TasksErrorCode.thrown { _ = try ImageFile.decode(file, pixelLimit: 119) } == .invalidArgumentError)
  }

  @Test("missing and wrong parts are told")
  func parts() throws {
    let rows = Self.sample.filteredRows()
    let data = Self.idat(rows)
    #expect(Self.code(Self.file([data])) == nil)
    #expect(Self.code(Self.file([])) == .dataLossError)
    #expect(Self.code(Self.file([PNGSample.chunk("IDAT", [])])) == .dataLossError)
    #expect(Self.code(Self.file([Self.ihdr(12, 10), data])) == .dataLossError)
    #expect(Self.code(PNGSample.signature) == .dataLossError)
    #expect(Self.code(PNGSample.signature + data) == .dataLossError)
    // A transparent colour of another kind of picture.
    #expect(Self.code(Self.file([PNGSample.chunk("tRNS", [0, 1]), data])) == .dataLossError)
    #expect(Self.code(Self.file([PNGSample.chunk("tRNS", []), data])) == .dataLossError)
    // Rows that are missing, and a filter that there is not.
    #expect(Self.code(Self.file([Self.idat(rows.dropLast(1))])) == .dataLossError)
    #expect(Self.code(Self.file([Self.idat([5] + rows.dropFirst())])) == .dataLossError)
    // Zlib's own checksum, at the end of the data.
    var packed = PNGSample.compressed(rows)
    packed[packed.count - 1] ^= 1
    #expect(Self.code(Self.file([PNGSample.chunk("IDAT", packed)])) == .dataLossError)
  }

  @Test("palettes of a wrong length are refused")
  func palettes() throws {
    let sample = PNGSample(width: 12, height: 10, color: .palette, depth: 8)
    let data = Self.idat(sample.filteredRows())
    let header = Self.ihdr(12, 10, color: 3)
    func code(_ parts: [[UInt8]]) -> TasksErrorCode? { Self.code(Self.file(parts + [data], header: header)) }
    #expect(code([PNGSample.chunk("PLTE", sample.palette)]) == nil)
    #expect(code([]) == .dataLossError)
    #expect(code([PNGSample.chunk("PLTE", [])]) == .dataLossError)
    #expect(code([PNGSample.chunk("PLTE", [1, 2, 3, 4])]) == .dataLossError)
    #expect(code([PNGSample.chunk("PLTE", sample.palette + [1, 2, 3])]) == .dataLossError)
    let alpha = [UInt8](repeating: 9, count: 257)
    #expect(code([PNGSample.chunk("PLTE", sample.palette), PNGSample.chunk("tRNS", alpha)]) == .dataLossError)
  }

  @Test("what does not concern the pixels is passed over: rows too many, texts, bytes after the end")
  func harmless() throws {
    let rows = Self.sample.filteredRows()
    let pixels = Self.sample.rows.flatMap { $0 }
    let file = Self.file([Self.idat(rows + [0, 1, 2, 3])])
    #expect(throws: PNGProblem.unusual) { try PNGDecoderTests.own(Data(file)) }
    #expect(try ImageFile.decode(Data(file)).packedBytes == pixels)
    let noted = Self.file([
      PNGSample.chunk("tEXt", Array("Title\0A picture".utf8)), PNGSample.chunk("iCCP", [1, 2, 3]),
      PNGSample.chunk("PLTE", [1, 2, 3]), Self.idat(rows),
    ])
    #expect(try PNGDecoderTests.own(Data(noted + [1, 2, 3, 4, 5])).packedBytes == pixels)
  }

  @Test("errors say what is wrong with which picture")
  func words() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.sample.file().dropLast(20), "cut.png")
    let error = #expect(throws: TasksError.self) { try ImageFile.read(contentsOfFile: path) }
    #expect(error?.message == "The PNG image in \"\(path)\" is damaged: it ends within a chunk.")
  }
}
