import VisionCatalog
import VisionHTTP
import VisionWorker

/// Address, access control and limits of the page.
public struct StudioOptions: Sendable {
  /// The default port.
  public static let defaultPort = 8420

  /// The address to listen on; `127.0.0.1` by default.
  public var host = ListeningAddress.loopback
  /// The port, 0...65535; 8420 by default, 0 for any free port.
  public var port = StudioOptions.defaultPort
  /// Whether `host` may be an address that other machines can reach, and requests may name any host; false by default.
  public var allowsRemote = false
  /// The access token, at least 12 letters, digits, `-` and `_`; nil, the default, for a random one.
  public var token: String?
  /// Limits on uploads, memory and connections.
  public var limits = StudioLimits()
  /// The catalog of models.
  public var catalog = ModelCatalog()
  /// The path of the `vision` executable, which runs uploaded models in worker processes. If nil, the default, uploaded
  /// models are refused.
  public var workerExecutable: String?
  /// Whether uploaded models may run on a machine whose system calls cannot be filtered; false by default. A model that
  /// exploits a fault of the runtime then has this user's rights.
  public var allowsUnsandboxedModels = false
  /// A folder whose files replace embedded ones of the same names during development; nil by default.
  public var pageFolder: URL?

  /// Options for local use.
  public init() {}

  var address: ListeningAddress { ListeningAddress(host: host, port: port, allowsRemote: allowsRemote, token: token) }
}

/// Limits of the page's server.
public struct StudioLimits: Sendable {
  /// The maximum size of an image file, in bytes; 64 MB.
  public var imageBytes = 64_000_000
  /// The maximum size of a video file, in bytes; 512 MB.
  public var videoBytes = 512_000_000
  /// The maximum size of a model file, in bytes; 128 MB.
  public var modelBytes = 128_000_000
  /// The maximum disk space of all uploads and results, in bytes; 2 GB.
  public var totalBytes = 2_000_000_000
  /// The maximum disk space of one visitor's uploads and results, in bytes; 1 GB.
  public var visitBytes = 1_000_000_000
  /// The memory for decoding images, in bytes; 1 GB. A larger image is decoded alone.
  public var imageMemory = 1_000_000_000
  /// The memory for decoding and encoding videos, in bytes; 1 GB.
  public var videoMemory = 1_000_000_000
  /// The maximum number of videos processed concurrently, one per visitor; 8.
  public var openVideos = 8
  /// The maximum number of pixels of an image; 50 million.
  public var imagePixels = 50_000_000
  /// The maximum number of pixels of a video or camera frame; 4096 x 2304.
  public var framePixels = 4096 * 2304
  /// The maximum duration of a video, in seconds; 600.
  public var videoSeconds = 600.0
  /// The maximum number of processed frames of a video, whatever duration it states; 36,000, ten minutes at 60 fps.
  public var videoFrames = 36_000
  /// The maximum number of images and videos per visitor; 40.
  public var filesPerVisit = 40
  /// The maximum number of uploaded models per visitor; 5.
  public var modelsPerVisit = 5
  /// The maximum number of open pages; 32.
  public var visits = 32
  /// The maximum number of cameras in use, each with its own loaded task; 8.
  public var liveSessions = 8
  /// The maximum number of visitors who train gestures, each with loaded models; 8.
  public var trainings = 8
  /// The idle timeout of a session, in seconds; 300.
  public var idleSeconds = 300.0
  /// How long a session outlives its page, in seconds, so that a page that is loaded again finds its files; 30.
  public var leaveSeconds = 30.0
  package var connections = ConnectionLimits()

  /// The maximum number of worker processes for uploaded models, not counting cameras; 8.
  public var workers = 8
  /// The maximum memory of a worker process, in megabytes; 1500.
  public var workerMegabytes = WorkerLimits.visitors.memoryMegabytes
  /// The timeout of a worker process for loading and for each response, in seconds; 30.
  public var workerSeconds = WorkerLimits.answerSeconds

  /// Limits for a personal machine.
  public init() {}
}
