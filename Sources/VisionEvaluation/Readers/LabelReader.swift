import Foundation
import VisionCore

/// Reads the labels of one format. `recognizes` decides, in the order of `LabelSource.readers`.
package protocol LabelReader: Sendable {
  static var name: String { get }
  static func recognizes(_ place: LabelPlace) -> Bool
  /// What is wrong with single labels is among the set's problems.
  /// - Throws: `TasksError` for a file that is none of the format.
  static func read(_ place: LabelPlace) throws -> LabelSource
}

/// Where labels are, as the user says it.
package struct LabelPlace: Sendable {
  package let path: String
  /// The folder of the images, or the video; nil for what the format says.
  package let images: String?
  /// The part of a YOLO data set: `train`, `val` or `test`.
  package let split: String?
  /// A file with the name of a class in each line, for labels with numbers only.
  package let classes: String?

  package init(path: String, images: String? = nil, split: String? = nil, classes: String? = nil) {
    (self.path, self.images, self.split, self.classes) = (path, images, split, classes)
  }

  package var isFolder: Bool { Self.isFolder(path) }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  func hasExtension(_ names: String...) -> Bool { !isFolder && names.contains(path.fileExtension.lowercased()) }

  var folder: String {
    if isFolder { return path }
    return path.parentPath.isEmpty ? "." : path.parentPath
  }

  /// Whether this is a sequence of MOTChallenge, a file or folder of one, or a folder of sequences.
  fileprivate var isMOTChallenge: Bool {
    guard isFolder || hasExtension("txt", "ini") else { return false }
    // A folder that cannot be listed has its error where its labels are read. A folder of sequences has little else.
    let inner = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return [folder, folder.appendingPath("..")].contains(where: Self.isSequence)
      || inner.prefix(20).contains { Self.isSequence(folder.appendingPath($0)) }
  }

  private static func isSequence(_ folder: String) -> Bool {
    ["gt/gt.txt", "seqinfo.ini"].contains { FileManager.default.fileExists(atPath: folder.appendingPath($0)) }
  }

  /// The first of the folders beside the labels that has one of the first images; the labels' own if there is none.
  func imageFolder(near names: [String], of images: [LabelledImage]) -> String {
    let first = images.prefix(20).filter { $0.refusal == nil }
    return names.map { folder.appendingPath($0) }.first { folder in
      first.contains { FileManager.default.fileExists(atPath: folder.appendingPath($0.file)) }
    } ?? folder
  }

  /// The files below a folder, by their paths in it, sorted by bytes. Links are followed, hidden names are left out.
  static func files(below folder: String, where isWanted: (String) -> Bool) throws -> [String] {
    var files: [String] = []
    var open = [""]
    var seen: Set<String> = []
    while let inner = open.popLast() {
      let path = inner.isEmpty ? folder : folder.appendingPath(inner)
      // Links may lead back.
      guard seen.insert(URL(literalPath: path).resolvingSymlinksInPath().path).inserted else { continue }
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        // A folder in it may belong to somebody else.
        if !inner.isEmpty { continue }
        throw TasksError.notFound("There is no readable folder \(folder).")
      }
      for name in names where !name.hasPrefix(".") {
        let file = inner.isEmpty ? name : inner.appendingPath(name)
        if isFolder(folder.appendingPath(file)) { open.append(file) } else if isWanted(file) { files.append(file) }
      }
      guard files.count <= LabelLimits.images else {
        throw TasksError.outOfRange("\(folder) has more than \(LabelLimits.images) files; evaluate parts of it.")
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// Labels, and the folder that their images are in.
package struct LabelSource: Sendable {
  package let format: String
  package var labels: LabelSet
  /// The folder that files of images are relative to.
  package let folder: String
  /// The video, for labels of its frames; nil for images.
  package var video: String?

  private static let readers: [any LabelReader.Type] = [
    CVATReader.self, COCOReader.self, YOLOReader.self, ClassFolderReader.self,
  ]

  /// Reads labels of any known format.
  package static func read(_ place: LabelPlace) throws -> LabelSource {
    guard !place.isMOTChallenge else {
      throw TasksError.invalidArgument(
        "\(place.path) has MOTChallenge's labels, which are not read: tracks are not measured here. Give TrackEval these "
          + "labels and what vision detect --track --mot writes; for boxes convert the labels to COCO's JSON.")
    }
    guard let reader = readers.first(where: { $0.recognizes(place) }) else {
      throw TasksError.invalidArgument(
        "\(place.path) has no labels that can be read; name COCO's JSON file, CVAT's XML file, YOLO's data.yaml or folder "
          + "of labels, or a folder with a subfolder of images for each class.")
    }
    var source = try reader.read(place)
    let start = LabelPath.start(of: source.folder)
    source.labels.images = source.labels.images.map { $0.inside(start) }
    if place.images != nil, source.video == nil { source.labels.moveImages(to: source.folder) }
    if let crowded = source.labels.images.first(where: { $0.objects.count > LabelLimits.objectsOfImage }) {
      throw TasksError.outOfRange(
        "\(place.path) labels \(crowded.objects.count) objects in \(crowded.name); allowed are "
          + "\(LabelLimits.objectsOfImage). Is it the right image?")
    }
    guard !source.labels.images.isEmpty else {
      let reasons = source.labels.problems.kinds.map(\.text)
      throw TasksError.invalidArgument(
        "\(place.path) (\(reader.name)) has no labelled image"
          + (reasons.isEmpty ? "." : ": " + reasons.joined(separator: "; ") + "."))
    }
    return source
  }
}
