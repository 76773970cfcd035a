import AVFoundation
import Foundation
import MediaPipeTasksVision
import Testing
import VisionMedia

@Suite(.enabled(if: SharedFolder.isPresent, "\(SharedFolder.skipNote)")) struct AssetTests {
  private let path: String
  private let asset: AVURLAsset

  init() throws {
    path = try SharedFolder.path("media", "thumb_video.mp4")
    asset = AVURLAsset(url: URL(fileURLWithPath: path))
  }

  @Test("A picture at a time is the frame shown then, forwards, between frames and back again")
  func frames() throws {
    var frames: [VideoFrame] = []
    let reader = try VideoReader(contentsOfFile: path)
    while frames.count < 12, let frame = try reader.next() { frames.append(frame) }
    try #require(frames.count == 12)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    for index in [0, 1, 5, 5, 9, 2, 10] {
      let frame = frames[index]
      let time = frame.presentationTime
      let start = CMTime(value: Int64(time.value), timescale: Int32(time.timescale))
      // Half-way to the next frame still shows this one.
      let next = frames[index + 1].presentationTime
      let middle = CMTime(value: Int64(time.value + next.value), timescale: Int32(2 * time.timescale))
      for asked in [start, middle] {
        var actual = CMTime.invalid
        let image = try generator.copyCGImage(at: asked, actualTime: &actual)
        #expect(actual == start)
        #expect(sameBytes(image.imageBuffer, frame.image))
      }
    }
  }

  @Test("The length is the same, asked for either way, and times past it show the last frame")
  func duration() async throws {
    let seconds = try #require(try VideoReader(contentsOfFile: path).duration)
    let loaded = try await asset.load(.duration)
    #expect(abs(loaded.seconds - seconds) < 1e-9)
    #expect(asset.duration == loaded)
    let (image, actual) = try await AVAssetImageGenerator(asset: asset).image(at: loaded + loaded)
    #expect(actual < loaded && image.width > 0)
  }

  @Test(
    "Pictures are made smaller to fit the largest size, in proportion, and never larger",
    arguments: [
      (CGSize(width: 320, height: 320), 320, 180), (CGSize(width: 0, height: 90), 160, 90),
      (CGSize(width: 100, height: 0), 100, 56), (CGSize(width: 5000, height: 5000), 1280, 720), (.zero, 1280, 720),
      (CGSize(width: -1, height: 1), 2, 1),
    ])
  func maximumSize(box: CGSize, width: Int, height: Int) throws {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.maximumSize = box
    let image = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect((image.width, image.height) == (width, height))
  }

  @Test("Times and files that cannot be served are refused with a reason")
  func refused() async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    for time in [CMTime(value: -1, timescale: 1), .invalid, .positiveInfinity, .indefinite] {
      #expect { try generator.copyCGImage(at: time, actualTime: nil) } throws: { ($0 as NSError).code == 3 }
    }
    let absent = AVAsset(url: URL(fileURLWithPath: "/nowhere/video.mp4"))
    #expect(!absent.duration.isValid)
    await #expect { try await absent.load(.duration) } throws: { ($0 as NSError).code == 5 }
    let remote = AVURLAsset(url: try #require(URL(string: "https://example.com/video.mp4")))
    await #expect { try await remote.load(.duration) } throws: { ($0 as NSError).code == 12 }
  }

  private func sameBytes(_ a: ImageBuffer, _ b: ImageBuffer) -> Bool {
    guard a.width == b.width, a.height == b.height, a.bytesPerRow == b.bytesPerRow else { return false }
    let used = a.width * a.format.bytesPerPixel
    return a.withUnsafeBytes { a1 in
      b.withUnsafeBytes { b1 in
        (0..<a.height).allSatisfy { y in
          let row = y * a.bytesPerRow..<y * a.bytesPerRow + used
          return a1[row].elementsEqual(b1[row])
        }
      }
    }
  }
}
