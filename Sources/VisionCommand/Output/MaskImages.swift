import Foundation
import VisionMedia
import VisionTasks

/// Writes segmentation masks as grayscale PNGs; 255 is a confidence of 1.
final class MaskImages: ResultSink {
  private let folder: String
  private let names: OutputNames

  /// Creates the folder if missing. Throws `TasksError` with `permissionDeniedError` for a folder that is not writable.
  init(folder: String, names: OutputNames) throws {
    (self.folder, self.names) = (folder, names)
    try OutputFolder.make(folder, option: "--segmentation-masks")
  }

  /// The paths of a frame's masks relative to the folder, as in the JSON result.
  func names(for result: InputResult) -> [String] {
    let input = names.name(of: result.source)
    return result.output.masks.indices.map {
      MaskNames.name(for: input, frame: result.isVideo ? result.frame.index : nil, person: $0)
    }
  }

  func write(_ result: InputResult) throws {
    for (name, mask) in zip(names(for: result), result.output.masks) {
      let bytes = UnsafeBufferPointer(start: mask.uint8Data, count: mask.width * mask.height)
      let image = try ImageBuffer(copying: bytes, width: mask.width, height: mask.height, format: .gray)
      let path = folder.appendingPath(name)
      try OutputFolder.makeParent(of: path)
      try ImageFile.write(image, toFile: path)
    }
  }
}
