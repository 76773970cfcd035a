import VisionWorker

/// How much the page's server takes from its visitors.
public struct StudioLimits: Sendable {
  /// The largest picture file, in bytes; 64 MB.
  public var pictureBytes = 64_000_000
  /// The largest video file, in bytes; 512 MB.
  public var videoBytes = 512_000_000
  /// The largest model file, in bytes; 128 MB.
  public var modelBytes = 128_000_000
  /// What all files of all visitors and their results may take on the disk, in bytes; 2 GB.
  public var totalBytes = 2_000_000_000
  /// What the files of one visitor and their results may take on the disk, in bytes; 1 GB.
  public var visitBytes = 1_000_000_000
  /// The memory that pictures may take while they are decoded, in bytes; 1 GB. One that needs all of it has it alone.
  public var pictureMemory = 1_000_000_000
  /// The memory that videos may take while they are decoded and written, in bytes; 1 GB.
  public var videoMemory = 1_000_000_000
  /// The maximum number of videos that are processed in turns, one a visitor; 8.
  public var openVideos = 8
  /// The maximum number of pixels of a picture; 50 million.
  public var picturePixels = 50_000_000
  /// The maximum number of pixels of a video's or camera's frame, those of 4096 x 2304.
  public var framePixels = 4096 * 2304
  /// The longest video, in seconds; ten minutes.
  public var videoSeconds = 600.0
  /// The maximum number of frames of a video that is worked on, whatever length it states; ten minutes at 60 a second.
  public var videoFrames = 36_000
  /// The maximum number of pictures and videos of a visitor; 40.
  public var filesPerVisit = 40
  /// The maximum number of models of a visitor; 5.
  public var modelsPerVisit = 5
  /// The maximum number of open pages; 32.
  public var visits = 32
  /// The maximum number of cameras at a time; each has a loaded task of its own; 8.
  public var liveSessions = 8
  /// After how many seconds without a word from its page a visit ends; five minutes.
  public var idleSeconds = 300.0
  /// The maximum number of connections at a time; 256.
  public var connections = 256
  /// The maximum number of connections from one address; 128. Browsers make six for a page.
  public var connectionsPerAddress = 128
  /// Within how many seconds a request's first part, up to the end of its headers, has to be there; 10.
  public var headerSeconds = 10.0
  /// How many bytes a second the rest of a request brings at least, on average over the time of `headerSeconds`; 1000.
  public var bodyBytesPerSecond = 1000

  /// The maximum number of models of visitors that run at a time beside cameras, each in a process of its own; 8.
  public var workers = 8
  /// The maximum memory of such a process, in megabytes; 1500.
  public var workerMegabytes = WorkerLimits.visitors.memoryMegabytes
  /// How long such a process may take to load, and for an answer, in seconds; 30.
  public var workerSeconds = WorkerLimits.answerSeconds

  /// The limits that a person's own machine does well with.
  public init() {}
}
