import CoreMedia
import CoreVideo
import Testing

@Suite struct TimeTests {
  @Test(
    "Sums are exact in units that fit both times",
    arguments: [
      (CMTimeMake(value: 1, timescale: 2), CMTimeMake(value: 1, timescale: 3), Int64(5), Int32(6)),
      (CMTimeMake(value: 10, timescale: 600), CMTimeMake(value: -25, timescale: 600), -15, 600),
      (CMTimeMake(value: 1, timescale: 30), CMTimeMake(value: 1, timescale: 12800), 1283, 38400),
    ])
  func sums(a: CMTime, b: CMTime, value: Int64, timescale: Int32) {
    let sum = CMTimeAdd(a, b)
    #expect(sum.value == value)
    #expect(sum.timescale == timescale)
    #expect(!sum.hasBeenRounded)
    #expect(CMTimeSubtract(sum, b) == a)
  }

  @Test("Sums that do not fit are rounded or infinite and never trap")
  func extremes() {
    let fine = CMTime(value: 1, timescale: .max) + CMTime(value: 1, timescale: .max - 1)
    #expect(fine.hasBeenRounded)
    #expect(abs(fine.seconds - 2 / Double(Int32.max)) < 1e-12)
    let large = CMTime(value: .max, timescale: 1) + CMTime(value: .max, timescale: 1)
    #expect(large == .positiveInfinity)
    #expect(CMTime(value: .min, timescale: 1) - CMTime(value: .max, timescale: 1) == .negativeInfinity)
    #expect(CMTime.positiveInfinity - .positiveInfinity == .invalid)
    #expect(CMTime.zero + .indefinite == .indefinite)
    #expect(CMTime.zero + .invalid == .invalid)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600) == .positiveInfinity)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(!CMTime(value: 1, timescale: 0).isValid)
    #expect(Set([CMTime(value: .min, timescale: 3), .zero]).count == 2)
  }

  @Test("Times are compared by what they mean, in Apple's order of kinds")
  func order() {
    let sorted: [CMTime] = [
      .negativeInfinity, CMTime(value: -1, timescale: 2), .zero, CMTime(value: 1, timescale: 3),
      CMTime(value: 1, timescale: 2), .positiveInfinity, .indefinite, .invalid,
    ]
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() { #expect(CMTimeCompare(a, b) == (i == j ? 0 : i < j ? -1 : 1)) }
    }
    #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
    #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)]).count == 1)
  }

  @Test("Seconds and units of time turn into each other")
  func seconds() {
    #expect(CMTimeGetSeconds(CMTimeMake(value: 1, timescale: 4)) == 0.25)
    #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
    let cut = CMTimeMakeWithSeconds(0.9, preferredTimescale: 1)
    #expect(cut.value == 0 && cut.hasBeenRounded)
    #expect(CMTime(value: 1, timescale: 3).convertScale(600, method: .default).value == 200)
    #expect(CMTime.invalid.seconds.isNaN)
  }

  @Test("Times in other units are rounded as asked for")
  func rounding() {
    // 2.5, -2.5, 2.25, -0.25 in whole units, by each method.
    let quarters: [Int64] = [10, -10, 9, -1]
    let expected: [(CMTimeRoundingMethod, [Int64])] = [
      (.roundHalfAwayFromZero, [3, -3, 2, 0]), (.roundTowardZero, [2, -2, 2, 0]), (.roundAwayFromZero, [3, -3, 3, -1]),
      (.quickTime, [2, -2, 2, -1]), (.roundTowardPositiveInfinity, [3, -2, 3, 0]),
      (.roundTowardNegativeInfinity, [2, -3, 2, -1]),
    ]
    for (method, values) in expected {
      let times = quarters.map { CMTimeConvertScale(CMTime(value: $0, timescale: 4), timescale: 1, method: method) }
      #expect(times.map(\.value) == values, "\(method)")
      #expect(times.allSatisfy { $0.hasBeenRounded })
    }
    #expect(CMTime(value: 1, timescale: 3).convertScale(4, method: .quickTime).value == 2)
    #expect(!CMTime(value: 1, timescale: 3).convertScale(6, method: .default).hasBeenRounded)
    #expect(CMTime(value: .max, timescale: 1).convertScale(600, method: .default) == .positiveInfinity)
    #expect(!CMTime(value: 1, timescale: 3).convertScale(0, method: .default).isValid)
    #expect(CMTime.indefinite.convertScale(600, method: .default) == .indefinite)
  }

  @Test("A sample buffer holds a picture and its time, and refuses another picture's description")
  func sampleBuffer() throws {
    let small = try PixelBuffers.empty(2, 2, kCVPixelFormatType_32BGRA)
    let large = try PixelBuffers.empty(4, 2, kCVPixelFormatType_32BGRA)
    let time = CMTime(value: 7, timescale: 30)
    let sample = try PixelBuffers.sample(small, at: time)
    #expect(CMSampleBufferGetImageBuffer(sample) === small)
    #expect(CMSampleBufferGetPresentationTimeStamp(sample) == time)
    #expect(!CMSampleBufferGetDuration(sample).isValid && CMSampleBufferIsValid(sample))
    let stated = try #require(CMSampleBufferGetFormatDescription(sample))
    #expect(CMFormatDescriptionGetMediaSubType(stated) == kCVPixelFormatType_32BGRA)
    #expect(CMVideoFormatDescriptionGetDimensions(stated).width == 2)
    var description: CMVideoFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: nil, imageBuffer: large, formatDescriptionOut: &description) == noErr)
    var timing = CMSampleTimingInfo()
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreateReadyWithImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: small, formatDescription: try #require(description),
      sampleTiming: &timing, sampleBufferOut: &made)
    #expect(status == kCMSampleBufferError_InvalidMediaFormat)
    #expect(made == nil)
  }
}
