// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import Foundation
import VisionCore
import VisionImaging
import VisionTasks

/// An interactive segmenter that C holds by its address.
private final class InteractiveSegmenterBox: Sendable {
  let segmenter: InteractiveSegmenter
  /// The layout in which the caller was built, which regions of interest have, too.
  let layout: OptionsLayout

  init(_ structure: UnsafeRawPointer) throws {
    layout = OptionsLayout(ofToggles: structure)
    var reader = OptionsReader(structure, offset: layout.baseSize)
    let (options, fields) = (InteractiveSegmenterOptions(), Self.fields(layout))
    try reader.read(fields, into: options, by: InteractiveSegmenter.options)
    let model = try ModelSource(structure.load(as: MpBaseOptions.self))
    options.baseOptions.modelAssetPath = model.path
    do {
      segmenter = try InteractiveSegmenter(options: options)
    } catch let error as TasksError {
      throw error.renamed(fields)
    }
  }

  private static func fields(_ layout: OptionsLayout) -> [OptionField] {
    (layout == .current ? [OptionField("displayNamesLocale", .text)] : []) + [
      OptionField("shouldOutputConfidenceMasks", .toggle), OptionField("shouldOutputCategoryMask", .toggle),
    ]
  }

  static func at(_ pointer: MpInteractiveSegmenterLegacyPtr?) throws -> InteractiveSegmenterBox {
    Unmanaged.fromOpaque(UnsafeRawPointer(try required(pointer, "The segmenter"))).takeUnretainedValue()
  }

  /// The region of interest in C. Until 1.2.2 its keypoint was behind a pointer.
  func region(_ structure: UnsafeRawPointer) throws -> RegionOfInterest {
    typealias Keypoints = UnsafePointer<MpNormalizedKeypoint>
    var reader = OptionsReader(structure, offset: 0)
    let format = reader.next(UInt32.self)
    let keypoint: MpNormalizedKeypoint?
    if layout == .short {
      keypoint = reader.next(Keypoints?.self)?.pointee
    } else {
      keypoint = reader.next(MpNormalizedKeypoint.self)
    }
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
  _ options: UnsafePointer<MpInteractiveSegmenterLegacyOptions>?,
  _ segmenter: UnsafeMutablePointer<MpInteractiveSegmenterLegacyPtr?>?, _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (options, segmenter) = (try required(options, "options"), try required(segmenter, "The segmenter's place"))
    segmenter.pointee = nil
    let box = try InteractiveSegmenterBox(UnsafeRawPointer(options))
    segmenter.pointee = OpaquePointer(Unmanaged.passRetained(box).toOpaque())
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
    result.initialize(
      to: MpImageSegmenterResult(output.confidenceMasks, output.categoryMask, output.qualityScores))
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
