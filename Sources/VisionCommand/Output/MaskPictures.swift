import Foundation
import MediaPipeTasksVision
import VisionMedia

/// Writes segmentation masks as gray pictures: 255 is certainly the person, 0 certainly not.
struct MaskPictures {
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

  /// Writes the masks of one frame and gives their file names, which stand in the JSON result.
  func write(_ masks: [Mask], source: InputList.Source, frame: Int, isVideo: Bool) throws -> [String] {
    try masks.enumerated().map { person, mask in
      let frameText = isVideo ? String(format: ".%06d", frame) : ""
      let name = "\(source.name)\(frameText).\(person).png"
      let bytes = UnsafeBufferPointer(start: mask.uint8Data, count: mask.width * mask.height)
      let picture = try ImageBuffer(copying: bytes, width: mask.width, height: mask.height, format: .gray)
      try ImageFile.write(picture, toFile: (folder as NSString).appendingPathComponent(name))
      return name
    }
  }
}

extension InputList.Source {
  /// The input's name without its folders.
  var name: String {
    switch self {
    case .standardInput: "standard-input"
    case .file(let input): (input as NSString).lastPathComponent
    }
  }
}
