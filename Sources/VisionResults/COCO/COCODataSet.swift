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

  /// The images with the same last path component: their components and IDs.
  private var images: [String: [(path: [Substring], id: Int)]] = [:]
  private var categories: [String: Int] = [:]

  /// Reads the file.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `invalidArgumentError` for one of another format.
  package init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TasksError.notFound("The COCO file \(path) cannot be read; name the instances file of a data set.")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let contents: Contents
    do {
      contents = try decoder.decode(Contents.self, from: data)
    } catch {
      throw TasksError.invalidArgument(
        "The file \(path) is no COCO data set; needed is a JSON object with images (id, file_name) and categories (id, name)."
      )
    }
    for image in contents.images {
      let path = image.fileName.split(separator: "/")
      images[String(path.last ?? ""), default: []].append((path, image.id))
    }
    for category in contents.categories { categories[Self.key(category.name)] = category.id }
  }

  /// Finds an image.
  ///
  /// - Parameter path: The path of its file. The data set's name has to be its end; of several the longest counts.
  /// - Returns: The image's ID; nil for an image that the data set does not have.
  package func imageID(of path: String) -> Int? {
    let components = path.split(separator: "/")
    guard let name = components.last else { return nil }
    let fitting = (images[String(name)] ?? []).filter { $0.path.elementsEqual(components.suffix($0.path.count)) }
    return fitting.max { $0.path.count < $1.path.count }?.id
  }

  /// The ID of a category by its name, whatever its case.
  package func categoryID(of name: String) -> Int? { categories[Self.key(name)] }

  private static func key(_ name: String) -> String { name.lowercased() }
}
