// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum ImageSegmenterInterface: TaskInterface {
  typealias Definition = ImageSegmenter

  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    [
      OptionField("displayNamesLocale", .text), OptionField("shouldOutputConfidenceMasks", .toggle),
      OptionField("shouldOutputCategoryMask", .toggle),
    ]
  }

  static func make(_ output: ImageSegmenterResult) -> MpImageSegmenterResult {
    MpImageSegmenterResult(output.confidenceMasks, output.categoryMask, output.qualityScores)
  }

  static func free(_ result: MpImageSegmenterResult) { result.release() }
}

@c @implementation public func MpImageSegmenterCreate(
  _ options: UnsafePointer<MpImageSegmenterOptions>?, _ segmenter: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { ImageSegmenterInterface.create(options, segmenter, message) }

@c @implementation public func MpImageSegmenterSegmentImage(
  _ segmenter: MpImageSegmenterPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpImageSegmenterResult>?, _ message: ErrorMessage?
) -> MpStatus { ImageSegmenterInterface.process(segmenter, image, options, result, message) }

@c @implementation public func MpImageSegmenterSegmentForVideo(
  _ segmenter: MpImageSegmenterPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpImageSegmenterResult>?, _ message: ErrorMessage?
) -> MpStatus { ImageSegmenterInterface.process(segmenter, image, options, at: timestamp, result, message) }

@c @implementation public func MpImageSegmenterSegmentAsync(
  _ segmenter: MpImageSegmenterPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { ImageSegmenterInterface.sendFrame(segmenter, image, options, timestamp, message) }

@c @implementation public func MpImageSegmenterCloseResult(_ result: UnsafeMutablePointer<MpImageSegmenterResult>?) {
  ImageSegmenterInterface.closeResult(result, empty: MpImageSegmenterResult())
}

@c @implementation public func MpImageSegmenterClose(
  _ segmenter: MpImageSegmenterPtr?, _ message: ErrorMessage?
) -> MpStatus { ImageSegmenterInterface.close(segmenter, message) }

@c @implementation public func MpImageSegmenterGetLabels(
  _ segmenter: MpImageSegmenterPtr?, _ labels: UnsafeMutablePointer<MpStringList>?, _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (box, labels) = (try ImageSegmenterInterface.box(segmenter), try required(labels, "labels"))
    labels.pointee = MpStringList(box.labels)
  }
}

extension MpStringList {
  init(_ names: [String]) { self.init(strings: array(names.map(text)), num_strings: Int32(names.count)) }
}

extension MpImageSegmenterResult {
  init(_ confidenceMasks: [Mask]?, _ categoryMask: Mask?, _ qualityScores: [NSNumber]?) {
    let (masks, scores) = (confidenceMasks ?? [], qualityScores ?? [])
    self.init(
      confidence_masks: array(masks.map(image)), confidence_masks_count: UInt32(masks.count),
      category_mask: categoryMask.flatMap(image), has_category_mask: categoryMask == nil ? 0 : 1,
      quality_scores: array(scores.map(\.floatValue)), quality_scores_count: UInt32(scores.count))
  }

  func release() {
    MediaPipeC.release(confidence_masks, confidence_masks_count) { MpImageFree($0) }
    MpImageFree(category_mask)
    MediaPipeC.release(quality_scores, 0)
  }
}
