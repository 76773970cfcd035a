import AVFoundation
import ArgumentParser
import UIKit

/// The command line that the examples share: `EXAMPLE PICTURE-OR-VIDEO --model MODEL [--live]`.
public struct ExampleInput: ParsableArguments {
  @Argument(help: "A picture or a video.")
  var file: String

  /// The path of the model file.
  @Option(help: "The model file, for example what `vision models path gesture_recognizer` prints.")
  public var model: String

  @Flag(help: "Play the video in its own pace, as a camera would give it.")
  var live = false

  @Option(help: "The milliseconds from one looked-at picture of a video to the next.")
  var interval = 300.0

  /// Makes an input without values; the argument parser fills it in.
  public init() {}

  /// Checks what the parser took.
  public func validate() throws {
    guard interval >= 1, interval.isFinite else {
      throw ValidationError("The interval \(interval) ms is not allowed; give 1 or more.")
    }
  }

  /// Opens the file, has a service work on it and prints what it found.
  ///
  /// - Parameters:
  ///   - summary: A result in words.
  ///   - picture: Gets a still image.
  ///   - video: Gets a video, its length and the time from picture to picture in milliseconds.
  ///   - camera: Gets a video in place of a camera, and what prints the results.
  /// - Throws: `TasksError` for a file that is neither a picture nor a video, and what the closures throw.
  public func run<Result>(
    summary: @escaping @Sendable (Result) -> String,
    picture: (UIImage) throws -> ResultBundle<Result>?,
    video: (AVAsset, Double, Double) async throws -> ResultBundle<Result>?,
    camera: (CameraFeed, LivePrinter<Result>) throws -> Void
  ) async throws {
    if live {
      try camera(CameraFeed(contentsOfFile: file), LivePrinter(summary))
    } else if let image = UIImage(contentsOfFile: file) {
      show(try picture(image), summary)
    } else {
      let asset = AVURLAsset(url: URL(fileURLWithPath: file))
      let duration = try await asset.load(.duration).seconds * 1000
      show(try await video(asset, duration, interval), summary)
    }
  }

  private func show<Result>(_ bundle: ResultBundle<Result>?, _ summary: (Result) -> String) {
    guard let bundle else { return print("There is no result.") }
    for result in bundle.results { print(result.map(summary) ?? "failed") }
    let pictures = bundle.results.count == 1 ? "the picture" : "each of \(bundle.results.count) pictures"
    print("\(Int(bundle.inferenceTime.rounded())) ms for \(pictures)")
  }
}

/// A service that could be made; the program ends when it could not, which has said why.
public func ready<Service>(_ service: Service?) throws -> Service {
  guard let service else { throw ExitCode.failure }
  return service
}
