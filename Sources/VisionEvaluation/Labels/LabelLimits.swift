import Foundation
import VisionCore

/// What labels may hold: they are as untrusted as any file.
enum LabelLimits {
  /// Bytes of one file of labels. COCO's largest, of 118 000 images, has 450 MB.
  static let fileBytes = 1 << 30
  /// A coordinate's distance from 0, in pixels. Products of four such values are finite.
  static let coordinate = 1e7
  static let keypoints = 1000
  static let categories = 100_000
  static let images = 10_000_000
  static let frames = 1_000_000
  /// Objects of one image, each of which is compared with up to a hundred results.
  static let objectsOfImage = 20_000
  /// Objects of a file in all images or frames, of some 300 bytes each. COCO has 860,000 for training.
  static let objects = 2_000_000
  /// The keypoints that take as much memory as an object.
  static let keypointsOfObject = 8
  /// The sum of the frames of all tracks. The reader looks at each.
  static let framesOfTracks = 100_000_000

  static func contents(of path: String) throws -> Data {
    let file = URL(literalPath: path)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path) else {
      throw TasksError.notFound("There is no readable file \(path).")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw TasksError.invalidArgument("\(path) is no file; name a file of labels.")
    }
    let size = attributes[.size] as? Int ?? 0
    guard size <= fileBytes else {
      throw TasksError.outOfRange("\(path) has \(size) bytes; files of labels may have \(fileBytes). Split it.")
    }
    do { return try Data(contentsOf: file, options: .mappedIfSafe) } catch {
      throw TasksError(.permissionDeniedError, "The file \(path) cannot be read.")
    }
  }

  /// Whether numbers of a label can be computed with.
  static func allow(_ values: [Double]) -> Bool { values.allSatisfy { $0.isFinite && abs($0) <= coordinate } }
}

/// Paths in labels, which must not leave the folder of the images.
enum LabelPath {
  /// The components of a relative path, without `.`; nil for one that is absolute, empty or leaves the folder.
  static func inside(_ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.contains("\0") else { return nil }
    // Labels made on Windows.
    let parts = path.replacing("\\", with: "/").split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains(".."), !(parts[0].count == 2 && parts[0].last == ":") else { return nil }
    return parts.joined(separator: "/")
  }

  /// What absolute paths in a folder begin with: its own with a slash.
  static func start(of folder: String) -> String {
    let path = URL(literalPath: folder).standardizedFileURL.path
    return path == "/" ? path : path + "/"
  }
}
