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

  @Test("A product with a whole number keeps the timescale, or is rounded or infinite if it does not fit")
  func multiples() {
    let time = CMTimeMultiply(CMTime(value: 7, timescale: 600), multiplier: -3)
    #expect((time.value, time.timescale, time.hasBeenRounded) == (-21, 600, false))
    let large = CMTimeMultiply(CMTime(value: .max, timescale: 4), multiplier: 2)
    #expect(large.timescale == 2 && large.seconds == Double(Int64.max) / 2)
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 1), multiplier: -2) == .negativeInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1) == .negativeInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: 0) == .invalid)
    #expect(CMTimeMultiply(.indefinite, multiplier: 2) == .indefinite)
  }

  @Test("A product with a fraction takes a finer timescale where that makes it exact")
  func fractions() {
    func product(_ value: Int64, _ multiplier: Double) -> CMTime {
      CMTimeMultiplyByFloat64(CMTime(value: value, timescale: 600), multiplier: multiplier)
    }
    #expect((product(100, 1.5).value, product(100, 1.5).timescale) == (150, 600))
    #expect((product(1, 0.25).value, product(1, 0.25).timescale) == (1, 2400))
    #expect(!product(1, 0.25).hasBeenRounded)
    #expect(product(1, 1.0 / 3).hasBeenRounded && abs(product(1, 1.0 / 3).seconds - 1 / 1800.0) < 1e-9)
    #expect(product(.max, 1e30) == .positiveInfinity && product(-1, .infinity) == .negativeInfinity)
    #expect(product(0, .infinity) == .invalid && product(1, .nan) == .invalid)
    #expect(product(.max, 0.75).seconds == Double(Int64.max) * 0.75 / 600)
    #expect(CMTimeMultiplyByFloat64(.indefinite, multiplier: 0.5) == .indefinite)
    #expect(CMTimeMultiplyByFloat64(.negativeInfinity, multiplier: -0.5) == .positiveInfinity)
  }

  @Test("A range has its start and not its end; ranges of invalid times contain nothing")
  func ranges() {
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 10) }
    let range = CMTimeRangeMake(start: time(5), duration: time(10))
    #expect(range.end == time(15) && CMTimeRangeGetEnd(range) == range.end)
    #expect([4, 5, 14, 15].map { range.containsTime(time($0)) } == [false, true, true, false])
    #expect(!CMTimeRangeContainsTime(range, time: .invalid))
    #expect(range == CMTimeRange(start: CMTime(value: 1, timescale: 2), end: CMTime(value: 3, timescale: 2)))
    #expect(Set([range, CMTimeRangeFromTimeToTime(start: time(5), end: time(15))]).count == 1)
    #expect(range.containsTimeRange(CMTimeRange(start: time(7), end: time(15))))
    #expect(!range.containsTimeRange(CMTimeRange(start: time(7), end: time(16))))
    let later = CMTimeRange(start: time(12), duration: .positiveInfinity)
    #expect(later.containsTime(time(1_000_000)) && later.isValid && !later.isEmpty)
    #expect(range.intersection(later) == CMTimeRange(start: time(12), end: time(15)))
    #expect(range.intersection(CMTimeRange(start: time(15), end: time(20))) == .zero)
    #expect(CMTimeRange.zero.isEmpty && !CMTimeRange.zero.containsTime(.zero))
    #expect(!CMTimeRange.invalid.isValid && range.intersection(.invalid) == .invalid)
    #expect(!CMTimeRange(start: time(5), end: time(4)).isValid)
    #expect(CMTIME_IS_VALID(.indefinite) && CMTIME_IS_INDEFINITE(.indefinite) && !CMTIME_IS_NUMERIC(.indefinite))
    #expect(CMTIME_IS_INVALID(.invalid) && !CMTIME_IS_VALID(.invalid) && CMTIME_IS_NUMERIC(.zero))
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
  }

  @Test("The clocks count seconds: one since the system started, one since 2001")
  func clocks() {
    let uptime = DispatchTime.now().uptimeNanoseconds
    let time = CACurrentMediaTime()
    #expect(time >= Double(uptime) / 1e9 && time < Double(uptime) / 1e9 + 60)
    #expect(CACurrentMediaTime() >= time)
    #expect(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 60)
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
    #expect(CMSampleBufferGetOutputPresentationTimeStamp(sample) == time)
    #expect(CMSampleBufferGetNumSamples(sample) == 1 && CMSampleBufferDataIsReady(sample))
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
