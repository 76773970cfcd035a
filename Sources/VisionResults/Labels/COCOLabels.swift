import Foundation
import VisionCore

extension OutputFileKind {
  package static let coco = OutputFileKind(
    name: "coco", title: "COCO", contents: "the objects as a COCO annotation file (JSON) with scores",
    mediaType: "application/json", ending: "coco.json", labels: COCOLabels.self)
}

/// One object with `images`, `annotations` and `categories` in COCO's format, with scores.
///
/// A category's ID is its class index plus 1, which is COCO's ID for models with COCO's 90 labels. The fields are those
/// that pycocotools and the importers of CVAT and FiftyOne require.
package struct COCOLabels: LabelWriter {
  private struct Image: Encodable {
    let id: Int
    let fileName: String
    let width, height: Int
    // Additions to the format, nil for an image.
    let videoId, frame, timestampMs: Int?
  }

  private struct Category: Encodable {
    let id: Int
    let name: String
    let supercategory = "object"
    let keypoints: [String]?
    let skeleton: [[Int]]?

    init(_ number: Int, _ name: String, _ layout: KeypointLayout?) {
      (id, self.name, keypoints) = (number.addingClamped(1), name, layout?.names)
      skeleton = layout?.lines.map { $0.map { $0 + 1 } }
    }
  }

  private struct Info: Encodable {
    let description, version: String
    let year = ""
    let contributor = ""
    let url = ""
    let dateCreated = ""
  }

  private struct Video: Encodable {
    let id: Int
    let name: String
    let width, height: Int
  }

  private static let imagesKey = 0

  private var scheme: LabelScheme
  private var imageCount = 0
  private var annotationCount = 0
  private var videos: [Video] = []
  private var isInVideo = false

  package init(_ scheme: LabelScheme) { self.scheme = scheme }

  package static func file(of name: String, isVideo: Bool) -> String? { nil }

  /// Writes the annotations, one for each category of an object, and keeps the images, with consecutive IDs.
  package mutating func add(_ objects: [LabelObject], of frame: LabelFrame) throws -> [LabelStep] {
    if let video = frame.video, !isInVideo {
      isInVideo = true
      videos.append(
        Video(id: videos.count + 1, name: video.source, width: video.size.width, height: video.size.height))
    }
    imageCount += 1
    let isVideo = frame.video != nil
    let image = Image(
      id: imageCount, fileName: frame.source, width: frame.size.width, height: frame.size.height,
      videoId: isVideo ? videos.count : nil, frame: isVideo ? frame.index : nil, timestampMs: frame.timestampMs)
    let areTracked = objects.allSatisfy { $0.trackingID != nil }
    var text = imageCount == 1 ? Self.start : ""
    for object in objects {
      for category in object.categories {
        _ = scheme.learn(category)
        text += annotationCount == 0 ? "" : ","
        annotationCount += 1
        let annotation = COCOAnnotation(
          object, category, imageID: imageCount, id: annotationCount, isTracked: areTracked)
        text += try LabelText.json(annotation) + "\n"
      }
    }
    return [
      .write(text, to: ""),
      .keep((imageCount == 1 ? "" : ",") + (try LabelText.json(image)) + "\n", under: Self.imagesKey),
    ]
  }

  private static let start = "{\"annotations\":[\n"

  package mutating func endVideo() -> [LabelStep] {
    isInVideo = false
    return []
  }

  package mutating func finish() throws -> [LabelStep] {
    let categories = scheme.sortedNames.map { Category($0.number, $0.name, scheme.layout(of: $0.number)) }
    let info = Info(description: "Objects found by vision \(scheme.task)", version: scheme.version)
    let head =
      "],\"categories\":\(try LabelText.json(categories)),\"info\":\(try LabelText.json(info)),\"licenses\":[]"
      + (videos.isEmpty ? "" : ",\"videos\":\(try LabelText.json(videos))") + ",\"images\":[\n"
    return [
      .write((imageCount == 0 ? Self.start : "") + head, to: ""), .release(Self.imagesKey, to: ""),
      .write("]}\n", to: ""), .renew(""),
    ]
  }
}

/// An annotation, or an element of a results file.
struct COCOAnnotation: Encodable {
  let imageId, categoryId: Int
  let bbox: [Double]
  let score: Float
  /// Three numbers for each keypoint; nil for objects without.
  let keypoints: [Double]?
  // Nil in a results file.
  var numKeypoints, id: Int?
  var area: Double?
  /// Empty: boxes have no outlines. pycocotools' `showAnns` requires the key.
  var segmentation: [Int]?
  var iscrowd: Int?
  /// The tracking ID; nil unless all objects of the frame have one. An addition to the format.
  var trackId: Int?

  /// An element of a results file.
  init(_ object: LabelObject, _ category: LabelObject.Category, imageID: Int, categoryID: Int) {
    (imageId, categoryId) = (imageID, categoryID)
    // JSON has no other numbers.
    score = category.score.isFinite ? category.score : 0
    bbox = [object.left, object.top, object.width, object.height].map(Self.rounded)
    keypoints = object.keypoints?.flatMap { [Self.rounded($0.x), Self.rounded($0.y), Double($0.visibility.rawValue)] }
  }

  init(_ object: LabelObject, _ category: LabelObject.Category, imageID: Int, id: Int, isTracked: Bool) {
    self.init(object, category, imageID: imageID, categoryID: category.index.addingClamped(1))
    numKeypoints = object.keypoints?.count { $0.visibility != .absent }
    self.id = id
    area = Self.rounded(object.width * object.height)
    segmentation = []
    iscrowd = 0
    trackId = isTracked ? object.trackingID : nil
  }

  /// A number with up to two decimals; adding 0 makes 0 of -0.
  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 + 0 }
}

extension Int {
  /// The sum with a number from 0.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
