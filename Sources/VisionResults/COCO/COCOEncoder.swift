import Foundation

/// Encodes boxes as images, annotations, videos and categories in COCO's format, with scores.
///
/// A category's ID is its class index plus 1, which is COCO's ID for models with COCO's 90 labels. The fields are those that
/// pycocotools and the importers of CVAT and FiftyOne require.
package struct COCOEncoder {
  /// The input data of a frame.
  package struct Frame {
    /// The image's name: its file, for a frame of a video `VIDEO/FRAME.jpg`.
    package let fileName: String
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The video's ID; nil for an image. An addition to the format, as are the next two.
    package let videoID: Int?
    /// The frame's position in a video; nil for an image.
    package let frame: Int?
    /// The frame's time in milliseconds; nil for an image.
    package let timestampMs: Int?

    /// - Parameters:
    ///   - fileName: The image's file; for a video the video, to which the frame's number is added unless `isFile`.
    ///   - isFile: Whether a frame of a video is a file of its own; false by default.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - videoID: The video's ID; nil for an image.
    ///   - frame: The frame's position in the video; nil for an image.
    ///   - timestampMs: The frame's time in milliseconds; nil for an image.
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
    let id: Int
    let imageId: Int
    let categoryId: Int
    let bbox: [Int]
    let area: Int
    /// Empty: boxes have no outlines. pycocotools' `showAnns` requires the key.
    let segmentation: [[Int]]
    let score: Float
    let iscrowd: Int
    /// The tracking ID; nil unless all objects of the frame have one. An addition to the format.
    let trackId: Int?
  }

  /// An element of a results file.
  private struct DataSetResult: Encodable {
    let imageId: Int
    let categoryId: Int
    let bbox: [Int]
    let score: Float
  }

  private struct Category: Encodable {
    let id: Int
    let name: String
    let supercategory: String
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

  /// The number of images so far.
  package private(set) var imageCount = 0
  private var annotationCount = 0
  private var categories: [Int: String]
  private var videos: [Video] = []

  /// - Parameter classNames: The names of all classes of the model, in its order; empty when it has none.
  package init(classNames: [String] = []) {
    // COCO's label files have this for the IDs without a class.
    let names = classNames.enumerated().filter { $1 != "???" }
    categories = Dictionary(uniqueKeysWithValues: names.map { ($0 + 1, Self.name($1, index: $0)) })
  }

  /// Whether an output has boxes.
  package static func takes(_ output: any TaskOutput) -> Bool {
    output.parts.contains { $0.objects != nil }
  }

  /// Adds a video.
  ///
  /// - Returns: Its ID.
  package mutating func addVideo(name: String, width: Int, height: Int) -> Int {
    videos.append(Video(id: videos.count + 1, name: name, width: width, height: height))
    return videos.count
  }

  /// Encodes a frame and its boxes, with consecutive IDs.
  ///
  /// - Returns: The JSON of the image and of its annotations, one for each category of a box.
  /// - Throws: `EncodingError` for a score that is not a number.
  package mutating func add(_ output: any TaskOutput, of frame: Frame) throws -> (image: String, annotations: [String])
  {
    imageCount += 1
    let image = Image(
      id: imageCount, fileName: frame.fileName, width: frame.width, height: frame.height, videoId: frame.videoID,
      frame: frame.frame, timestampMs: frame.timestampMs)
    let areTracked = output.objects.allSatisfy { $0.trackingID != nil }
    let annotations = try Self.entries(of: output, frame).map { entry in
      annotationCount += 1
      let id = entry.category.index + 1
      categories[id] = categories[id] ?? Self.name(entry.category.categoryName, index: entry.category.index)
      return try Self.json(
        Annotation(
          id: annotationCount, imageId: imageCount, categoryId: id, bbox: entry.bbox,
          area: entry.bbox[2] * entry.bbox[3],
          segmentation: [], score: entry.category.score, iscrowd: 0, trackId: areTracked ? entry.trackID : nil))
    }
    return (try Self.json(image), annotations)
  }

  /// Encodes the boxes of a frame as elements of a results file.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - frame: The frame.
  ///   - imageID: The ID of the data set's image.
  ///   - categoryID: The data set's ID of a category's name; nil for none.
  /// - Returns: The JSON of the elements, and the names without a category in the data set, whose boxes are left out.
  /// - Throws: `EncodingError` for a score that is not a number.
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
        DataSetResult(imageId: imageID, categoryId: id, bbox: entry.bbox, score: entry.category.score))
    }
    return (elements, unknownNames)
  }

  /// Encodes all keys of the file but `images` and `annotations`.
  ///
  /// - Parameter version: The version of this package.
  /// - Returns: The keys and values as JSON, without braces.
  /// - Throws: Nothing that names can cause; encoding is declared to throw.
  package func headJSON(version: String) throws -> String {
    let sorted = categories.sorted { $0.key < $1.key }.map {
      Category(id: $0.key, name: $0.value, supercategory: "object")
    }
    let info = Info(description: "Objects found by vision detect", version: version)
    return "\"categories\":\(try Self.json(sorted)),\"info\":\(try Self.json(info)),\"licenses\":[]"
      + (videos.isEmpty ? "" : ",\"videos\":\(try Self.json(videos))")
  }

  /// The boxes of an output with each of their categories, clipped to the image. Boxes outside of it are removed.
  private static func entries(
    of output: any TaskOutput, _ frame: Frame
  ) -> [(bbox: [Int], category: ResultCategory, trackID: Int?)] {
    output.objects.flatMap { box -> [(bbox: [Int], category: ResultCategory, trackID: Int?)] in
      let whole = WholeBox(box.box)
      let (left, top) = (max(whole.x, 0), max(whole.y, 0))
      let right = min(whole.x.addingClamped(whole.width), frame.width)
      let bottom = min(whole.y.addingClamped(whole.height), frame.height)
      guard left < right, top < bottom else { return [] }
      return box.categories.map { ([left, top, right - left, bottom - top], $0, box.trackingID) }
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
  /// The sum, clamped to the range of `Int`.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
