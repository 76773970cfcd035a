import Foundation
import VisionCore
import VisionResults

/// YOLO's text files, one for each image: boxes, outlines and poses, in fractions of the image.
///
/// An image without a file has no objects, and a file without an image belongs to one that is missing.
enum YOLOReader: LabelReader {
  static let name = "YOLO"

  private static let fileBytes = 1 << 24

  static func recognizes(_ place: LabelPlace) -> Bool {
    if place.hasExtension("yaml", "yml") { return true }
    guard place.isFolder else { return false }
    return descriptionFile(in: place.path) != nil || hasLabelFolder(place.path) || hasLabels(place.path)
  }

  static func read(_ place: LabelPlace) throws -> LabelSource {
    let file = place.isFolder ? descriptionFile(in: place.path) : place.path
    var description = YOLODescription()
    if let file { description = try YOLODescription(yaml: try text(of: file), path: file) }
    if let classes = place.classes { description.setNames(try text(of: classes)) }
    let (images, labels) = try folders(of: place, description, hasDescription: file != nil)
    guard place.images == nil, YOLODescription.isList(images) else {
      var reader = Reader(images: images, labels: labels, description: description)
      return LabelSource(format: name, labels: try reader.read(), folder: images)
    }
    let folder = images.parentPath
    var reader = Reader(images: folder, labels: folder, description: description)
    return LabelSource(format: name, labels: try reader.read(list: try text(of: images)), folder: folder)
  }

  /// The place of labels by that of images, whose last `images` is `labels` there.
  private static func labels(of images: String) -> String {
    var parts = images.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.lastIndex(of: "images") else { return images }
    parts[last] = "labels"
    return parts.joined(separator: "/")
  }

  private static func descriptionFile(in folder: String) -> String? {
    ["data.yaml", "data.yml", "dataset.yaml"].map { folder.appendingPath($0) }.first {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  /// Whether there is a folder `labels` with labels. One of images alone is a class of that name.
  private static func hasLabelFolder(_ folder: String) -> Bool {
    let labels = folder.appendingPath("labels")
    guard LabelPlace.isFolder(labels) else { return false }
    // A folder that cannot be read counts as one of labels; reading it says what is wrong.
    let files = (try? LabelPlace.files(below: labels) { $0.fileExtension == "txt" || $0.isImageName }) ?? []
    return files.isEmpty || files.contains { $0.fileExtension == "txt" }
  }

  /// Whether the texts of a folder are labels. Beside folders of classes they may be a README, without a line of one.
  private static func hasLabels(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let texts = names.filter { $0.fileExtension == "txt" && $0 != "classes.txt" }
    guard !texts.isEmpty else { return false }
    return texts.contains { beginsWithLabel(folder.appendingPath($0)) }
      || !names.contains { !$0.hasPrefix(".") && LabelPlace.isFolder(folder.appendingPath($0)) }
  }

  private static func beginsWithLabel(_ path: String) -> Bool {
    do {
      let line = try text(of: path).split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
      let fields = line?.split(whereSeparator: \.isWhitespace) ?? []
      return fields.count > 4 && fields.allSatisfy { Double($0) != nil }
    } catch {
      // What cannot be read tells nothing about the folder; as a label it is reported by its name.
      return false
    }
  }

  /// The folders of images and labels; a part that is a list of images is in the place of both.
  private static func folders(
    of place: LabelPlace, _ description: YOLODescription, hasDescription: Bool
  ) throws -> (String, String) {
    if hasDescription {
      let images = try place.images ?? description.place(of: place.split ?? "val", in: place.folder)
      if place.images == nil, YOLODescription.isList(images) { return (images, images) }
      let conventional = labels(of: images)
      var near = [place.split ?? "val", ""].map { place.folder.appendingPath("labels/" + $0) }
      // Images that the user names may be of another data set, whose labels are beside them.
      near.insert(conventional, at: place.images == nil ? 0 : near.count)
      return (images, near.first { $0 != images && LabelPlace.isFolder($0) } ?? images)
    }
    let inner = place.path.appendingPath("labels")
    if LabelPlace.isFolder(inner) { return (place.images ?? place.path.appendingPath("images"), inner) }
    if let images = place.images { return (images, place.path) }
    // labels/val beside images/val, or images among the labels.
    var parts = place.path.split(separator: "/", omittingEmptySubsequences: false)
    if let last = parts.lastIndex(of: "labels") {
      parts[last] = "images"
      let images = parts.joined(separator: "/")
      if LabelPlace.isFolder(images) { return (images, place.path) }
    }
    return (place.path, place.path)
  }

  static func text(of path: String) throws -> String {
    let data = try LabelLimits.contents(of: path)
    guard data.count <= fileBytes else {
      throw TasksError.outOfRange("\(path) has \(data.count) bytes; such a file may have \(fileBytes).")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw TasksError.invalidArgument("\(path) is no text in UTF-8.")
    }
    return text
  }
}

extension YOLOReader {
  private struct Reader {
    let images, labels: String
    var description: YOLODescription
    var problems = LabelProblems()
    var lastClass = -1

    mutating func read() throws -> LabelSet {
      // LabelImg writes the names among the labels, Label Studio beside their folder.
      let places = [labels] + (labels.lastPathPart == "labels" ? [labels.parentPath] : [])
      let classes = places.map { $0.appendingPath("classes.txt") }.first { FileManager.default.fileExists(atPath: $0) }
      if description.names.isEmpty, let classes { description.setNames(try YOLOReader.text(of: classes)) }
      let texts = Set(
        try LabelPlace.files(below: labels) { $0.fileExtension == "txt" && $0.lastPathPart != "classes.txt" })
      let files = LabelPlace.isFolder(images) ? try LabelPlace.files(below: images, where: \.isImageName) : []
      var open = texts
      var labelled: [LabelledImage] = []
      for file in files {
        let text = file.withoutFileExtension + ".txt"
        open.remove(text)
        labelled.append(image(file, texts.contains(text) ? text : nil))
      }
      // What is left has no image; its labels count as missed.
      for text in open.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        labelled.append(image(text.withoutFileExtension + ".jpg", text))
      }
      return labelSet(of: labelled)
    }

    /// Reads the labels of the images in a list, a path in each line: beside the list, or absolute in its folder.
    mutating func read(list: String) throws -> LabelSet {
      let start = LabelPath.start(of: images)
      var labelled: [LabelledImage] = []
      var seen: Set<String> = []
      for (number, line) in list.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.isEmpty { continue }
        var image = LabelledImage(path: line).inside(start)
        guard seen.insert(image.file).inserted else {
          problems.add("lines that repeat another one", "line \(number + 1) of the list of images")
          continue
        }
        if image.refusal == nil {
          let text = YOLOReader.labels(of: image.file).withoutFileExtension + ".txt"
          let exists = FileManager.default.fileExists(atPath: labels.appendingPath(text))
          image = self.image(image.file, exists ? text : nil)
        }
        labelled.append(image)
      }
      // A text of `fileBytes` has fewer lines than `LabelLimits.images`.
      return labelSet(of: labelled)
    }

    private func labelSet(of labelled: [LabelledImage]) -> LabelSet {
      let count = max(lastClass, description.names.keys.max().map { min($0, LabelLimits.categories) } ?? -1) + 1
      let keypoints = description.keypoints.map { $0.count == 17 ? COCOKeypoints.names : [] } ?? []
      let categories = (0..<count).map { LabelCategory(name: description.names[$0] ?? "\($0)", keypoints: keypoints) }
      return LabelSet(categories: categories, images: labelled, problems: problems)
    }

    private mutating func image(_ file: String, _ text: String?) -> LabelledImage {
      var image = LabelledImage(file: file, isInFractions: true)
      guard let text else { return image }
      guard let content = try? YOLOReader.text(of: labels.appendingPath(text)) else {
        problems.add("files of labels that cannot be read", text)
        return image
      }
      var seen: Set<Substring> = []
      for (number, line) in content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      where !line.allSatisfy(\.isWhitespace) {
        // As ultralytics does.
        guard seen.insert(line).inserted else {
          problems.add("lines that repeat another one", "\(text) line \(number + 1)")
          continue
        }
        guard let object = object(line) else {
          problems.add("lines that are no label", "\(text) line \(number + 1)")
          continue
        }
        image.objects.append(object)
      }
      return image
    }

    private mutating func object(_ line: Substring) -> LabelledObject? {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count <= 1 + 2 * 100_000,
        let number = fields.first.flatMap({ Double($0) }).flatMap({ Int(exactly: $0) }),
        (0..<LabelLimits.categories).contains(number)
      else { return nil }
      let values = fields.dropFirst().compactMap { Double($0) }
      guard values.count == fields.count - 1, values.allSatisfy(\.isFinite), values.count >= 4 else { return nil }
      let object = object(category: number, values)
      if object != nil { lastClass = max(lastClass, number) }
      return object
    }

    private func object(category: Int, _ values: [Double]) -> LabelledObject? {
      /// A little beyond the edges, as rounded numbers are.
      func isInside(_ values: some Sequence<Double>) -> Bool { values.allSatisfy { (-0.01...1.01).contains($0) } }
      let isPose = poseShape(valueCount: values.count)
      guard isPose != nil || values.count == 4 else {
        // An outline of at least three points.
        guard values.count >= 6, values.count.isMultiple(of: 2), isInside(values) else { return nil }
        let points = stride(from: 0, to: values.count, by: 2).map { SIMD2(values[$0], values[$0 + 1]) }
        return LabelBox(around: points).map { LabelledObject(category: category, box: $0) }
      }
      let (x, y, width, height) = (values[0], values[1], values[2], values[3])
      guard isInside([x, y, width, height]), width > 0, height > 0 else { return nil }
      let box = LabelBox(x: x - width / 2, y: y - height / 2, width: width, height: height)
      guard let (count, size) = isPose else { return LabelledObject(category: category, box: box) }
      let points = (0..<count).map { index -> LabelKeypoint in
        let place = 4 + index * size
        let position = SIMD2(values[place], values[place + 1])
        return LabelKeypoint(position: position, isLabelled: size == 3 ? values[place + 2] > 0 : position != .zero)
      }
      guard points.allSatisfy({ !$0.isLabelled || isInside([$0.position.x, $0.position.y]) }) else { return nil }
      return LabelledObject(category: category, box: box, area: box.area * LabelBox.personShare, keypoints: points)
    }

    /// The keypoints of a line: those of the description, else COCO's 17 where the number of values fits.
    private func poseShape(valueCount: Int) -> (count: Int, values: Int)? {
      if let shape = description.keypoints { return valueCount == 4 + shape.count * shape.values ? shape : nil }
      return valueCount == 4 + 17 * 3 ? (17, 3) : nil
    }
  }
}
