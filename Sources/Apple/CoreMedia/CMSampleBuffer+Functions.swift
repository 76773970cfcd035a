import CoreVideo

/// Puts an image and its time together.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - imageBuffer: The image.
///   - formatDescription: What it is like.
///   - sampleTiming: Its times.
///   - sampleBufferOut: Gets the sample buffer; nil when there is none.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaFormat` when the description is that of another format or size.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = try? CMSampleBuffer(
    imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  return sampleBufferOut.pointee == nil ? kCMSampleBufferError_InvalidMediaFormat : noErr
}

/// The sample buffer's image.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// When the image is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// How long the image is shown; invalid when that is not known.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// What the sample buffer's image is like.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// Whether the sample buffer can be used; always, since nothing here takes its image away.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
