import ArgumentParser
import Foundation
import VisionCatalog
import VisionStudio

/// Runs everything in turn for a long time and watches what the process holds; scripts/soak runs it.
@main
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Soak",
    abstract: "Run all tasks, pools and the page in turn; memory, threads and descriptors have to stay as they are.")

  @Option(help: "How long, in minutes.") var minutes = 5.0
  @Option(help: "How many frames instead; 0 for as many as the minutes allow.") var frames = 0
  @Option(help: "A video to loop; by default one is made of the catalog's sample picture.") var video: String?
  @Option(help: "The frames that a task gets before the next one's turn.") var turn = 60
  @Option(help: "The most megabytes that memory may grow in an hour.") var slope = 1.0

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

    // Nothing is counted before each part has run once: models are mapped, libraries loaded, pools of threads made.
    repeat {
      for part in SoakPart.allCases { done += try part.run(frames: turn, from: source, catalog: catalog) }
      done += try page.visit(frames: turn / 4)
      record.add(ProcessSample(after: clock.now - start, frames: done))
      say(record.lastRow)
    } while !isOver() || record.samples.count < SoakRecord.fewestSamples
    try await page.stop()
    let verdict = record.verdict(slopeLimit: slope)
    say(verdict.text)
    guard verdict.isFlat else { throw ExitCode.failure }
  }

  /// Writes a line at once, also where the output is a file.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
