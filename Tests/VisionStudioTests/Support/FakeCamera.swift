import Foundation
import Testing

/// Videos for the browser's camera.
enum FakeCamera {
  private static let ffmpeg = "/usr/bin/ffmpeg"

  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: ffmpeg) }

  /// A video of the shared media as the browser's camera plays it: 640 x 480 pixels, 30 frames a second, over and over.
  ///
  /// - Parameters:
  ///   - media: The video.
  ///   - filters: What is done to it first: which seconds, which part of the picture.
  ///   - folder: Where the file goes.
  /// - Returns: The file.
  /// - Throws: When ffmpeg fails.
  static func make(_ media: String, filters: String, in folder: TemporaryFolder) throws -> URL {
    let file = folder.url.appending(path: "camera.mjpeg")
    let process = Process()
    process.executableURL = URL(filePath: ffmpeg)
    process.arguments = [
      "-v", "error", "-i", try SharedFolder.path("media/" + media), "-vf", filters + ",scale=640:480,fps=30", "-c:v",
      "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", "-f", "mjpeg", file.path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return file
  }

  /// A fist that becomes a thumb up and a fist again, without a jump. At half the speed: where frames of a quick hand are
  /// dropped, the model takes the thumb for a finger, MediaPipe's tasks as well.
  static func thumb(in folder: TemporaryFolder) throws -> URL {
    try make(
      "thumb_video.mp4",
      filters: "trim=start=1:end=4,setpts=2*(PTS-STARTPTS),crop=960:720:160:0,split[there][turn];[turn]reverse[back];"
        + "[there][back]concat", in: folder)
  }

  /// Two people who walk.
  static func walkers(in folder: TemporaryFolder) throws -> URL {
    try make("walkers_pan.mp4", filters: "setpts=PTS-STARTPTS", in: folder)
  }
}
