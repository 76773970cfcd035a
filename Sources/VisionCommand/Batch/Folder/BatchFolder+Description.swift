import Foundation
import VisionMedia
import VisionTasks

extension BatchFolder {
  /// The largest description that is read, in bytes.
  private static let descriptionLimit = 1 << 20

  /// The batch of a folder; nil without one.
  ///
  /// - Throws: `BatchFolderFailure` for a damaged description, and for one that states more inputs than the manifest can have.
  static func storedDescription(in path: String) throws(BatchFolderFailure) -> BatchDescription? {
    let file = description(in: path)
    guard exists(file) else { return nil }
    let lines = try FolderLines(path: file)
    var text: [UInt8] = []
    while let line = try lines.next(), text.count < descriptionLimit { text += line }
    let stored = try BatchJSON.decode(BatchDescription.self, from: text, of: file)
    guard stored.isPlausible, stored.shardInputCount <= manifestSize(in: path) else {
      throw BatchFolderFailure(
        .reading,
        TasksError(
          .dataLossError, "\(file) does not belong to its manifest; start the batch again in another folder."))
    }
    return stored
  }

  /// The number of bytes of the manifest, of which every input has several; 0 without one.
  private static func manifestSize(in path: String) -> Int {
    FilePlace(path: path.appendingPath(manifestName)).size
  }

  /// Stores the description, which makes the manifest valid.
  func store(_ description: BatchDescription) throws {
    let path = Self.description(in: path)
    let text = Data(try BatchJSON.pretty(description).utf8) + Data("\n".utf8)
    try Self.writing(path) { () throws(FileFailure) in
      let file = try UnfinishedFile(for: path)
      try text.write(to: file.descriptor)
      try file.publishDurably()
    }
  }
}
