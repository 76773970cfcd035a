import TestSupport
import Testing
import VisionCore
import VisionImaging

@Suite("Sampling a region equals the plain reference, byte for byte")
struct RegionSamplerTests {
  @Test(
    "Random regions, inside, across and far outside of random pictures, padded rows included",
    arguments: PixelFormat.allCases, [BorderMode.zero, .replicate])
  func randomRegions(format: PixelFormat, border: BorderMode) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<24 {
      let image = try Self.picture(
        width: Int.random(in: 1...70, using: &random), height: Int.random(in: 1...50, using: &random), format: format,
        padding: Int.random(in: 0...9, using: &random), using: &random)
      let region = RotatedRegion(
        xCenter: Float.random(in: -40...110, using: &random), yCenter: Float.random(in: -40...90, using: &random),
        width: Float.random(in: 0.3...160, using: &random), height: Float.random(in: 0.3...160, using: &random),
        rotation: Bool.random(using: &random) ? 0 : Float.random(in: -3.2...3.2, using: &random))
      try Self.compare(region, of: image, width: 40, height: 33, border: border)
    }
  }

  @Test("Pictures of one, two and three pixels a side", arguments: 1...3, 1...3)
  func tinyPictures(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: 11)
    for format in PixelFormat.allCases {
      let image = try Self.picture(width: width, height: height, format: format, padding: 0, using: &random)
      let region = RotatedRegion(
        xCenter: Float(width) / 2, yCenter: Float(height) / 2, width: 4, height: 4, rotation: 0.4)
      try Self.compare(region, of: image, width: 16, height: 16, border: .zero)
      try Self.compare(region, of: image, width: 16, height: 16, border: .replicate)
    }
  }

  @Test("Tensors wider than one block of columns, and low ones whose blocks are wider")
  func blocks() throws {
    var random = SeededGenerator(seed: 13)
    let image = try Self.picture(width: 683, height: 384, format: .rgb, padding: 0, using: &random)
    let region = RotatedRegion(xCenter: 341.5, yCenter: 192, width: 683, height: 683, rotation: 0)
    try Self.compare(region, of: image, width: 320, height: 320, border: .zero)
    try Self.compare(region, of: image, width: 300, height: 7, border: .replicate)
  }

  @Test(
    "Float tensors hold exactly the normalized bytes, upright and turned, of one block of columns and several",
    arguments: [0, 0.7, 1.6] as [Float], [32, 100])
  func floats(rotation: Float, width: Int) throws {
    var random = SeededGenerator(seed: 17)
    let image = try Self.picture(width: 50, height: 40, format: .rgb, padding: 3, using: &random)
    let region = RotatedRegion(xCenter: 20, yCenter: 22, width: 55, height: 48, rotation: rotation)
    let sampler = RegionSampler(width: width, height: 32, border: .replicate)
    var bytes = [UInt8](repeating: 0, count: width * 32 * 3)
    try bytes.withUnsafeMutableBufferPointer { try sampler.sample(region, of: image, into: $0) }
    for (mean, deviation) in [(Float(0), Float(255)), (127.5, 127.5), (10, 3)] {
      var floats = [Float](repeating: 0, count: bytes.count)
      let normalization = ByteNormalization(mean: mean, standardDeviation: deviation)
      try floats.withUnsafeMutableBufferPointer {
        try sampler.sample(region, of: image, into: $0, normalization: normalization)
      }
      let low = (0 - mean) / deviation
      let scale = ((255 - mean) / deviation - low) / 255
      #expect(floats == bytes.map { Float($0) * scale + low })
    }
  }

  @Test(
    "Parts of a tensor, sampled in any order, are the whole, and none writes into another",
    arguments: PixelFormat.allCases)
  func parts(format: PixelFormat) throws {
    var random = SeededGenerator(seed: 19)
    let image = try Self.picture(width: 90, height: 70, format: format, padding: 0, using: &random)
    let normalization = ByteNormalization(mean: 0, standardDeviation: 255)
    for rotation in [0, 0.4] as [Float] {
      let region = RotatedRegion(xCenter: 45, yCenter: 35, width: 80, height: 60, rotation: rotation)
      let sampler = RegionSampler(width: 101, height: 150, border: .replicate)
      func sample(_ sharing: (any WorkSharing)?) throws -> [Float] {
        var floats = [Float](repeating: .nan, count: 101 * 150 * 3)
        try floats.withUnsafeMutableBufferPointer {
          try sampler.sample(region, of: image, into: $0, normalization: normalization, sharing: sharing)
        }
        return floats
      }
      func bytes(_ sharing: (any WorkSharing)?) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 1, count: 101 * 150 * 3)
        try bytes.withUnsafeMutableBufferPointer { try sampler.sample(region, of: image, into: $0, sharing: sharing) }
        return bytes
      }
      let (whole, wholeBytes) = (try sample(nil), try bytes(nil))
      let backwards = BackwardsTeam()
      #expect(try sample(backwards) == whole)
      #expect(try bytes(backwards) == wholeBytes)
      #expect(backwards.partCount > 1)
    }
  }

  /// Computes the last part first, so that one that writes beyond its end is seen.
  private final class BackwardsTeam: WorkSharing {
    private(set) var partCount = 0

    func share(_ count: Int, _ body: (Int) -> Void) {
      partCount = count
      (0..<count).reversed().forEach(body)
    }
  }

  @Test("A region without area or with numbers that are none is refused, and so is a tensor of another size")
  func refusals() throws {
    let image = try ImageBuffer(width: 4, height: 4, format: .rgb)
    let sampler = RegionSampler(width: 16, height: 16, border: .zero)
    var tensor = [UInt8](repeating: 0, count: 16 * 16 * 3)
    let good = RotatedRegion(xCenter: 2, yCenter: 2, width: 4, height: 4, rotation: 0)
    for change: (inout RotatedRegion) -> Void in [
      { $0.width = 0 }, { $0.height = -1 }, { $0.width = .nan }, { $0.xCenter = .infinity }, { $0.rotation = .nan },
    ] {
      var region = good
      change(&region)
      #expect(throws: TasksError.self) {
        try tensor.withUnsafeMutableBufferPointer { try sampler.sample(region, of: image, into: $0) }
      }
    }
    var small = [UInt8](repeating: 0, count: 12)
    #expect(throws: TasksError.self) {
      try small.withUnsafeMutableBufferPointer { try sampler.sample(good, of: image, into: $0) }
    }
  }

  private static func picture(
    width: Int, height: Int, format: PixelFormat, padding: Int, using random: inout SeededGenerator
  ) throws -> ImageBuffer {
    let bytesPerRow = width * format.bytesPerPixel + padding
    let bytes = (0..<bytesPerRow * height).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try ImageBuffer(copying: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: format)
  }

  private static func compare(
    _ region: RotatedRegion, of image: ImageBuffer, width: Int, height: Int, border: BorderMode
  ) throws {
    var fast = [UInt8](repeating: 0, count: width * height * 3)
    try fast.withUnsafeMutableBufferPointer {
      try RegionSampler(width: width, height: height, border: border).sample(region, of: image, into: $0)
    }
    let plain = ReferenceSampler(width: width, height: height, border: border).sample(region, of: image)
    #expect(fast == plain, "\(region) of \(image.width) x \(image.height) \(image.format), \(border)")
  }
}
