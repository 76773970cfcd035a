import Foundation
import MediaPipeTasksVision
import VisionMedia

/// Writes the pictures of a run with the results drawn on them.
struct AnnotatedPictures {
  private let path: String
  private let isFolder: Bool

  /// - Parameters:
  ///   - path: A PNG or JPEG file for one input; a folder, made if need be, for several inputs.
  ///   - severalInputs: Whether there is more than one input.
  /// - Throws: `TasksError` with `invalidArgumentError` for a file that should be a folder or has another type.
  init(path: String, severalInputs: Bool) throws {
    self.path = path
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    self.isFolder = severalInputs || (exists && isFolder.boolValue)
    if self.isFolder {
      guard !exists || isFolder.boolValue else {
        throw TasksError.invalidArgument("--annotate names the file \(path); several inputs need a folder.")
      }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } else if ImageFile.Encoding(fileName: path) == nil {
      throw TasksError.invalidArgument("--annotate names \(path); allowed is a .png, .jpg or .jpeg file, or a folder.")
    }
  }

  /// Draws a result on its picture and writes it.
  ///
  /// - Throws: `TasksError` when the picture is too large to draw on or the file cannot be written.
  func write(_ findings: any Findings, on image: ImageBuffer, source: InputList.Source) throws {
    try ImageFile.write(findings.drawn(on: image), toFile: destination(for: source))
  }

  /// The file for an input: in a folder it has the input's name, as a JPEG if the input is one, else as a PNG.
  func destination(for source: InputList.Source) -> String {
    guard isFolder else { return path }
    let name = source.name
    let hasFittingType = ImageFile.Encoding(fileName: name) != nil
    return (path as NSString).appendingPathComponent(hasFittingType ? name : name + ".png")
  }
}
