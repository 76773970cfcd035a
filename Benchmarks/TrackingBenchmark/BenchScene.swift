import Foundation
import MediaPipeTasksVision

/// One scene of the tracking benchmark: recorded detections and their video.
struct BenchScene {
  let name: String
  let videoPath: String
  /// The detections of each frame, in order.
  let frames: [[ObjectObservation]]

  /// Reads a scene from its folder: `det/det.txt` (frame, -1, x, y, width, height, score, class, …; frames from 1) and
  /// `video.mp4`.
  init(folder: URL) throws {
    name = folder.lastPathComponent
    videoPath = folder.appendingPathComponent("video.mp4").path
    let text = try String(contentsOf: folder.appendingPathComponent("det/det.txt"), encoding: .utf8)
    var frames: [[ObjectObservation]] = []
    for (number, line) in text.split(separator: "\n").enumerated() {
      let fields = line.split(separator: ",").compactMap { Double($0) }
      guard fields.count >= 8, fields[0] >= 1 else {
        throw TasksError.invalidArgument("\(name)/det/det.txt, line \(number + 1): eight numbers are needed.")
      }
      while frames.count < Int(fields[0]) { frames.append([]) }
      frames[Int(fields[0]) - 1].append(
        ObjectObservation(
          boundingBox: CGRect(x: fields[2], y: fields[3], width: fields[4], height: fields[5]), score: Float(fields[6]),
          objectClass: ObjectClass(index: Int(fields[7]))))
    }
    self.frames = frames
  }

  /// The scenes in a folder, sorted by name.
  static func all(in folder: URL) throws -> [BenchScene] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { FileManager.default.fileExists(atPath: $0.appendingPathComponent("det/det.txt").path) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { try BenchScene(folder: $0) }
  }
}
