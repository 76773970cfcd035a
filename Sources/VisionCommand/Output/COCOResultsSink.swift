import Foundation
import VisionCore
import VisionResults

/// Writes objects as a COCO results file, a list for pycocotools' `loadRes`, with the IDs of a data set's images and
/// categories.
final class COCOResultsSink: ResultSink {
  private static let exampleCount = 3

  private let file: ResultFile
  private let dataSet: COCODataSet
  private let keypoints: KeypointChoice
  private var imageCount = 0
  private var elementCount = 0
  private var unknownImages = (count: 0, examples: [String]())
  private var unknownNames: Set<String> = []

  init(path: String, dataSet: String, keypoints: KeypointChoice, stop: StopSignal = .shared) throws {
    (self.dataSet, self.keypoints) = (try COCODataSet(path: dataSet), keypoints)
    file = try ResultFile(path: path, appearsWhole: true, stop: stop)
    try file.write("[")
  }

  func write(_ result: InputResult) throws {
    let name = result.fileName
    // A data set may name its images with folders.
    guard let id = dataSet.imageID(of: name.absolutePath) else {
      unknownImages.count += 1
      if unknownImages.count <= Self.exampleCount { unknownImages.examples.append(name) }
      return
    }
    imageCount += 1
    let objects = result.output.format.labels(of: result.output.parts, result.size, keypoints)
    let (elements, unknown) = try dataSet.results(objects, imageID: id)
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
}
