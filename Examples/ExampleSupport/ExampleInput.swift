import AVFoundation
import ArgumentParser
import UIKit

/// The command line that the examples share: `EXAMPLE IMAGE-OR-VIDEO --model MODEL [--live]`.
public struct ExampleInput: ParsableArguments {
  @Argument(help: "An image or a video.")
  var file: String

  /// The path of the model file.
  @Option(help: "The model file, for example the output of `vision models path gesture_recognizer`.")
  public var model: String

  @Flag(help: "Play the video at its frame rate, like a camera.")
  var live = false

  @Option(help: "Interval between processed frames of a video, in milliseconds.")
  var interval = 300.0

  /// Makes an input without values; the argument parser fills it in.
  public init() {}

  /// Checks the parsed values.
  public func validate() throws {
    guard interval >= 1, interval.isFinite else {
      throw ValidationError("The interval \(interval) ms is not allowed; give 1 or more.")
    }
  }

  /// Opens the file, runs a service on it and prints the results.
  ///
  /// - Parameters:
  ///   - summary: Describes a result.
  ///   - process: Receives a still image.
  ///   - video: Receives a video, its length and the interval between frames in milliseconds.
  ///   - camera: Receives a video in place of a camera, and the printer of results.
  /// - Throws: `TasksError` for a file that is neither an image nor a video, and what the closures throw.
  public func run<Result>(
    summary: @escaping @Sendable (Result) -> String,
    image process: (UIImage) throws -> ResultBundle<Result>?,
    video: (AVAsset, Double, Double) async throws -> ResultBundle<Result>?,
    camera: (CameraFeed, LivePrinter<Result>) throws -> Void
  ) async throws {
    if live {
      try camera(CameraFeed(contentsOfFile: file), LivePrinter(summary))
    } else if let image = UIImage(contentsOfFile: file) {
      try show(process(image), summary)
    } else {
      let asset = AVURLAsset(url: URL(fileURLWithPath: file))
      let duration = try await asset.load(.duration).seconds * 1000
      try show(await video(asset, duration, interval), summary)
    }
  }

  private func show<Result>(_ bundle: ResultBundle<Result>?, _ summary: (Result) -> String) throws {
    guard let bundle else {
      print("There is no result.")
      throw ExitCode.failure
    }
    for result in bundle.results { print(result.map(summary) ?? "failed") }
    let images = bundle.results.count == 1 ? "the image" : "each of \(bundle.results.count) frames"
    print("\(Int(bundle.inferenceTime.rounded())) ms for \(images)")
  }
}

/// Unwraps a service; exits if it could not be created, which was reported.
public func ready<Service>(_ service: Service?) throws -> Service {
  guard let service else { throw ExitCode.failure }
  return service
}
