// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe

// The segmenter by strokes has a model that was never published.

@c @implementation public func MpInteractiveSegmenterCreate(
  _ options: UnsafePointer<MpInteractiveSegmenterOptions>?,
  _ segmenter: UnsafeMutablePointer<MpInteractiveSegmenterPtr?>?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }

@c @implementation public func MpInteractiveSegmenterSetImage(
  _ segmenter: MpInteractiveSegmenterPtr?, _ image: MpImagePtr?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }

@c @implementation public func MpInteractiveSegmenterSegment(
  _ segmenter: MpInteractiveSegmenterPtr?, _ strokes: UnsafePointer<MpStrokes>?,
  _ mask: UnsafeMutablePointer<MpImagePtr?>?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }

@c @implementation public func MpInteractiveSegmenterClose(
  _ segmenter: MpInteractiveSegmenterPtr?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }
