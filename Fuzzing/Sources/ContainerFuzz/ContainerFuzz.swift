import Foundation
import FuzzSupport
import VisionCore

@testable import VisionMedia

/// Video files as a visitor of the page brings them: opened from a file in memory, a few frames each.
@main
enum ContainerFuzz {
  private static let frames = 3
  private static let pixelLimit = 1 << 16

  static func main() {
    let file = fileInMemory()
    let path = "/proc/self/fd/\(file)"
    let rules = MediaRules.untrusted(pixelLimit: pixelLimit)
    Fuzzer.run { bytes in
      guard ftruncate(file, 0) == 0, pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count else { return }
      do {
        _ = try MediaKind.detect(contentsOfFile: path)
        let reader = try VideoReader(contentsOfFile: path, decodingThreads: 1, rules: rules)
        for _ in 0..<frames {
          guard let frame = try reader.next() else { return }
          let image = frame.image
          Fuzzer.require(image.width * image.height <= pixelLimit, "a frame is too large")
          Fuzzer.require(frame.timestampInMilliseconds >= 0, "a frame's time is \(frame.timestampInMilliseconds)")
        }
      } catch is TasksError {
      } catch {
        Fuzzer.require(false, "the reader threw \(error)")
      }
    }
  }

  /// A file in memory without a name; a function of its own, since what `main` holds is never let go.
  private static func fileInMemory() -> Int32 {
    var template = Array("/dev/shm/vision-fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    Fuzzer.require(file >= 0 && unlink(template) == 0, "there is no file in memory")
    return file
  }
}
