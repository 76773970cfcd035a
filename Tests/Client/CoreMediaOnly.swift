import CoreMedia

// What `import CoreMedia` alone has to bring.
func sample(_ buffer: CVPixelBuffer, atMilliseconds time: Int) throws -> CMSampleBuffer {
  let description = try CMVideoFormatDescription(imageBuffer: buffer)
  let timing = CMSampleTimingInfo(
    duration: CMTimeMake(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: Int64(time), timescale: 1000),
    decodeTimeStamp: .invalid)
  return try CMSampleBuffer(imageBuffer: buffer, formatDescription: description, sampleTiming: timing)
}

func milliseconds(of sample: CMSampleBuffer) -> Int {
  Int(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sample)) * 1000)
}

func isInside(_ sample: CMSampleBuffer, _ range: CMTimeRange) -> Bool {
  CMSampleBufferDataIsReady(sample) && range.containsTime(CMSampleBufferGetOutputPresentationTimeStamp(sample))
}
