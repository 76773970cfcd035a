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
  /// An image for each task with its subject inside the region.
  private static let media = [
    "gesture": "two_thumbs.png", "hand": "two_thumbs.png", "pose": "yoga.png", "detect": "pets.png",
    "track": "pets.png", "classify": "coffee.png",
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
    arguments: TaskRegistry.names, [ImageOrientation.up, .right, .down, .left])
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
    for mode in orientation == .up ? [RunningMode.image, .video] : [.image] {
      let found = try output(
        type, ["roi": .text(region)], MPImage(imageBuffer: image, orientation: orientation), mode)
      let expected = try output(type, [:], MPImage(imageBuffer: crop, orientation: orientation), mode)
      var differences = Differences()
      let place = Place(columns: columns, rows: rows, width: Double(image.width), height: Double(image.height))
      compare(found, expected, "", place, &differences)
      print(
        "\(name) \(orientation) \(mode), \(differences.count) numbers: fractions \(differences.fraction), "
          + "pixels \(differences.pixels), world \(differences.world), scores \(differences.score)")
      #expect(differences.count > 2)
      #expect(differences.fraction < 0.004 && differences.pixels <= 1)
      #expect(differences.world < 0.004 && differences.score < 0.02)
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

    func x(_ fraction: Double) -> Double {
      (fraction * Double(columns.count) + Double(columns.lowerBound)) / width
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
        case ("z", _): differences.fraction.grow(given, number * Double(place.columns.count) / place.width)
        default: #expect(given == number, "\(name)")
        }
      }
    case (let found as [Double], let expected as [Double]):
      #expect(found.count == expected.count, "\(key)")
      // A landmark: x, y, z, and for some visibility and presence.
      let names = ["x", "y", "z", "visibility", "presence"]
      let (one, other) = (zip(names, found), zip(names, expected))
      compare(
        Dictionary(uniqueKeysWithValues: one.map { ($0, $1) }),
        Dictionary(uniqueKeysWithValues: other.map { ($0, $1) }),
        key, place, &differences)
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
