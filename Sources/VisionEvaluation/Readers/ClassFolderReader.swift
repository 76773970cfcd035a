import Foundation
import VisionCore

/// A folder with a subfolder of images for each class.
enum ClassFolderReader: LabelReader {
  static let name = "a folder per class"

  static func recognizes(_ place: LabelPlace) -> Bool { place.isFolder }

  static func read(_ place: LabelPlace) throws -> LabelSource {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter {
      !$0.hasPrefix(".") && LabelPlace.isFolder(place.path + "/" + $0)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard names.count <= LabelLimits.categories else {
      throw TasksError.outOfRange("\(place.path) has \(names.count) folders; allowed are \(LabelLimits.categories).")
    }
    var set = LabelSet(categories: names.map { LabelCategory(name: $0) }, images: [])
    for (index, name) in names.enumerated() {
      let files = try LabelPlace.files(below: place.path + "/" + name, where: \.isImageName)
      if files.isEmpty { set.problems.add("folders of a class without an image", "\"\(name)\"") }
      set.images += files.map { LabelledImage(file: name + "/" + $0, classes: [index]) }
    }
    return LabelSource(format: Self.name, labels: set, folder: place.path)
  }
}
