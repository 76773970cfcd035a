import Foundation
import VisionCore
import VisionResults

extension CVATReader {
  struct TrackShape {
    let frame: Int
    let isOutside: Bool
    let shape: Shape
  }

  struct Shape {
    var box: LabelBox
    var keypoints: [String: LabelKeypoint]?

    func toward(_ next: Shape, _ part: Double) -> Shape {
      func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
      let box = LabelBox(
        x: between(box.x, next.box.x), y: between(box.y, next.box.y), width: between(box.width, next.box.width),
        height: between(box.height, next.box.height))
      let points = keypoints.map { points in
        Dictionary(
          uniqueKeysWithValues: points.map { name, point in
            guard let other = next.keypoints?[name], point.isLabelled, other.isLabelled else { return (name, point) }
            return (
              name, LabelKeypoint(position: point.position + (other.position - point.position) * part, isLabelled: true)
            )
          })
      }
      return Shape(box: box, keypoints: points)
    }
  }

  struct Track {
    let label: String
    var shapes: [TrackShape] = []

    /// The shape in a frame; nil before the first one, and where the object is outside.
    func shape(at frame: Int) -> Shape? {
      // The last shape at or before the frame.
      var (low, high) = (0, shapes.count)
      while low < high {
        let middle = (low + high) / 2
        if shapes[middle].frame <= frame { low = middle + 1 } else { high = middle }
      }
      guard low > 0, !shapes[low - 1].isOutside else { return nil }
      let current = shapes[low - 1]
      guard current.frame < frame, low < shapes.count, !shapes[low].isOutside else { return current.shape }
      let next = shapes[low]
      return current.shape.toward(next.shape, Double(frame - current.frame) / Double(next.frame - current.frame))
    }
  }
}

extension CVATReader.Reader {
  /// An image for each frame of the task. Images in a folder have the names that CVAT gives frames.
  mutating func trackedFrames(of path: String) throws -> [LabelledImage] {
    // The size counts frames after the filter; both factors are at most a million.
    let lastOfSize = frames.count.map { frames.first + (min(max($0, 1), LabelLimits.frames) - 1) * frames.step }
    let lastOfAll = (tracks.compactMap { $0.shapes.last?.frame } + images.compactMap { $0.id }).max()
    let last = frames.last ?? lastOfSize ?? lastOfAll ?? frames.first
    let (count, overflows) = last.subtractingReportingOverflow(frames.first)
    guard !overflows, (0..<LabelLimits.frames).contains(count), tracks.count <= LabelLimits.framesOfTracks / (count + 1)
    else {
      throw TasksError.outOfRange(
        "The file has \(tracks.count) tracks in the frames \(frames.first) to \(last); allowed are \(LabelLimits.frames) "
          + "frames, and \(LabelLimits.framesOfTracks) of all tracks together.")
    }
    let isFolder = LabelPlace.isFolder(path)
    var names: [Int: String] = [:]
    if isFolder {
      for file in try LabelPlace.files(below: path, where: \.isImageName) {
        let digits = file.lastPathPart.withoutFileExtension.reversed().prefix { $0.isNumber }.reversed()
        if let number = Int(String(digits)) { names[number] = file }
      }
    }
    var labelled = stride(from: frames.first, through: last, by: frames.step).map { frame in
      isFolder
        ? LabelledImage(file: names[frame] ?? "frame_\(frame.frameDigits).png")
        : LabelledImage(file: path, frame: frame)
    }
    for track in tracks {
      for index in labelled.indices {
        if let shape = track.shape(at: frames.first + index * frames.step) {
          labelled[index].objects.append(try object(shape, track.label))
        }
      }
    }
    // What belongs to no track is among the images.
    let places = Dictionary(uniqueKeysWithValues: labelled.indices.map { (frames.first + $0 * frames.step, $0) })
    for (id, image) in images {
      if let place = id.flatMap({ places[$0] }) {
        labelled[place].size = image.size
        labelled[place].objects += image.objects
        labelled[place].classes += image.classes
      } else {
        problems.add("images of frames that the video does not have", image.file)
      }
    }
    return labelled
  }
}
