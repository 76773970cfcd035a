import Foundation
import VisionMedia
import VisionTasks

/// An input of a batch: a line of `manifest.jsonl`.
struct ManifestEntry: Codable, Hashable, Sendable {
  /// A file in an archive.
  struct Member: Codable, Hashable, Sendable {
    let name: String
    let offset: Int
    let size: Int
    /// Why it cannot be read, such as a link that leads out of the archive; nil for what has contents.
    let problem: String?
  }

  /// The position among all inputs, from 0.
  let number: Int
  /// The file's path as given, or the archive's.
  let path: String
  /// The path's bytes where they are not UTF-8.
  let pathBytes: Data?
  /// The image in the archive.
  let member: Member?
  /// The segment of the video; nil for all of it, and for images.
  let segment: VideoSegment?
  /// How the file was when the batch listed it; nil where it could not be read then, and in older batches.
  var stamp: InputStamp?

  /// - Throws: `TasksError` with `invalidArgumentError` for a source that is no file.
  init(number: Int, source: InputList.Source, segment: VideoSegment? = nil) throws(TasksError) {
    self.number = number
    self.segment = segment
    switch source {
    case .media(.file(let path)): (self.path, pathBytes, member) = (path, nil, nil)
    case .rawFile(let path): (self.path, pathBytes, member) = ("\(path)", Data(path.bytes), nil)
    case .member(let file, let archive):
      (path, pathBytes) = ("\(archive)", archive.text == nil ? Data(archive.bytes) : nil)
      member = Member(name: file.name, offset: file.offset, size: file.size, problem: file.problem)
    case .unreadable(let name, let reason): throw .invalidArgument("\(name): \(reason)")
    case .media, .standardInput, .sequence:
      throw .invalidArgument("\(source) is a camera or a stream; a batch has files, which can be read again.")
    }
  }

  /// The file, or the archive.
  var file: RawPath { pathBytes.map { RawPath(bytes: Array($0)) } ?? RawPath(path) }

  /// The input.
  var source: InputList.Source {
    guard let member else { return .file(file) }
    return .member(
      TarMember(name: member.name, offset: member.offset, size: member.size, problem: member.problem), archive: file)
  }

  /// The entry with the file's stamp of now.
  var stamped: ManifestEntry { get throws(TasksError) { with(try InputStamp(of: self)) } }

  /// The entry with another stamp.
  func with(_ stamp: InputStamp?) -> ManifestEntry {
    var copy = self
    copy.stamp = stamp
    return copy
  }

  /// What changed in its file since the batch listed it; nil for nothing, and for a file that cannot be read.
  var change: String? {
    get throws(TasksError) {
      guard let stamp, let now = try InputStamp(of: self) else { return nil }
      return now.difference(from: stamp)
    }
  }
}
