import Foundation
import TestSupport
import Testing

/// Videos for the browser's camera.
enum FakeCamera {
  /// A video or picture of the shared media as the browser's camera plays it: 640 x 480 pixels, 30 frames a second, over and over.
  ///
  /// - Parameters:
  ///   - media: The video or picture.
  ///   - filters: What is done to it first: which seconds, which part of the picture.
  ///   - folder: Where the file goes.
  /// - Returns: The file.
  /// - Throws: When ffmpeg fails.
  static func make(_ media: String, filters: String, in folder: TemporaryFolder) throws -> URL {
    let file = folder.url.appending(path: "camera.mjpeg")
    try MadeMedia.run([
      "-i", try SharedFolder.path("media/" + media), "-vf", filters + ",scale=640:480,fps=30", "-c:v", "mjpeg", "-q:v",
      "3", "-pix_fmt", "yuvj420p", "-f", "mjpeg", file.path,
    ])
    return file
  }

  /// A left hand with its thumb up that holds still: of a hand that moves, a busy machine sees so few frames that the model, as
  /// MediaPipe's, takes the thumb for a finger.
  static func thumb(in folder: TemporaryFolder) throws -> URL {
    try make(
      "thumb_up_teal.png", filters: "crop=560:420:80:40,loop=loop=89:size=1,setpts=N/30/TB", in: folder)
  }

  /// A face that moves, and leaves once.
  static func face(in folder: TemporaryFolder) throws -> URL {
    try make("face_pan.mp4", filters: "crop=960:720", in: folder)
  }

  /// Two people who walk.
  static func walkers(in folder: TemporaryFolder) throws -> URL {
    try make("walkers_pan.mp4", filters: "setpts=PTS-STARTPTS", in: folder)
  }
}
