import Foundation
import VisionCore
import VisionResults

/// COCO's JSON files: `instances_*.json` and `person_keypoints_*.json`.
enum COCOReader: LabelReader {
  static let name = "COCO"

  static func recognizes(_ place: LabelPlace) -> Bool { place.hasExtension("json") }

  static func read(_ place: LabelPlace) throws -> LabelSource {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: try LabelLimits.contents(of: place.path))
    } catch DecodingError.dataCorrupted {
      throw TasksError.invalidArgument(
        "The file \(place.path) is no JSON; is it cut off? NaN and Infinity are no JSON either.")
    } catch is DecodingError {
      throw TasksError.invalidArgument(
        "The file \(place.path) is no COCO data set; needed is a JSON object with images (id, file_name), annotations "
          + "(image_id, category_id, bbox) and categories (id, name).")
    }
    let set = try file.labels()
    // The folders that COCO's archives have.
    let part = place.path.lastPathPart.withoutFileExtension.split(separator: "_").last.map(String.init) ?? ""
    let near = ["", "images", part, "../images", "../\(part)", "../images/\(part)"]
    let folder = place.images ?? place.imageFolder(near: near, of: set.images)
    return LabelSource(format: name, labels: set, folder: folder)
  }

  fileprivate struct File: Decodable {
    let images: [Element<Image>]
    let annotations: [Element<Annotation>]
    let categories: [Element<Category>]
  }

  /// An element of a list, which may be wrong without the others being so.
  fileprivate struct Element<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
  }

  /// An integer, or text as some exporters write. `"7"` and `7` are the same. Integers come first, in their order.
  fileprivate struct ID: Decodable, Hashable, Comparable, CustomStringConvertible {
    let description: String
    private let number: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // What is no integer has to be text.
      description = try (try? container.decode(Int.self)).map(String.init) ?? container.decode(String.self)
      number = Int(description)
    }

    static func < (first: ID, second: ID) -> Bool {
      if let one = first.number, let two = second.number, one != two { return one < two }
      if (first.number == nil) != (second.number == nil) { return first.number != nil }
      return first.description.utf8.lexicographicallyPrecedes(second.description.utf8)
    }
  }

  fileprivate struct Image: Decodable {
    let id: ID
    let file_name: String
    let width, height: Double?

    var size: FrameSize? { FrameSize(width.flatMap { Int(exactly: $0) }, height.flatMap { Int(exactly: $0) }) }
  }

  fileprivate struct Category: Decodable {
    let id: ID
    let name: String
    let keypoints: [String]?
  }

  fileprivate struct Annotation: Decodable {
    let id: ID?
    let image_id, category_id: ID
    let bbox: [Double]?
    let area: Double?
    let iscrowd: Truth?
    let keypoints: [Double]?
    let num_keypoints: Int?
  }

  /// 0 and 1, or false and true.
  fileprivate struct Truth: Decodable {
    let isTrue: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      isTrue = try (try? container.decode(Bool.self)) ?? (container.decode(Double.self) != 0)
    }
  }
}

extension COCOReader.File {
  fileprivate func labels() throws -> LabelSet {
    guard images.count <= LabelLimits.images, categories.count <= LabelLimits.categories else {
      throw TasksError.outOfRange(
        "The file has \(images.count) images and \(categories.count) categories; allowed are \(LabelLimits.images) and "
          + "\(LabelLimits.categories).")
    }
    var problems = LabelProblems()
    let categories = read(\.categories, "categories that cannot be read (id, name, keypoints)", &problems)
      .sorted { $0.id < $1.id }
    let places = unique(categories.map(\.id), "categories whose ID repeats", &problems)
    // pycocotools counts images in the order of their IDs.
    let images = read(\.images, "images that cannot be read (id, file_name, width, height)", &problems)
      .sorted { $0.id < $1.id }
    let imagePlaces = unique(images.map(\.id), "images whose ID repeats", &problems)
    var labelled = images.map { LabelledImage(path: $0.file_name, size: $0.size) }
    var ids: Set<COCOReader.ID> = []
    let unreadable = "annotations that cannot be read (image_id, category_id, bbox)"
    for annotation in read(\.annotations, unreadable, &problems) {
      let name = annotation.id.map { "annotation \($0)" } ?? "an annotation of image \(annotation.image_id)"
      if let id = annotation.id, !ids.insert(id).inserted {
        problems.add("annotations whose ID repeats", name)
        continue
      }
      guard let category = places[annotation.category_id], let place = imagePlaces[annotation.image_id] else {
        problems.add("annotations of an unknown image or category", name)
        continue
      }
      guard let object = annotation.object(category: category) else {
        problems.add("annotations with an impossible box, area or keypoints", name)
        continue
      }
      labelled[place].objects.append(object)
    }
    // Of a repeated ID the first image counts.
    let kept = Set(imagePlaces.values)
    return LabelSet(
      categories: categories.map { LabelCategory(name: $0.name, keypoints: $0.keypoints ?? []) },
      images: labelled.indices.filter(kept.contains).map { labelled[$0] }, problems: problems)
  }

  private func read<Value>(
    _ list: KeyPath<Self, [COCOReader.Element<Value>]>, _ what: String, _ problems: inout LabelProblems
  ) -> [Value] {
    self[keyPath: list].enumerated().compactMap { number, element in
      if element.value == nil { problems.add(what, "number \(number)") }
      return element.value
    }
  }

  private func unique(
    _ ids: [COCOReader.ID], _ what: String, _ problems: inout LabelProblems
  ) -> [COCOReader.ID: Int] {
    var places: [COCOReader.ID: Int] = [:]
    for (place, id) in ids.enumerated() {
      if places[id] == nil { places[id] = place } else { problems.add(what, "\(id)") }
    }
    return places
  }
}

extension COCOReader.Annotation {
  /// The object; nil if its numbers are impossible. An annotation without a box has that around its keypoints.
  fileprivate func object(category: Int) -> LabelledObject? {
    var points: [LabelKeypoint]?
    if let keypoints {
      guard keypoints.count.isMultiple(of: 3), keypoints.count / 3 <= LabelLimits.keypoints,
        LabelLimits.allow(keypoints)
      else { return nil }
      points = stride(from: 0, to: keypoints.count, by: 3).map {
        LabelKeypoint(position: SIMD2(keypoints[$0], keypoints[$0 + 1]), isLabelled: keypoints[$0 + 2] > 0)
      }
    }
    let box: LabelBox
    if let bbox {
      guard bbox.count == 4, LabelLimits.allow(bbox), bbox[2] >= 0, bbox[3] >= 0 else { return nil }
      box = LabelBox(x: bbox[0], y: bbox[1], width: bbox[2], height: bbox[3])
    } else {
      guard let around = LabelBox(around: (points ?? []).filter(\.isLabelled).map(\.position)) else { return nil }
      box = around
    }
    if let area, !area.isFinite || area < 0 { return nil }
    return LabelledObject(
      category: category, box: box, area: area, isCrowd: iscrowd?.isTrue ?? false, keypoints: points,
      keypointCount: num_keypoints)
  }
}
