import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Videos equal the goldens' frames", .needs(.shared))
struct VideoReaderGoldenTests {
  @Test("frames, times and properties", arguments: SharedFolder.mediaNames("mp4"))
  func frames(name: String) throws {
    let golden = try PixelGolden.longest(of: name)
    let count = golden.frames.count
    let reader = try VideoReader(contentsOfFile: SharedFolder.media(name))
    let rate = try #require(reader.frameRate)
    #expect(reader.width == golden.width)
    #expect(reader.height == golden.height)
    let hash = try PixelHash()
    var read = 0
    try reader.forEach { frame in
      #expect(frame.index == read)
      #expect(frame.timestampInMilliseconds == Int((Double(read) * 1000 / rate.framesPerSecond).rounded()))
      if read < count {
        #expect(frame.timestampInMilliseconds == golden.frames[read].timestampMs)
        try hash.update(frame.image.packedBytes)
      }
      read += 1
    }
    #expect(try hash.hex() == golden.pixelSha256)
    #expect(reader.estimatedFrameCount == read)
    #expect(reader.skippedFrames == 0)
    #expect(try #require(reader.duration) * rate.framesPerSecond == Double(read))
    #expect(try reader.next() == nil)
  }

  @Test("the number of threads does not change a byte", arguments: [1, 3])
  func threads(count: Int) throws {
    let golden = try PixelGolden.longest(of: "walkers_pan.mp4")
    let reader = try VideoReader(contentsOfFile: SharedFolder.media("walkers_pan.mp4"), decodingThreads: count)
    let hash = try PixelHash()
    try reader.forEach { if $0.index < golden.frames.count { try hash.update($0.image.packedBytes) } }
    #expect(try hash.hex() == golden.pixelSha256)
  }

  @Test("a frame's memory is used again only when its picture is let go")
  func memoryIsReused() throws {
    let reader = try VideoReader(contentsOfFile: SharedFolder.media("walkers_pan.mp4"))
    let kept = try #require(try reader.next()).image
    let before = kept.packedBytes
    var addresses: Set<UnsafeRawPointer> = []
    while let frame = try reader.next() {
      addresses.insert(try #require(frame.image.withUnsafeBytes { $0.baseAddress }))
    }
    #expect(addresses.count <= 2)
    #expect(kept.packedBytes == before)
  }
}
