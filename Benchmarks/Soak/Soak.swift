import ArgumentParser
import Foundation
import VisionCatalog
import VisionStudio

/// Runs all parts in rotation for a long time and monitors the process's resources; scripts/ci/soak runs it.
@main
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Soak",
    abstract: "Run all tasks, pools and the page in rotation; memory, threads and descriptors must stay constant.")

  @Option(help: "Duration in minutes.") var minutes = 5.0
  @Option(help: "Number of frames instead of a duration; 0 for none.") var frames = 0
  @Option(help: "A video to loop (default: one made of the catalog's sample image).") var video: String?
  @Option(help: "Number of frames per task before the next one.") var turn = 60
  @Option(help: "Maximum growth of memory in megabytes per hour.") var slope = 1.0
  @Option(help: "Growth of memory in megabytes that is tolerated, for runs too short to measure a slope.")
  var tolerance = 0.0

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vision-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalog = ModelCatalog()
    let source = LoopedVideo(path: try video ?? SampleVideo.make(catalog, in: folder))
    let page = try await SoakPage(catalog: catalog)
    let clock = ContinuousClock()
    let start = clock.now
    var record = SoakRecord()
    var done = 0
    func isOver() -> Bool {
      frames > 0 ? done >= frames : clock.now - start >= .seconds(minutes * 60)
    }

    // Sampling starts after the page has run each of its tasks once, when models and libraries are loaded and thread pools exist.
    var round = 0
    repeat {
      round += 1
      for part in SoakPart.allCases { done += try part.run(frames: turn, from: source, catalog: catalog) }
      done += try page.visit(frames: turn / 4)
      guard round >= SoakPage.tasks.count else { continue }
      // What was released may still be closing, such as a camera's task of the page. A leak stays.
      let deadline = clock.now + .seconds(10)
      var sample = ProcessSample(after: clock.now - start, frames: done)
      while record.exceedsFewest(sample), clock.now < deadline {
        try await Task.sleep(for: .milliseconds(100))
        sample = ProcessSample(after: clock.now - start, frames: done)
      }
      record.add(sample)
      say(record.lastRow)
    } while !isOver() || record.samples.count < SoakRecord.fewestSamples
    try await page.stop()
    let verdict = record.verdict(slopeLimit: slope, tolerance: tolerance)
    say(verdict.text)
    guard verdict.isFlat else { throw ExitCode.failure }
  }

  /// Writes a line unbuffered, also to a file.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
