import Foundation
import VisionCore
import VisionResults

/// Writes boxes as a COCO annotation file: one object with `images`, `annotations` and `categories`.
/// Annotations are written directly and images spooled to a temporary file, which keeps memory constant.
final class COCOSink: ResultSink {
  private let annotations: ResultFile
  private let images: SpooledText
  private var hasBegun = false
  private var encoder: COCOEncoder
  private var annotationCount = 0
  private var videoID: Int?

  init(path: String, classNames: [String], stop: StopSignal = .shared) throws {
    annotations = try ResultFile(path: path, appearsWhole: true, stop: stop)
    images = try SpooledText()
    encoder = COCOEncoder(classNames: classNames)
  }

  func begin(_ input: InputFrames) { videoID = nil }

  func write(_ result: InputResult) throws {
    guard COCOEncoder.takes(result.output) else { return }
    try begin()
    if result.isVideo, videoID == nil {
      let image = result.frame.image
      videoID = encoder.addVideo(name: result.source.description, width: image.width, height: image.height)
    }
    let records = try encoder.add(result.output, of: result.cocoFrame(videoID: videoID))
    try images.write((encoder.imageCount == 1 ? "" : ",") + records.image)
    for annotation in records.annotations {
      try annotations.write((annotationCount == 0 ? "" : ",") + annotation)
      annotationCount += 1
    }
  }

  func end(isGood: Bool) throws { if isGood { try annotations.noteGoodInput() } }

  func close() throws {
    // Partial results are better than no file.
    if encoder.imageCount > 0, annotations.replacesNothing { try annotations.noteGoodInput() }
    try begin()
    try annotations.write("],\(try encoder.headJSON(version: PackageVersion.current)),\"images\":[")
    try images.copy(to: annotations)
    try annotations.write("]}")
    try annotations.close()
  }

  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try annotations.write("{\"annotations\":[")
  }
}

/// Writes boxes as a COCO results file, a list for pycocotools' `loadRes`, with the IDs of a data set's images and
/// categories.
final class COCOResultsSink: ResultSink {
  private static let exampleCount = 3

  private let file: ResultFile
  private let dataSet: COCODataSet
  private var imageCount = 0
  private var elementCount = 0
  private var unknownImages = (count: 0, examples: [String]())
  private var unknownNames: Set<String> = []

  init(path: String, dataSet: String, stop: StopSignal = .shared) throws {
    self.dataSet = try COCODataSet(path: dataSet)
    file = try ResultFile(path: path, appearsWhole: true, stop: stop)
    try file.write("[")
  }

  func write(_ result: InputResult) throws {
    guard COCOEncoder.takes(result.output) else { return }
    let frame = result.cocoFrame(videoID: nil)
    guard let id = dataSet.imageID(of: absolute(frame.fileName)) else {
      unknownImages.count += 1
      if unknownImages.count <= Self.exampleCount { unknownImages.examples.append(frame.fileName) }
      return
    }
    imageCount += 1
    let (elements, unknown) = try COCOEncoder.results(
      result.output, of: frame, imageID: id, categoryID: dataSet.categoryID)
    unknownNames.formUnion(unknown)
    for element in elements {
      try file.write((elementCount == 0 ? "" : ",") + element)
      elementCount += 1
    }
  }

  func end(isGood: Bool) throws { if isGood { try file.noteGoodInput() } }

  func close() throws {
    warn(unknownImages.count, unknownImages.count == 1 ? "image" : "images", unknownImages.examples)
    warn(unknownNames.count, unknownNames.count == 1 ? "class" : "classes", unknownNames.sorted())
    if imageCount > 0, file.replacesNothing { try file.noteGoodInput() }
    try file.write("]")
    try file.close()
  }

  /// Says that results were left out, since numbers of a data set cannot be invented.
  private func warn(_ count: Int, _ noun: String, _ examples: [String]) {
    guard count > 0 else { return }
    let shown = examples.prefix(Self.exampleCount).joined(separator: ", ")
    StandardError.print(
      "--coco: left out \(count) \(noun) that the data set does not have: \(shown)"
        + (count > Self.exampleCount ? ", ..." : ""))
  }

  /// The path from the root, since a data set may name its images with folders.
  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}

extension InputResult {
  fileprivate func cocoFrame(videoID: Int?) -> COCOEncoder.Frame {
    COCOEncoder.Frame(
      fileName: frameFile ?? source.description, isFile: frameFile != nil, width: frame.image.width,
      height: frame.image.height, videoID: videoID, frame: isVideo ? frame.index : nil, timestampMs: timestamp)
  }
}
