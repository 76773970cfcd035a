import Foundation
import VisionCore
import VisionResults

/// CVAT's XML, version 1.1, for images and for videos.
///
/// Boxes, skeletons and tags are read; other shapes are counted. Between key frames that are apart, a track's positions
/// are interpolated, as CVAT does.
enum CVATReader: LabelReader {
  static let name = "CVAT"

  static func recognizes(_ place: LabelPlace) -> Bool { place.hasExtension("xml") }

  static func read(_ place: LabelPlace) throws -> LabelSource {
    var reader = Reader(scanner: XMLScanner(try LabelLimits.contents(of: place.path)))
    do { try reader.read() } catch let error as TasksError {
      throw TasksError(error.code, "\(place.path) cannot be read. \(error.message)")
    }
    // Without tracks the frames of a video are images, which only the user can tell from files.
    let isOfVideoFile = place.images.map { FileManager.default.fileExists(atPath: $0) && !LabelPlace.isFolder($0) }
    let isVideo =
      !reader.tracks.isEmpty || isOfVideoFile == true || (reader.images.isEmpty && reader.frames.count != nil)
    guard isVideo else {
      let images = reader.images.map { $0.image }
      let folder = place.images ?? place.imageFolder(near: ["", "images", "../images"], of: images)
      return LabelSource(format: name, labels: reader.labels(images: images), folder: folder)
    }
    let named = reader.source.flatMap(LabelPath.inside).map { place.folder.appendingPath($0) }
    let images = try reader.trackedFrames(of: place.images ?? named ?? "")
    guard let path = place.images ?? named else {
      throw TasksError.invalidArgument("\(place.path) does not say which video it labels; name it with --images.")
    }
    return LabelSource(
      format: name, labels: reader.labels(images: images), folder: LabelPlace.isFolder(path) ? path : "",
      video: LabelPlace.isFolder(path) ? nil : path)
  }
}

extension CVATReader {
  /// Takes the elements of a file one by one.
  struct Reader {
    var scanner: XMLScanner
    /// The images with their IDs, which are the frames of those of a video.
    var images: [(id: Int?, image: LabelledImage)] = []
    var tracks: [Track] = []
    var source: String?
    /// The frames of the task in its video.
    var frames: (first: Int, last: Int?, step: Int, count: Int?) = (0, nil, 1, nil)
    var problems = LabelProblems()
    var hasBoxes = false
    var names: [String] = []
    var places: [String: Int] = [:]
    /// The keypoints of each label, in the order of the file.
    var keypoints: [String: [String]] = [:]
    /// The objects so far, with their keypoints (`LabelLimits.keypointsOfObject`).
    var objectCount = 0

    mutating func read() throws {
      var path: [String] = []
      var label: (name: String, parent: String, type: String) = ("", "", "")
      while let event = try scanner.next() {
        switch event {
        case .begin(let name, let attributes):
          if path.isEmpty, name != "annotations" {
            throw TasksError.invalidArgument("The root is <\(name)>, and CVAT's is <annotations>.")
          }
          path.append(name)
          if name == "label" { label = ("", "", "") }
          if path.count == 2 {
            if name == "image" { try readImage(attributes) } else if name == "track" { try readTrack(attributes) }
            // They were read to their ends.
            if ["image", "track"].contains(name) { path.removeLast() }
          }
        case .text(let text):
          switch path.suffix(2) {
          case ["label", "name"]: label.name = text
          case ["label", "parent"]: label.parent = text
          case ["label", "type"]: label.type = text
          case let end where path.contains("meta"): take(text, of: end.last ?? "", in: end.first ?? "")
          default: break
          }
        case .end(let name):
          if name == "label" { try addLabel(label) }
          path.removeLast()
        }
      }
    }

    private mutating func take(_ text: String, of name: String, in parent: String) {
      switch (parent, name) {
      case (_, "start_frame"): frames.first = min(max(Int(text) ?? 0, 0), LabelLimits.images)
      case (_, "stop_frame"): frames.last = Int(text)
      case (_, "size"): frames.count = Int(text)
      case (_, "frame_filter"):
        let step = text.split(separator: "=").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        if let step, (1...LabelLimits.frames).contains(step) { frames.step = step }
      case (_, "source"): source = source ?? text
      default: break
      }
    }

    /// A label of a skeleton's point names its parent, and is no class.
    private mutating func addLabel(_ label: (name: String, parent: String, type: String)) throws {
      guard !label.parent.isEmpty else {
        _ = category(label.name)
        return
      }
      keypoints[label.parent, default: []].append(label.name)
      guard keypoints[label.parent, default: []].count <= LabelLimits.keypoints else {
        throw TasksError.outOfRange(
          "The label \"\(label.parent)\" has more than \(LabelLimits.keypoints) points, the maximum of a skeleton.")
      }
    }

    private mutating func category(_ name: String) -> Int {
      if let place = places[name] { return place }
      names.append(name)
      places[name] = names.count - 1
      return names.count - 1
    }

    func labels(images: [LabelledImage]) -> LabelSet {
      LabelSet(
        categories: names.map { LabelCategory(name: $0, keypoints: keypoints[$0] ?? []) }, images: images,
        problems: problems, spansKeypointsOnly: !hasBoxes)
    }

    private mutating func readImage(_ attributes: [String: String]) throws {
      let name = attributes["name"] ?? ""
      let size = FrameSize(attributes["width"].flatMap { Int($0) }, attributes["height"].flatMap { Int($0) })
      var image = LabelledImage(path: name, size: size)
      while let (kind, values) = try scanner.nextChild() {
        let label = values["label"] ?? ""
        if kind == "tag" {
          image.classes.append(category(label))
          try scanner.skipElement()
        } else if let shape = try shape(kind, values, in: name) {
          image.objects.append(try object(shape, label))
        }
      }
      images.append((attributes["id"].flatMap { Int($0) }, image))
      try checkLimits()
    }

    private func checkLimits() throws {
      guard images.count <= LabelLimits.images, names.count <= LabelLimits.categories else {
        throw TasksError.outOfRange(
          "The file has more than \(LabelLimits.images) images or \(LabelLimits.categories) labels; split it.")
      }
    }

    private mutating func readTrack(_ attributes: [String: String]) throws {
      var track = Track(label: attributes["label"] ?? "")
      _ = category(track.label)
      try checkLimits()
      while let (kind, values) = try scanner.nextChild() {
        let frame = values["frame"].flatMap { Int($0) }
        let shape = try shape(kind, values, in: "track \(attributes["id"] ?? "")")
        guard let frame, (0...LabelLimits.images).contains(frame) else {
          problems.add("shapes without a frame", "track \(attributes["id"] ?? "")")
          continue
        }
        guard let shape else { continue }
        let isOutside = values["outside"] == "1" || shape.keypoints?.values.contains(where: \.isLabelled) == false
        track.shapes.append(TrackShape(frame: frame, isOutside: isOutside, shape: shape))
      }
      track.shapes.sort { $0.frame < $1.frame }
      tracks.append(track)
    }

    /// Reads a shape to its end; nil if it is of an unread kind or impossible.
    private mutating func shape(_ kind: String, _ values: [String: String], in place: String) throws -> Shape? {
      switch kind {
      case "box":
        hasBoxes = true
        try scanner.skipElement()
        let numbers = ["xtl", "ytl", "xbr", "ybr"].compactMap { values[$0].flatMap { Double($0) } }
        guard numbers.count == 4, LabelLimits.allow(numbers), numbers[2] >= numbers[0], numbers[3] >= numbers[1] else {
          problems.add("boxes that are no boxes", place)
          return nil
        }
        let box = LabelBox(
          x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0], height: numbers[3] - numbers[1])
        return Shape(box: box.rotated(degrees: values["rotation"].flatMap { Double($0) } ?? 0))
      case "skeleton": return try skeleton(in: place)
      case "attribute":
        try scanner.skipElement()
        return nil
      default:
        try scanner.skipElement()
        problems.add("shapes that are not evaluated", "\(kind) in \(place)")
        return nil
      }
    }

    private mutating func skeleton(in place: String) throws -> Shape? {
      var points: [String: LabelKeypoint] = [:]
      var isGood = true
      while let (kind, values) = try scanner.nextChild() {
        try scanner.skipElement()
        guard kind == "points" else { continue }
        let numbers = (values["points"] ?? "").split(separator: ",").compactMap { Double($0) }
        let name = values["label"] ?? ""
        guard numbers.count == 2, LabelLimits.allow(numbers), points.count < LabelLimits.keypoints else {
          isGood = false
          continue
        }
        points[name] = LabelKeypoint(position: SIMD2(numbers[0], numbers[1]), isLabelled: values["outside"] != "1")
      }
      guard isGood, !points.isEmpty else {
        problems.add("skeletons without points, or with impossible ones", place)
        return nil
      }
      let box = LabelBox(around: points.values.filter(\.isLabelled).map(\.position))
      return Shape(box: box ?? LabelBox(x: 0, y: 0, width: 0, height: 0), keypoints: points)
    }

    mutating func object(_ shape: Shape, _ label: String) throws -> LabelledObject {
      let category = category(label)
      guard let points = shape.keypoints else {
        try count(keypoints: 0)
        return LabelledObject(category: category, box: shape.box)
      }
      if keypoints[label] == nil { keypoints[label] = Self.order(points.keys) }
      try count(keypoints: keypoints[label]?.count ?? 0)
      let nowhere = LabelKeypoint(position: .zero, isLabelled: false)
      return LabelledObject(
        category: category, box: shape.box, area: shape.box.area * LabelBox.personShare,
        keypoints: (keypoints[label] ?? []).map { points[$0] ?? nowhere })
    }

    private mutating func count(keypoints: Int) throws {
      objectCount += 1 + keypoints / LabelLimits.keypointsOfObject
      guard objectCount <= LabelLimits.objects else {
        throw TasksError.outOfRange(
          "The file has more than \(LabelLimits.objects) objects in all images or frames (each "
            + "\(LabelLimits.keypointsOfObject) points of a skeleton count as one more); split it.")
      }
    }

    /// COCO's order if all are COCO's, else by number or name.
    private static func order(_ names: some Sequence<String>) -> [String] {
      let names = names.sorted { $0.compare($1, options: [.numeric, .literal]) == .orderedAscending }
      return Set(names).isSubset(of: COCOKeypoints.names) ? COCOKeypoints.names : names
    }
  }
}

extension LabelBox {
  /// The upright box around this one rotated about its centre.
  fileprivate func rotated(degrees: Double) -> LabelBox {
    guard degrees.isFinite, degrees != 0 else { return self }
    let angle = degrees * .pi / 180
    let size = SIMD2(
      abs(width * cos(angle)) + abs(height * sin(angle)), abs(width * sin(angle)) + abs(height * cos(angle)))
    return LabelBox(x: x + (width - size.x) / 2, y: y + (height - size.y) / 2, width: size.x, height: size.y)
  }
}
