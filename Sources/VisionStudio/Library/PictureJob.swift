import Foundation
import MediaPipeTasksVision
import VisionFindings
import VisionMedia

/// A run over a picture.
final class PictureJob: LibraryJob {
  let id = RandomToken.make()
  let file: StoredFile
  let files: JobFiles
  private let settings: StudioSettings
  private let paths: ModelPaths
  private let limits: StudioLimits
  private let status = JobStatus()

  init(file: StoredFile, settings: StudioSettings, paths: ModelPaths, files: JobFiles, limits: StudioLimits) {
    self.file = file
    self.settings = settings
    self.paths = paths
    self.files = files
    self.limits = limits
  }

  var progress: JobProgress { status.progress }
  var hasOwnModel: Bool { paths.own != nil }

  func cancel() { status.cancel() }

  func run() {
    guard !status.isCancelled else { return }
    status.update {
      $0.state = .running
      $0.totalFrames = 1
    }
    do {
      try work()
    } catch {
      let message = error.localizedDescription
      status.update {
        $0.state = .failed
        $0.message = message
      }
    }
  }

  private func work() throws {
    let image = try ImageFile.decode(Data(contentsOf: file.url), pixelLimit: limits.picturePixels)
    let task = try StudioTask.make(settings, paths: paths, mode: .image)
    let picture = try MPImage(imageBuffer: image)
    let start = ContinuousClock.now
    let findings = try task.findings(in: picture)
    let inference = (ContinuousClock.now - start) / .milliseconds(1)
    let line = Data((try ResultLine(file: nil, frame: 0, timestampMs: nil, findings: findings).json() + "\n").utf8)
    try line.write(to: files.lines)
    try ImageFile.write(findings.drawn(on: image), toFile: files.annotated.path)
    let masks = (findings.masks ?? []).map { MaskPreview($0) }
    status.update {
      $0.state = .done
      $0.frames = 1
      $0.resultBytes = line.count
      $0.inferenceMs = inference
      $0.masks = masks
    }
  }
}
