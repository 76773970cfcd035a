import AVFoundation
import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite(.needs(.shared)) struct AssetTests {
  private let path: String
  private let asset: AVURLAsset

  init() throws {
    path = try SharedFolder.media("thumb_video.mp4")
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

  /// What a completion handler was called with. Sendable since it is touched under the condition's lock only.
  private final class Calls: @unchecked Sendable {
    typealias Call = (asked: CMTime, image: CGImage?, actual: CMTime, result: AVAssetImageGenerator.Result, code: Int?)
    private let condition = NSCondition()
    private var calls: [Call] = []

    func add(_ call: Call) {
      condition.withLock {
        calls.append(call)
        condition.broadcast()
      }
    }

    /// Waits for so many, half a minute at most.
    func first(_ count: Int) -> [Call] {
      let end = Date(timeIntervalSinceNow: 30)
      return condition.withLock {
        while calls.count < count, condition.wait(until: end) {}
        return calls
      }
    }
  }

  @Test("A list of times gives images and errors in its order, by completion handler and as a sequence")
  func lists() async throws {
    let times = [
      CMTime(value: 1, timescale: 2), .zero, CMTime(value: -1, timescale: 1), CMTime(value: 1, timescale: 1),
    ]
    let generator = AVAssetImageGenerator(asset: asset)
    var expected: [(CGImage, CMTime)?] = []
    for time in times { expected.append(try? await generator.image(at: time)) }
    #expect(expected.map { $0 == nil } == [false, false, true, false])

    let calls = Calls()
    generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
      calls.add(($0, $1, $2, $3, ($4 as NSError?)?.code))
    }
    let got = calls.first(4)
    #expect(got.map(\.asked) == times)
    #expect(got.map(\.result) == [.succeeded, .succeeded, .failed, .succeeded])
    #expect(got.map(\.code) == [nil, nil, 3, nil])
    for (call, expected) in zip(got, expected) {
      guard let (image, actual) = expected else { continue }
      #expect(call.actual == actual)
      #expect(sameBytes(try #require(call.image).imageBuffer, image.imageBuffer))
    }

    var index = 0
    for await element in generator.images(for: times) {
      #expect(element.requestedTime == times[index])
      if let (image, actual) = expected[index] {
        #expect(try element.actualTime == actual)
        #expect(sameBytes(try element.image.imageBuffer, image.imageBuffer))
      } else {
        #expect { try element.image } throws: { ($0 as NSError).code == 3 }
        #expect { try element.actualTime } throws: { ($0 as NSError).code == 3 }
      }
      index += 1
    }
    #expect(index == 4)
  }

  @Test("Cancelling ends what is left of a list, and not what is asked for later")
  func cancelling() async throws {
    let times = (0..<50).map { CMTime(value: $0, timescale: 30) }
    let generator = AVAssetImageGenerator(asset: asset)
    let calls = Calls()
    generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
      calls.add(($0, $1, $2, $3, ($4 as NSError?)?.code))
      if $0 == .zero { generator.cancelAllCGImageGeneration() }
    }
    #expect(calls.first(50).map(\.result) == [.succeeded] + Array(repeating: .cancelled, count: 49))
    var images = generator.images(for: times).makeAsyncIterator()
    #expect(try await images.next()?.image.width == 1280)
    generator.cancelAllCGImageGeneration()
    let next = await images.next()
    #expect(throws: CancellationError.self) { try next?.image }
    let single = Calls()
    generator.generateCGImageAsynchronously(for: .zero) {
      single.add((.zero, $0, $1, .succeeded, ($2 as NSError?)?.code))
    }
    #expect(single.first(1).first?.image?.width == 1280)
  }

  @Test("Times pass through NSValue; other values are no times")
  func values() {
    for time in [CMTime(value: 7, timescale: 600), .invalid, .positiveInfinity, .indefinite] {
      let back = NSValue(time: time).timeValue
      #expect(
        (back.value, back.timescale, back.flags.rawValue, back.epoch) == (
          time.value, time.timescale, time.flags.rawValue, time.epoch
        ))
    }
    #expect(NSValue(time: .zero) == NSValue(time: .zero))
    #expect(!NSNumber(value: 3).timeValue.isValid)
  }

  private func sameBytes(_ a: ImageBuffer, _ b: ImageBuffer) -> Bool {
    a.width == b.width && a.format == b.format && Data(a.packedBytes) == Data(b.packedBytes)
  }
}
