// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum ImageClassifierInterface: TaskInterface {
  typealias Definition = ImageClassifier

  static func fields(_ layout: OptionsLayout) -> [OptionField] { OptionField.categories() }

  static func make(_ output: ImageClassifierResult) -> MpClassificationResult {
    let heads = output.classificationResult.classifications.map { head in
      let categories = MpCategories(head.categories)
      return MpClassifications(
        categories: categories.categories, categories_count: categories.categories_count,
        head_index: Int32(clamping: head.headIndex), head_name: text(head.headName))
    }
    return MpClassificationResult(
      classifications: array(heads), classifications_count: UInt32(heads.count),
      timestamp_ms: Int64(output.timestampInMilliseconds), has_timestamp_ms: true)
  }

  static func free(_ result: MpClassificationResult) {
    release(result.classifications, result.classifications_count) { head in
      MpCategories(categories: head.categories, categories_count: head.categories_count).release()
      release(head.head_name)
    }
  }
}

@c @implementation public func MpImageClassifierCreate(
  _ options: UnsafePointer<MpImageClassifierOptions>?, _ classifier: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { ImageClassifierInterface.create(options, classifier, message) }

@c @implementation public func MpImageClassifierClassifyImage(
  _ classifier: MpImageClassifierPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpClassificationResult>?, _ message: ErrorMessage?
) -> MpStatus { ImageClassifierInterface.process(classifier, image, options, result, message) }

@c @implementation public func MpImageClassifierClassifyForVideo(
  _ classifier: MpImageClassifierPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpClassificationResult>?, _ message: ErrorMessage?
) -> MpStatus { ImageClassifierInterface.process(classifier, image, options, at: timestamp, result, message) }

@c @implementation public func MpImageClassifierClassifyAsync(
  _ classifier: MpImageClassifierPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { ImageClassifierInterface.sendFrame(classifier, image, options, timestamp, message) }

@c @implementation public func MpImageClassifierCloseResult(_ result: UnsafeMutablePointer<MpClassificationResult>?) {
  ImageClassifierInterface.closeResult(result, empty: MpClassificationResult())
}

@c @implementation public func MpImageClassifierClose(
  _ classifier: MpImageClassifierPtr?, _ message: ErrorMessage?
) -> MpStatus { ImageClassifierInterface.close(classifier, message) }
