// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

/// An interactive segmenter that C holds by its address.
private final class InteractiveSegmenterBox: Sendable {
  let segmenter: InteractiveSegmenter
  /// The layout in which the caller was built, which regions of interest have, too.
  let layout: OptionsLayout

  init(_ structure: UnsafeRawPointer) throws {
    layout = OptionsLayout(ofToggles: structure)
    var reader = OptionsReader(start: structure, offset: layout.baseSize)
    let options = InteractiveSegmenterOptions()
    let masks = ["shouldOutputConfidenceMasks", "shouldOutputCategoryMask"].map { OptionField($0, .toggle) }
    let fields = (layout == .current ? [OptionField("displayNamesLocale", .text)] : []) + masks
    try reader.read(fields, into: options, by: InteractiveSegmenter.options)
    let model = try ModelSource(structure.load(as: MpBaseOptions.self))
    options.baseOptions.modelAssetPath = model.path
    segmenter = try renaming(fields) { try model.opening { try InteractiveSegmenter(options: options) } }
  }

  static func at(_ pointer: MpInteractiveSegmenterLegacyPtr?) throws -> InteractiveSegmenterBox {
    try required(object(at: pointer), "The segmenter")
  }

  /// The region of interest in C. Until 1.2.2 its keypoint was behind a pointer.
  func region(_ structure: UnsafeRawPointer) throws -> RegionOfInterest {
    typealias Keypoints = UnsafePointer<MpNormalizedKeypoint>
    var reader = OptionsReader(start: structure, offset: 0)
    let format = reader.next(UInt32.self)
    let keypoint =
      layout == .short ? reader.next(Keypoints?.self)?.pointee : reader.next(MpNormalizedKeypoint.self)
    let scribble = reader.next(Keypoints?.self)
    let count = Int(reader.next(UInt32.self))
    switch format {
    case kMpRegionKeypoint:
      return RegionOfInterest(normalizedKeyPoint: NormalizedKeypoint(try required(keypoint, "keypoint")))
    case kMpRegionScribble:
      let points = UnsafeBufferPointer(start: scribble, count: scribble == nil ? 0 : count)
      return RegionOfInterest(scribbles: points.map(NormalizedKeypoint.init))
    default:
      throw TasksError.invalidArgument(
        "The region of interest has the format \(format); allowed are 1 (keypoint) and 2 (scribble).")
    }
  }
}

extension NormalizedKeypoint {
  fileprivate convenience init(_ keypoint: MpNormalizedKeypoint) {
    self.init(location: CGPoint(x: Double(keypoint.x), y: Double(keypoint.y)), label: nil, score: keypoint.score)
  }
}

@c @implementation public func MpInteractiveSegmenterLegacyCreate(
  _ options: UnsafePointer<MpInteractiveSegmenterLegacyOptions>?, _ segmenter: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus {
  place(segmenter, "The segmenter's place", message) {
    try InteractiveSegmenterBox(UnsafeRawPointer(try required(options, "options")))
  }
}

@c @implementation public func MpInteractiveSegmenterLegacySegmentImage(
  _ segmenter: MpInteractiveSegmenterLegacyPtr?, _ image: MpImagePtr?, _ region: UnsafePointer<MpRegionOfInterest>?,
  _ options: UnsafePointer<MpImageProcessingOptions>?, _ result: UnsafeMutablePointer<MpImageSegmenterResult>?,
  _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (box, result) = (try InteractiveSegmenterBox.at(segmenter), try required(result, "result"))
    let region = try box.region(UnsafeRawPointer(try required(region, "region_of_interest")))
    let view = try ImageView(ImagePixels.at(image), options)
    let output = try box.segmenter.segment(image: view.image, regionOfInterest: region)
    result.initialize(to: MpImageSegmenterResult(output.confidenceMasks, output.categoryMask, output.qualityScores))
  }
}

@c @implementation public func MpInteractiveSegmenterLegacyCloseResult(
  _ result: UnsafeMutablePointer<MpImageSegmenterResult>?
) {
  result?.pointee.release()
  result?.pointee = MpImageSegmenterResult()
}

@c @implementation public func MpInteractiveSegmenterLegacyClose(
  _ segmenter: MpInteractiveSegmenterLegacyPtr?, _ message: ErrorMessage?
) -> MpStatus {
  status(message) { Unmanaged.passUnretained(try InteractiveSegmenterBox.at(segmenter)).release() }
}

@c @implementation public func MpInteractiveSegmenterLegacyGetLabels(
  _ segmenter: MpInteractiveSegmenterLegacyPtr?, _ labels: UnsafeMutablePointer<MpStringList>?,
  _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (box, labels) = (try InteractiveSegmenterBox.at(segmenter), try required(labels, "labels"))
    labels.pointee = MpStringList(box.segmenter.labels)
  }
}

// The segmenter by strokes has a model that was never published.

private func unimplemented(_ message: ErrorMessage?) -> MpStatus {
  status(message) {
    throw TasksError(
      .unimplementedError,
      "The interactive segmenter by strokes is not implemented; InteractiveSegmenterLegacy segments by a point.")
  }
}

@c @implementation public func MpInteractiveSegmenterCreate(
  _ options: UnsafePointer<MpInteractiveSegmenterOptions>?, _ segmenter: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }

@c @implementation public func MpInteractiveSegmenterSetImage(
  _ segmenter: MpInteractiveSegmenterPtr?, _ image: MpImagePtr?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }

@c @implementation public func MpInteractiveSegmenterSegment(
  _ segmenter: MpInteractiveSegmenterPtr?, _ strokes: UnsafePointer<MpStrokes>?, _ mask: ObjectPlace?,
  _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }

@c @implementation public func MpInteractiveSegmenterClose(
  _ segmenter: MpInteractiveSegmenterPtr?, _ message: ErrorMessage?
) -> MpStatus { unimplemented(message) }
