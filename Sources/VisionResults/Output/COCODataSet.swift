import Foundation
import VisionCore

/// The images and categories of a COCO data set's file, such as `instances_val2017.json`: what results refer to.
package struct COCODataSet {
  private struct Contents: Decodable {
    struct Image: Decodable {
      let id: Int
      let fileName: String
    }
    struct Category: Decodable {
      let id: Int
      let name: String
    }

    let images: [Image]
    let categories: [Category]
  }

  private var images: [String: [(path: [Substring], id: Int)]] = [:]
  private let categoryIDs: [Int]
  private let categoryIndex: (String) -> Int?

  package init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TasksError.notFound("The COCO file \(path) cannot be read; name the instances file of a data set.")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let contents = try? decoder.decode(Contents.self, from: data) else {
      throw TasksError.invalidArgument(
        "The file \(path) is no COCO data set; needed is a JSON object with images (id, file_name) and categories (id, name)."
      )
    }
    categoryIDs = contents.categories.map(\.id)
    categoryIndex = ClassName.index(of: contents.categories.map(\.name))
    for image in contents.images {
      let path = image.fileName.split(separator: "/")
      images[String(path.last ?? ""), default: []].append((path, image.id))
    }
  }

  /// The ID of an image by the path of its file. The data set's name has to be its end; of several the longest counts.
  package func imageID(of path: String) -> Int? {
    let components = path.split(separator: "/")
    guard let name = components.last else { return nil }
    let fitting = (images[String(name)] ?? []).filter { $0.path.elementsEqual(components.suffix($0.path.count)) }
    return fitting.max { $0.path.count < $1.path.count }?.id
  }

  /// The ID of a category by its name, as `ClassName` compares names.
  package func categoryID(of name: String) -> Int? { categoryIndex(name).map { categoryIDs[$0] } }

  /// Encodes the objects of an image as elements of a results file, with the data set's IDs. Names without a category
  /// in the data set are returned; their objects are left out.
  package func results(_ objects: [LabelObject], imageID: Int) throws -> (elements: [String], unknownNames: Set<String>)
  {
    var (elements, unknownNames): ([String], Set<String>) = ([], [])
    for object in objects {
      for category in object.categories {
        guard let id = categoryID(of: category.name) else {
          unknownNames.insert(category.name)
          continue
        }
        elements.append(try LabelText.json(COCOAnnotation(object, category, imageID: imageID, categoryID: id)))
      }
    }
    return (elements, unknownNames)
  }
}
