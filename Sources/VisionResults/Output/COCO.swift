import Foundation
import VisionCore

/// Encodes boxes as images, annotations, videos and categories in COCO's format, with scores.
/// A category's ID is its class index plus 1, which is COCO's ID for models with COCO's 90 labels. The fields are those
/// that pycocotools and the importers of CVAT and FiftyOne require.
package struct COCOEncoder {
  package struct Frame {
    package let fileName: String
    let width: Int
    let height: Int
    let videoID: Int?
    let frame: Int?
    let timestampMs: Int?

    /// A video's frames are named `VIDEO/FRAME.jpg`, unless each is a file of its own. The last three values, additions
    /// to the format, are nil for an image.
    package init(
      fileName: String, isFile: Bool = false, width: Int, height: Int, videoID: Int? = nil, frame: Int? = nil,
      timestampMs: Int? = nil
    ) {
      self.fileName = isFile ? fileName : fileName + (frame.map { String(format: "/%06d.jpg", $0) } ?? "")
      (self.width, self.height) = (width, height)
      (self.videoID, self.frame, self.timestampMs) = (videoID, frame, timestampMs)
    }
  }

  private struct Image: Encodable {
    let id: Int
    let fileName: String
    let width: Int
    let height: Int
    let videoId: Int?
    let frame: Int?
    let timestampMs: Int?
  }

  private struct Annotation: Encodable {
    let imageId: Int
    let categoryId: Int
    let bbox: [Int]
    let score: Float
    /// Three numbers for each keypoint: its place in whole pixels, and 2 for "visible"; nil for boxes without.
    var keypoints: [Int]?
    var numKeypoints: Int?
    var id: Int?
    var area: Int?
    /// Empty: boxes have no outlines. pycocotools' `showAnns` requires the key.
    var segmentation: [Int]?
    var iscrowd: Int?
    /// The tracking ID; nil unless all objects of the frame have one. An addition to the format.
    var trackId: Int?
  }

  private struct Category: Encodable {
    let id: Int
    let name: String
    let supercategory: String
    let keypoints: [String]?
    let skeleton: [[Int]]?
  }

  private struct Info: Encodable {
    let description: String
    let version: String
    let year = ""
    let contributor = ""
    let url = ""
    let dateCreated = ""
  }

  private struct Video: Encodable {
    let id: Int
    let name: String
    let width: Int
    let height: Int
  }

  package private(set) var imageCount = 0
  private var annotationCount = 0
  private var categories: [Int: String]
  private var keypoints: [String]?
  private var task = "detect"
  private var videos: [Video] = []

  package init(classNames: [String] = []) {
    // COCO's label files have this for the IDs without a class.
    let names = classNames.enumerated().filter { $1 != "???" }
    categories = Dictionary(uniqueKeysWithValues: names.map { ($0 + 1, Self.name($1, index: $0)) })
  }

  package static func takes(_ output: any TaskOutput) -> Bool { output.parts.contains { $0.objects != nil } }

  package mutating func addVideo(name: String, width: Int, height: Int) -> Int {
    videos.append(Video(id: videos.count + 1, name: name, width: width, height: height))
    return videos.count
  }

  /// Encodes a frame and its boxes, with consecutive IDs: the image, and an annotation for each category of a box.
  package mutating func add(_ output: any TaskOutput, of frame: Frame) throws -> (image: String, annotations: [String])
  {
    imageCount += 1
    let image = Image(
      id: imageCount, fileName: frame.fileName, width: frame.width, height: frame.height, videoId: frame.videoID,
      frame: frame.frame, timestampMs: frame.timestampMs)
    task = output.format.task
    keypoints = Self.keypoints(of: output)
    let areTracked = output.objects.allSatisfy { $0.trackingID != nil }
    let annotations = try Self.entries(of: output, frame).map { entry in
      annotationCount += 1
      let id = entry.category.index + 1
      categories[id] = categories[id] ?? Self.name(entry.category.categoryName, index: entry.category.index)
      return try Self.json(
        Annotation(
          imageId: imageCount, categoryId: id, bbox: entry.bbox, score: entry.category.score,
          keypoints: entry.keypoints, numKeypoints: entry.keypoints.map { $0.count / 3 }, id: annotationCount,
          area: entry.bbox[2] * entry.bbox[3], segmentation: [], iscrowd: 0,
          trackId: areTracked ? entry.trackID : nil))
    }
    return (try Self.json(image), annotations)
  }

  /// Encodes the boxes of a frame as elements of a results file, with the data set's IDs. Names without a category in
  /// the data set are returned; their boxes are left out.
  package static func results(
    _ output: any TaskOutput, of frame: Frame, imageID: Int, categoryID: (String) -> Int?
  ) throws -> (elements: [String], unknownNames: Set<String>) {
    var unknownNames: Set<String> = []
    let elements = try entries(of: output, frame).compactMap { entry -> String? in
      let name = Self.name(entry.category.categoryName, index: entry.category.index)
      guard let id = categoryID(name) else {
        unknownNames.insert(name)
        return nil
      }
      return try json(
        Annotation(
          imageId: imageID, categoryId: id, bbox: entry.bbox, score: entry.category.score, keypoints: entry.keypoints))
    }
    return (elements, unknownNames)
  }

  package func headJSON(version: String) throws -> String {
    let sorted = categories.sorted { $0.key < $1.key }.map {
      Category(
        id: $0.key, name: $0.value, supercategory: "object", keypoints: keypoints, skeleton: keypoints.map { _ in [] })
    }
    let info = Info(description: "Objects found by vision \(task)", version: version)
    return "\"categories\":\(try Self.json(sorted)),\"info\":\(try Self.json(info)),\"licenses\":[]"
      + (videos.isEmpty ? "" : ",\"videos\":\(try Self.json(videos))")
  }

  private static func keypoints(of output: any TaskOutput) -> [String]? {
    output.format.parts.lazy.compactMap { ($0 as? BoxesFormat)?.keypoints }.first { !$0.isEmpty }
  }

  private typealias Entry = (bbox: [Int], category: ResultCategory, trackID: Int?, keypoints: [Int]?)

  /// The boxes of an output with each of their categories, clipped to the image. Boxes outside of it are removed.
  private static func entries(of output: any TaskOutput, _ frame: Frame) -> [Entry] {
    let hasKeypoints = keypoints(of: output) != nil
    return output.objects.flatMap { box -> [Entry] in
      let whole = WholeBox(box.box)
      let (left, top) = (max(whole.x, 0), max(whole.y, 0))
      let right = min(whole.x.addingClamped(whole.width), frame.width)
      let bottom = min(whole.y.addingClamped(whole.height), frame.height)
      guard left < right, top < bottom else { return [] }
      let keypoints = (hasKeypoints ? box.keypoints : nil)?.flatMap { point in
        [point.location.x * CGFloat(frame.width), point.location.y * CGFloat(frame.height)].map(WholeBox.whole) + [2]
      }
      return box.categories.map { ([left, top, right - left, bottom - top], $0, box.trackingID, keypoints) }
    }
  }

  /// A category's name; for a class without one its number.
  private static func name(_ name: String?, index: Int) -> String {
    if let name, !name.isEmpty { name } else { "\(index)" }
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}

/// The images and categories of a COCO data set's file, such as `instances_val2017.json`: what results refer to.
package struct COCODataSet {
  private struct Contents: Decodable {
    struct Image: Decodable {
      let id: Int
      let fileName: String
    }
    struct Category: Decodable {
      let id: Int
      let name: String
    }

    let images: [Image]
    let categories: [Category]
  }

  private var images: [String: [(path: [Substring], id: Int)]] = [:]
  private var categories: [String: Int] = [:]

  package init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TasksError.notFound("The COCO file \(path) cannot be read; name the instances file of a data set.")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let contents: Contents
    do {
      contents = try decoder.decode(Contents.self, from: data)
    } catch {
      throw TasksError.invalidArgument(
        "The file \(path) is no COCO data set; needed is a JSON object with images (id, file_name) and categories (id, name)."
      )
    }
    for image in contents.images {
      let path = image.fileName.split(separator: "/")
      images[String(path.last ?? ""), default: []].append((path, image.id))
    }
    for category in contents.categories { categories[Self.key(category.name)] = category.id }
  }

  /// The ID of an image by the path of its file. The data set's name has to be its end; of several the longest counts.
  package func imageID(of path: String) -> Int? {
    let components = path.split(separator: "/")
    guard let name = components.last else { return nil }
    let fitting = (images[String(name)] ?? []).filter { $0.path.elementsEqual(components.suffix($0.path.count)) }
    return fitting.max { $0.path.count < $1.path.count }?.id
  }

  /// The ID of a category by its name, whatever its case.
  package func categoryID(of name: String) -> Int? { categories[Self.key(name)] }

  private static func key(_ name: String) -> String { name.lowercased() }
}
