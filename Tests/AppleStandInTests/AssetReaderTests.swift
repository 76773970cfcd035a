import AVFoundation
import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite(.needs(.shared)) struct AssetReaderTests {
  private let folder: TemporaryFolder
  private let asset: AVURLAsset

  init() throws {
    folder = try TemporaryFolder()
    asset = AVURLAsset(url: URL(fileURLWithPath: try SharedFolder.media("face_pan.mp4")))
  }

  private static let bgra = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]

  private func makeReader(
    _ asset: AVAsset, _ settings: [String: Any]? = bgra
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderTrackOutput) {
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    #expect(reader.canAdd(output) && reader.status == .unknown && reader.error == nil)
    reader.add(output)
    return (reader, output)
  }

  @Test("A reader gives every frame's pixels, time and length as the file's reader does, and completes")
  func frames() throws {
    let (reader, output) = try makeReader(asset)
    #expect(output.copyNextSampleBuffer() == nil)
    #expect(reader.startReading() && reader.status == .reading)
    let expected = try VideoReader(contentsOfFile: asset.url.path)
    var count = 0
    while let sample = output.copyNextSampleBuffer() {
      let frame = try #require(try expected.next())
      let time = frame.presentationTime
      #expect(sample.presentationTimeStamp == CMTime(value: Int64(time.value), timescale: Int32(time.timescale)))
      #expect(sample.presentationTimeStamp.timescale == 15_360)
      #expect(sample.duration == CMTime(value: 1, timescale: 30))
      if count % 30 == 0 { #expect(try bytes(sample) == PlainPixels.bgra(frame.image)) }
      count += 1
    }
    #expect(count == 90 && reader.status == .completed && reader.error == nil)
    #expect(output.copyNextSampleBuffer() == nil && !reader.startReading() && reader.status == .completed)
  }

  @Test(
    "Images are as stored, whatever the file's rotation", arguments: [ImageOrientation.right, .down, .leftMirrored])
  func stored(orientation: ImageOrientation) throws {
    let rotated = AVAsset(url: try RotatedVideo.copy(of: "face_pan.mp4", orientation: orientation, in: folder))
    let (reader, output) = try makeReader(rotated)
    #expect(reader.startReading())
    let sample = try #require(output.copyNextSampleBuffer())
    let buffer = try #require(sample.imageBuffer)
    #expect((CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)) == (1280, 720))
    let generated = try AVAssetImageGenerator(asset: rotated).copyCGImage(at: .zero, actualTime: nil)
    #expect(try bytes(sample) == PlainPixels.bgra(generated.imageBuffer))
  }

  @Test(
    "Output settings choose the pixel format",
    arguments: [
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_32BGRA,
    ])
  func formats(format: OSType) throws {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    let size: [String: Any] = [kCVPixelBufferWidthKey as String: 1280, kCVPixelBufferHeightKey as String: 720]
    let (reader, output) = try makeReader(asset, size.merging([key: Int(format)]) { $1 })
    output.alwaysCopiesSampleData = false
    #expect(!output.alwaysCopiesSampleData && output.mediaType == .video)
    #expect(reader.startReading())
    let buffer = try #require(output.copyNextSampleBuffer()?.imageBuffer)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
    #expect(CVPixelBufferGetWidth(buffer) == 1280)
  }

  @Test("A range of time gives the frames from its start up to and without its end")
  func range() throws {
    func times(_ range: CMTimeRange) throws -> [Int64] {
      let (reader, output) = try makeReader(asset)
      reader.timeRange = range
      #expect(reader.startReading())
      reader.timeRange = .zero
      #expect(reader.timeRange == range)
      var times: [Int64] = []
      while let sample = output.copyNextSampleBuffer() {
        times.append(sample.presentationTimeStamp.convertScale(30, method: .default).value)
      }
      #expect(reader.status == .completed)
      return times
    }
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 30) }
    #expect(try times(CMTimeRange(start: time(20), end: time(24))) == [20, 21, 22, 23])
    #expect(try times(CMTimeRange(start: time(87), duration: .positiveInfinity)) == [87, 88, 89])
    #expect(try times(CMTimeRange(start: time(90), end: time(95))) == [])
    #expect(try times(.zero) == [])
  }

  @Test("Cancelling ends reading, and nothing after it changes the status")
  func cancelling() throws {
    let (reader, output) = try makeReader(asset)
    reader.cancelReading()
    #expect(reader.status == .unknown)
    #expect(reader.startReading() && output.copyNextSampleBuffer() != nil)
    reader.cancelReading()
    #expect(output.copyNextSampleBuffer() == nil)
    #expect(reader.status == .cancelled && reader.error == nil)
    reader.cancelReading()
    #expect(reader.status == .cancelled && !reader.startReading())
  }

  @Test("What cannot be served does not start, with a reason")
  func refused() throws {
    let empty = try AVAssetReader(asset: asset)
    #expect(!empty.startReading() && empty.status == .failed && (empty.error as NSError?)?.code == 9)
    let settings: [[String: Any]?] = [
      nil, [kCVPixelBufferPixelFormatTypeKey as String: OSType(0x20)], [kCVPixelBufferWidthKey as String: 640],
      [kCVPixelBufferHeightKey as String: "720"],
    ]
    for settings in settings {
      let (reader, output) = try makeReader(asset, settings)
      #expect(!reader.startReading() && reader.status == .failed && (reader.error as NSError?)?.code == 12)
      #expect(output.copyNextSampleBuffer() == nil)
    }
    let (reader, output) = try makeReader(asset)
    #expect(!reader.canAdd(output) && reader.outputs.count == 1)
    reader.timeRange = .invalid
    #expect(!reader.startReading() && (reader.error as NSError?)?.code == 3)
    let other = try AVAssetReader(asset: AVAsset(url: asset.url))
    #expect(!other.canAdd(output))
    other.add(output)
    #expect(other.outputs.isEmpty)
    #expect { try AVAssetReader(asset: AVAsset(url: URL(fileURLWithPath: "/nowhere/video.mp4"))) } throws: {
      ($0 as NSError).code == 5
    }
  }

  @Test("A file that breaks off gives its frames, then the failure")
  func damaged() throws {
    let whole = try Data(contentsOf: asset.url)
    // The index, which the file has at its end, moves before the frames. Its places of frames move with them.
    let start = 40
    let place = try #require(whole.range(of: Data("moov".utf8), options: .backwards)).lowerBound - 4
    var index = whole[place...]
    let count = try #require(index.range(of: Data("stco".utf8))).upperBound + 4
    func number(_ place: Int) -> UInt32 { index[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    for entry in 1...Int(number(count)) {
      let moved = (number(count + 4 * entry) + UInt32(index.count)).bigEndian
      index.replaceSubrange(count + 4 * entry..<count + 4 * entry + 4, with: withUnsafeBytes(of: moved) { Data($0) })
    }
    let path = try folder.write(whole[..<start] + index + whole[start..<place * 3 / 4], "cut.mp4")
    let (reader, output) = try makeReader(AVAsset(url: URL(fileURLWithPath: path)))
    #expect(reader.startReading())
    var frames = 0
    while output.copyNextSampleBuffer() != nil { frames += 1 }
    #expect((1..<90).contains(frames) && reader.status == .failed && (reader.error as NSError?)?.code == 15)
  }

  private func bytes(_ sample: CMSampleBuffer) throws -> [UInt8] {
    let buffer = try #require(sample.imageBuffer)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    return (0..<CVPixelBufferGetHeight(buffer)).flatMap { y in
      UnsafeRawBufferPointer(
        start: base + y * CVPixelBufferGetBytesPerRow(buffer), count: 4 * CVPixelBufferGetWidth(buffer))
    }
  }
}
