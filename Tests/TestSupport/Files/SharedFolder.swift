import Foundation
import VisionCatalog
import VisionCore
import VisionModels

/// The folder with models, media and MediaPipe's results: the one that `VISION_SHARED` names, else `shared` beside the checkout, else what
/// `scripts/ci/test-data` puts together in `.build/shared`. That has what may be published with the code.
///
/// The product does not need it. Tests that do carry the trait `.needs(.shared)`, and those that need more than the checkout has
/// `.needs(.unpublished)`.
package enum SharedFolder {
  /// The folder; nil when it is absent or lacks the results.
  package static let url: URL? = {
    let named = ProcessInfo.processInfo.environment["VISION_SHARED"].map { [URL(filePath: $0)] }
    let folders =
      named ?? [Checkout.url.deletingLastPathComponent().appending(path: "shared"), Checkout.file(".build/shared")]
    return folders.first { exists("golden", in: $0) }
  }()

  /// Models of the catalog that no machine of this project has had: their publisher's address is their only source.
  package static let absentModels: Set = ["mobilenet_v3_small", "mobilenet_v3_large", "magic_touch"]

  /// Whether the folder is there, with every other model of the catalog.
  package static let isPresent =
    url.map { folder in
      CatalogEntry.models.allSatisfy { absentModels.contains($0.name) || exists("models/" + $0.fileName, in: folder) }
    } ?? false

  /// Whether it also has what the checkout may not contain, such as the guides.
  package static let isWhole = isPresent && url.map { exists("seeds", in: $0) } ?? false

  private static func exists(_ name: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }

  /// The path of a file or folder in it.
  ///
  /// - Throws: `CocoaError` without the folder.
  package static func path(_ name: String) throws -> String {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return url.appending(path: name).path
  }

  /// The path of a media file.
  package static func media(_ name: String) throws -> String { try path("media/" + name) }

  /// The path of a model file.
  package static func model(_ name: String) throws -> String { try path("models/" + name) }

  /// The bytes of a media file.
  package static func mediaData(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: media(name))) }

  /// The names of the media files with one of the endings, sorted; none without the folder.
  package static func mediaNames(_ endings: String...) -> [String] {
    guard let folder = url?.appending(path: "media").path else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { endings.contains($0.fileExtension) }.sorted()
  }

  /// A catalog whose models are those of the folder, whatever this user has fetched.
  package static func catalog(in folder: TemporaryFolder) throws -> ModelCatalog {
    let cache = CacheFolder(root: folder.url.appending(path: "cache"))
    try FileManager.default.createDirectory(at: cache.root, withIntermediateDirectories: true)
    if let url {
      try FileManager.default.createSymbolicLink(at: cache.models, withDestinationURL: url.appending(path: "models"))
    }
    return ModelCatalog(entries: CatalogEntry.models, cache: cache)
  }

  /// A model file, or the member of a bundle that the path names: `pose_landmarker_lite.task/pose_detector.tflite`.
  package static func modelData(_ path: String) throws -> ModelData {
    let parts = path.split(separator: "/").map(String.init)
    return try parts.dropFirst().reduce(ModelData(contentsOfFile: model(parts.first ?? ""))) {
      try TaskBundle($0).member(named: $1)
    }
  }
}

/// Published models where this machine has them: in the folder `shared`, else in the catalog's cache.
package enum ModelFile {
  /// The models that the goldens of the checkout were made with.
  package static let core = [
    "gesture_recognizer.task", "hand_landmarker.task", "pose_landmarker_lite.task", "pose_landmarker_full.task",
    "efficientdet_lite0_float16.tflite", "ssd_mobilenet_v1_coco_quant.tflite",
  ]

  /// The path of a model file.
  ///
  /// - Throws: `CocoaError` when neither folder has it.
  package static func path(_ name: String) throws -> String {
    guard let path = existing(name) else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name]) }
    return path
  }

  /// Whether all models of the core are there.
  package static let hasCore = core.allSatisfy { existing($0) != nil }

  private static func existing(_ name: String) -> String? {
    let cache = PackageCache.folder(environment: ProcessInfo.processInfo.environment).appending(path: "models")
    return [SharedFolder.url?.appending(path: "models"), cache].compactMap { $0?.appending(path: name).path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}

/// The checkout that the tests were built from.
package enum Checkout {
  /// The folder with the manifest. Builds with sanitizers have links to its sources.
  package static let url = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder of it, such as `Tests/Goldens`.
  package static func file(_ path: String) -> URL { url.appending(path: path) }
}

/// A folder of MediaPipe's own results as JSON, and the media that they belong to.
package struct GoldenFolder: Sendable {
  /// The results that the checkout has, with their media: a part of `shared`, for every machine that has the models.
  package static let core = GoldenFolder(
    results: Checkout.file("Tests/Goldens/results"), media: Checkout.file("Tests/Goldens/media"))

  /// Those of the folder `shared`; nil without it.
  package static let shared = SharedFolder.url.map {
    GoldenFolder(results: $0.appending(path: "golden"), media: $0.appending(path: "media"))
  }

  /// Those of the holistic landmarker; nil without the folder `shared`.
  package static let holistic = SharedFolder.url.map {
    GoldenFolder(results: $0.appending(path: "golden/holistic"), media: $0.appending(path: "media"))
  }

  private let results: URL
  private let media: URL

  /// The names of the results, sorted; those that hold a word if one is given.
  ///
  /// - Throws: When the folder cannot be listed.
  package func names(containing word: String? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: results.path)
      .filter { name in name.hasSuffix(".json") && word.map { name.contains($0) } != false }.sorted()
  }

  /// A result.
  ///
  /// - Throws: When it is not there or is not of that type.
  package func decode<Result: Decodable>(_ type: Result.Type = Result.self, from name: String) throws -> Result {
    try JSONDecoder().decode(type, from: Data(contentsOf: results.appending(path: name)))
  }

  /// The path of a media file.
  package func media(_ name: String) -> String { media.appending(path: name).path }
}
