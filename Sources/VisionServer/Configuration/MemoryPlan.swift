import VisionCore

/// How the server divides the memory that its models leave: to requests, and to the tasks of streams. Options that are set stay.
struct MemoryPlan: Sendable, Hashable {
  /// The memory of a stream's task, in bytes: what a recognizer of gestures takes, which is the largest default model.
  private static let streamBytes = 50_000_000
  /// The maximum memory for requests that is not asked for, in bytes.
  private static let maxMemory = 1_000_000_000
  /// The maximum number of streams that is not asked for.
  private static let maxStreams = 16
  /// The part of the rest that requests get: buffers of connections, and memory between two uses, take some, too.
  private static let requestPart = 0.7

  /// The memory for requests, in bytes.
  let memory: Int
  /// The number of streams.
  let streams: Int

  /// - Parameters:
  ///   - options: The options.
  ///   - available: The memory that the process may use, in bytes.
  ///   - used: What it uses with its models loaded, in bytes.
  init(_ options: ServerOptions, available: Int = ProcessResources.current.memory, used: Int) {
    let rest = max(available - used, 0)
    streams = options.streams ?? min(max(rest / 4 / Self.streamBytes, 1), Self.maxStreams)
    let requests = Double(max(rest - streams * Self.streamBytes, 0)) * Self.requestPart
    memory = options.memory ?? min(max(Int(requests), 10_000_000), Self.maxMemory)
  }

  init(memory: Int, streams: Int) { (self.memory, self.streams) = (memory, streams) }
}
