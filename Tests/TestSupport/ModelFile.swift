import Foundation
import VisionCore

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
