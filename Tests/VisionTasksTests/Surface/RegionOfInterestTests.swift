import Foundation
import TestSupport
import Testing
import VisionCatalog
import VisionCore
import VisionMedia
import VisionResults

@testable import VisionTasks

/// A region of interest, which every task takes in the same way.
@Suite("A task sees the region of interest only, in the coordinates of the whole image", .needs(.shared))
struct RegionOfInterestTests {
  /// The tasks whose models are at hand.
  private static let tasks = TaskRegistry.names.filter { $0 != "segment-point" }

  /// An image for each task with its subject inside the region.
  private static let media = [
    "gesture": "two_thumbs.png", "hand": "two_thumbs.png", "pose": "yoga.png", "detect": "pets.png",
    "track": "pets.png", "classify": "coffee.png", "embed": "coffee.png",
  ]

  private struct Differences {
    var fraction = 0.0
    var pixels = 0.0
    var world = 0.0
    var score = 0.0
    var count = 0
  }

  @Test(
    "As the cropped image, upright and rotated, alone and as a video's frame",
    arguments: Self.tasks, [ImageOrientation.up, .right])
  func equalsCrop(name: String, orientation: ImageOrientation) throws {
    let type = try #require(TaskRegistry.task(name))
    let upright = try ImageFile.read(
      contentsOfFile: SharedFolder.path("media/\(Self.media[name] ?? "face_business.png")"))
    // The stored pixels, which the orientation makes upright again.
    let image = try upright.upright(from: orientation.inverse)
    let (columns, rows) = (image.width / 16..<image.width * 15 / 16, image.height / 20..<image.height)
    let crop = try ImageBuffer(
      copying: image.part(columns: columns, rows: rows).rowBytes, width: columns.count, height: rows.count,
      format: image.format)
    let edges = [
      Double(columns.lowerBound) / Double(image.width), Double(rows.lowerBound) / Double(image.height),
      Double(columns.upperBound) / Double(image.width), 1,
    ]
    let region = edges.map { "\($0)" }.joined(separator: ",")
    // Blendshapes are those of the crop, too.
    let options: [String: OptionValue] =
      type.descriptors.contains { $0.key == "blendshapes" } ? ["blendshapes": .toggle(true)] : [:]
    for mode in orientation == .up ? [RunningMode.image, .video] : [.image] {
      let found = try output(
        type, options.merging(["roi": .text(region)]) { $1 }, MPImage(imageBuffer: image, orientation: orientation),
        mode)
      let expected = try output(type, options, MPImage(imageBuffer: crop, orientation: orientation), mode)
      var differences = Differences()
      let place = Place(
        columns: columns, rows: rows, width: Double(image.width), height: Double(image.height),
        isOnSide: orientation == .right)
      compare(found, expected, "", place, &differences)
      print(
        "\(name) \(orientation) \(mode), \(differences.count) numbers: fractions \(differences.fraction), "
          + "pixels \(differences.pixels), world \(differences.world), scores \(differences.score)")
      #expect(differences.count > 2)
      #expect(differences.fraction < 0.004 && differences.pixels <= 1)
      #expect(differences.world < 0.004 && differences.score < 0.02)
    }
  }

  @Test("A region given with a call is the option's, in every kind of call")
  func calls() async throws {
    let hand = try ImageFile.read(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png"))
    let rowLength = hand.width * hand.format.bytesPerPixel
    let bytes = hand.rowBytes
    let pair = (0..<hand.height).flatMap { row in
      [0, 1].flatMap { _ in bytes[row * rowLength..<(row + 1) * rowLength] }
    }
    let image = try MPImage(
      imageBuffer: ImageBuffer(copying: pair, width: 2 * hand.width, height: hand.height, format: hand.format))
    let left = CGRect(x: 0, y: 0, width: 0.5, height: 1)
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
    options.numHands = 2
    let still = try HandLandmarker(options: options)
    #expect(try still.detect(image: image).landmarks.count == 2)
    let found = try still.detect(image: image, regionOfInterest: left)
    #expect(found.landmarks.count == 1)
    #expect(try await still.detect(image, regionOfInterest: left) == found)
    let gestures = GestureRecognizerOptions()
    gestures.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
    gestures.numHands = 2
    let recognizer = try GestureRecognizer(options: gestures)
    #expect(try recognizer.recognize(image: image, regionOfInterest: left).landmarks == found.landmarks)
    #expect(try await recognizer.recognize(image, regionOfInterest: left).landmarks == found.landmarks)

    options.runningMode = .video
    let video = try HandLandmarker(options: options)
    let right = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    // What is tracked is lost where the region does not see it.
    let first = try video.detect(videoFrame: image, timestampInMilliseconds: 0, regionOfInterest: left)
    let other = try await video.detect(image, timestampInMilliseconds: 40, regionOfInterest: right)
    #expect(first.landmarks == found.landmarks)
    #expect(other.landmarks.count == 1 && other.landmarks.joined().allSatisfy { $0.x > 0.4 })
    #expect(try video.detect(videoFrame: image, timestampInMilliseconds: 80).landmarks.count == 2)

    options.runningMode = .image
    options.baseOptions.regionOfInterest = left
    let optional = try HandLandmarker(options: options)
    #expect(try optional.detect(image: image) == found)
    // A call's region takes the place of the option's; zero is the whole image, as on iOS.
    #expect(try optional.detect(image: image, regionOfInterest: right).landmarks != found.landmarks)
    #expect(try optional.detect(image: image, regionOfInterest: .zero).landmarks.count == 2)
    let sequence = AsyncStream { continuation in
      continuation.yield(image)
      continuation.finish()
    }
    for try await item in optional.results(for: sequence) { #expect(try item.result == found) }
    options.baseOptions.regionOfInterest = .zero
    let whole = try HandLandmarker(options: options).detect(image: image)
    #expect(whole.landmarks.count == 2 && whole.copy() as? HandLandmarkerResult === whole)
  }

  @Test("A mask has the image's size, the crop's values in the region and zeros around it")
  func masks() throws {
    let image = try ImageFile.read(contentsOfFile: SharedFolder.path("media/yoga.png"))
    let (columns, rows) = (image.width / 4..<image.width * 3 / 4, image.height / 5..<image.height * 4 / 5)
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
    options.shouldOutputSegmentationMasks = true
    let task = try PoseLandmarker(options: options)
    let region = CGRect(
      x: Double(columns.lowerBound) / Double(image.width), y: 0.2, width: Double(columns.count) / Double(image.width),
      height: 0.6)
    let found = try task.detect(image: MPImage(imageBuffer: image), regionOfInterest: region).segmentationMasks
    let crop = try task.detect(image: MPImage(imageBuffer: image.part(columns: columns, rows: rows)))
    let (mask, part) = (try #require(found.first), try #require(crop.segmentationMasks.first))
    #expect(mask.width == image.width && mask.height == image.height)
    var (difference, around, sum) = (Float(0), Float(0), Float(0))
    for y in 0..<image.height {
      for x in 0..<image.width {
        let value = mask.float32Data[y * image.width + x]
        guard columns.contains(x), rows.contains(y) else {
          around = max(around, value)
          continue
        }
        difference +=
          abs(value - part.float32Data[(y - rows.lowerBound) * columns.count + x - columns.lowerBound])
        sum += value
      }
    }
    print("mask: mean difference \(difference / sum) of the person's pixels")
    #expect(around == 0 && sum > 1000 && difference / sum < 0.005)
  }

  @Test("A region of one pixel has no subjects; one that is none is refused by the options and by a call")
  func extremes() throws {
    let image = try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.path("media/two_thumbs.png")))
    for name in Self.tasks {
      let type = try #require(TaskRegistry.task(name))
      for orientation in [ImageOrientation.up, .right] {
        for corner in ["0,0,0.0001,0.0001", "0.9999,0.9999,1,1"] {
          let rotated = try MPImage(imageBuffer: image.imageBuffer, orientation: orientation)
          let json = try output(type, ["roi": .text(corner)], rotated, .image)
          if !["classify", "embed", "segment"].contains(name) {
            let counts = (json as? [String: Any])?.values.compactMap { ($0 as? [Any])?.count } ?? []
            #expect(counts.allSatisfy { $0 == 0 }, "\(name)")
          }
        }
      }
    }
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
    let task = try HandLandmarker(options: options)
    for region in [
      CGRect(x: 0.5, y: 0, width: 0, height: 1), CGRect(x: 0.5, y: 0, width: 0.6, height: 1),
      CGRect(x: -0.1, y: 0, width: 0.5, height: 1), CGRect(x: Double.nan, y: 0, width: 0.5, height: 1),
      CGRect(x: 0, y: 0, width: 1, height: Double.infinity), CGRect(x: 0.9, y: 0, width: -0.5, height: 1),
      CGRect(x: 0.5, y: 0, width: 1e-9, height: 1), CGRect(x: 0, y: 0.5, width: 1, height: 1e-300),
    ] {
      let call = #expect(throws: TasksError.self) { try task.detect(image: image, regionOfInterest: region) }
      options.baseOptions.regionOfInterest = region
      let option = #expect(throws: TasksError.self) { try HandLandmarker(options: options) }
      #expect(call?.code == .invalidArgumentError && option?.code == .invalidArgumentError)
      print(call?.message ?? "", option?.message ?? "", separator: "\n")
    }
  }

  private func output(
    _ type: any TaskDefinition.Type, _ values: [String: OptionValue], _ image: MPImage, _ mode: RunningMode
  ) throws -> Any {
    let path = try CatalogModel.path(type.descriptor.defaultModel)
    var values = values
    values["numPoses"] = .number(2)
    let task = try type.makeTask(
      values: type.resolvingModels(in: values) { try CatalogModel.path($0) }, modelPath: path, mode: mode)
    let output =
      mode == .image ? try task.output(of: image) : try task.output(of: image, timestampInMilliseconds: 40)
    let line = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output).json()
    return try JSONSerialization.jsonObject(with: Data(line.utf8))
  }

  private struct Place {
    let columns, rows: Range<Int>
    let width, height: Double
    let isOnSide: Bool

    func x(_ fraction: Double) -> Double {
      (fraction * Double(columns.count) + Double(columns.lowerBound)) / width
    }

    /// A face's depth is in fractions of the side along its crop's upper edge.
    func z(_ fraction: Double, ofFace isFace: Bool) -> Double {
      fraction * (isFace && isOnSide ? Double(rows.count) / height : Double(columns.count) / width)
    }

    func y(_ fraction: Double) -> Double { (fraction * Double(rows.count) + Double(rows.lowerBound)) / height }
  }

  /// Compares JSON; what the crop has is mapped to the whole image by the keys' meaning.
  private func compare(
    _ found: Any, _ expected: Any, _ key: String, _ place: Place, _ differences: inout Differences
  ) {
    switch (found, expected) {
    case (let found as [String: Any], let expected as [String: Any]):
      #expect(Set(found.keys) == Set(expected.keys), "\(key)")
      for (name, value) in expected {
        guard let other = found[name] else { continue }
        guard let number = value as? Double, let given = other as? Double, !["category", "index"].contains(name) else {
          compare(other, value, ["x", "y", "z"].contains(name) ? key : name, place, &differences)
          continue
        }
        differences.count += 1
        switch (name, key) {
        case ("score", _), ("visibility", _), ("presence", _), ("confidence", _):
          differences.score.grow(given, number)
        case ("x", "boundingBox"): differences.pixels.grow(given, number + Double(place.columns.lowerBound))
        case ("y", "boundingBox"): differences.pixels.grow(given, number + Double(place.rows.lowerBound))
        case (_, "boundingBox"): differences.pixels.grow(given, number)
        case (_, _) where key.lowercased().contains("world"): differences.world.grow(given, number)
        case ("x", _): differences.fraction.grow(given, place.x(number))
        case ("y", _): differences.fraction.grow(given, place.y(number))
        case ("z", _): differences.fraction.grow(given, place.z(number, ofFace: key.hasPrefix("face")))
        default: #expect(given == number, "\(name)")
        }
      }
    case (let found as [Double], let expected as [Double]):
      #expect(found.count == expected.count, "\(key)")
      // A landmark: x, y, z, and for some visibility and presence. Other lists are of scores.
      let isLandmark = key.lowercased().hasSuffix("landmarks") || key == "keypoints"
      let names = isLandmark ? ["x", "y", "z", "visibility", "presence"] : found.map { _ in "score" }
      for (name, (one, other)) in zip(names, zip(found, expected)) {
        compare([name: one], [name: other], key, place, &differences)
      }
    case (let found as [Any], let expected as [Any]):
      #expect(found.count == expected.count, "\(key)")
      for (one, other) in zip(found, expected) { compare(one, other, key, place, &differences) }
    default:
      #expect("\(found)" == "\(expected)", "\(key)")
    }
  }
}

extension Double {
  fileprivate mutating func grow(_ one: Double, _ other: Double) { self = Swift.max(self, abs(one - other)) }
}

/// The models of the catalog in the shared folder.
private enum CatalogModel {
  static func path(_ name: String) throws -> String {
    try SharedFolder.path("models/\(CatalogEntry.models.first { $0.name == name }?.fileName ?? name)")
  }
}

extension ImageOrientation {
  fileprivate var inverse: ImageOrientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }
}

extension ImageBuffer {
  /// The pixels' bytes without the padding of rows.
  fileprivate var rowBytes: [UInt8] {
    withUnsafeBytes { bytes in
      (0..<height).flatMap { row in
        bytes[row * bytesPerRow..<row * bytesPerRow + width * format.bytesPerPixel]
      }
    }
  }
}
