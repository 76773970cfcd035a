import Foundation
import VisionHTTP
import VisionMedia
import VisionResults
import VisionTasks

/// A job that runs a task on an image.
final class ImageJob: LibraryJob {
  let id = RandomToken.make()
  let file: StoredFile
  let files: JobFiles
  let settings: StudioSettings
  private let paths: ModelPaths
  private let status = JobStatus()

  init(file: StoredFile, settings: StudioSettings, paths: ModelPaths, files: JobFiles) {
    self.file = file
    self.settings = settings
    self.paths = paths.cancelled(by: status.processes)
    self.files = files
  }

  var progress: JobProgress { status.progress }

  func cancel() { status.cancel() }

  func run(for visitor: String, with resources: SharedResources) async {
    do {
      let queue = paths.own == nil ? resources.images : resources.ownModels
      try await queue.run(for: visitor, bytes: file.cost.bytes) { [self] in
        guard !status.isCancelled else { return }
        status.update {
          $0.state = .running
          $0.totalFrames = 1
        }
        try work()
      }
    } catch {
      let message = message(of: error, paths: paths)
      status.update {
        $0.state = .failed
        $0.message = message
      }
    }
  }

  private func work() throws {
    var warnings: [String] = []
    let pixels = try file.image { warnings.append($0) }
    let task = try StudioTask.make(settings, paths: paths, mode: .image)
    let image = try MPImage(imageBuffer: pixels, orientation: settings.orientation)
    let start = ContinuousClock.now
    let output = try task.output(of: image)
    let inference = (ContinuousClock.now - start) / .milliseconds(1)
    let writer = try JobWriter(
      files, input: file, settings: settings, classNames: try settings.task.classNames(paths))
    let bytes = try writer.append(output, of: pixels, frame: 0, timestampMs: nil)
    let outputs = try writer.finish()
    let annotated = try ImageFile.encode(output.drawn(on: pixels), as: .jpeg())
    try files.quota.reserve(annotated.count)
    try annotated.write(to: files.url(.annotated))
    let masks = output.masks.map { MaskPreview($0) }
    status.update {
      $0.state = .done
      $0.frames = 1
      $0.resultBytes = bytes
      $0.inferenceMs = inference
      $0.outputs = [.annotated] + outputs
      $0.masks = masks
      $0.message = warnings.isEmpty ? nil : warnings.joined(separator: " ")
    }
  }
}
