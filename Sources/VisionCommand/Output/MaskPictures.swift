import Foundation
import MediaPipeTasksVision
import VisionMedia

/// Writes segmentation masks as gray pictures: 255 is certainly the person, 0 certainly not.
final class MaskPictures: ResultSink {
  private let folder: String

  /// Makes the folder if need be.
  init(folder: String) throws {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(folder) for masks cannot be made: \(error.localizedDescription)")
    }
  }

  /// The file names of a frame's masks, which stand in the JSON result.
  func names(for result: InputResult) -> [String] {
    let frame = result.isVideo ? String(format: ".%06d", result.frame.index) : ""
    return (result.findings.masks ?? []).indices.map { "\(result.source.name)\(frame).\($0).png" }
  }

  func write(_ result: InputResult) throws {
    for (name, mask) in zip(names(for: result), result.findings.masks ?? []) {
      let bytes = UnsafeBufferPointer(start: mask.uint8Data, count: mask.width * mask.height)
      let picture = try ImageBuffer(copying: bytes, width: mask.width, height: mask.height, format: .gray)
      try ImageFile.write(picture, toFile: (folder as NSString).appendingPathComponent(name))
    }
  }
}
