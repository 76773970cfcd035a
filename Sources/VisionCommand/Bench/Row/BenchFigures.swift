/// What one worker process measured.
struct BenchFigures: Codable, Sendable {
  /// From the start of the process to the first result; nil in a run of calls.
  var coldStartMilliseconds: Double?
  /// Making the task, model included.
  var initMilliseconds: Double?
  /// Every call but the first, in order.
  var callMilliseconds: [Double] = []
  /// Processor time of all threads over those calls, a call.
  var cpuMilliseconds: Double?
  /// The process's peak resident memory.
  var peakMegabytes: Double?
  /// Calls whose result was not empty, the first included: both sides should agree.
  var callsWithResult = 0
  /// Allocations a frame once warm, from the pixels to the found hands; nil unless they were counted.
  var pipelineAllocations: Double?
  /// The same with the public result's objects.
  var resultAllocations: Double?
  /// The stages in the order in which they ran; empty for MediaPipe.
  var stages: [BenchStage] = []
  /// Frames a second of all streams together; nil in a run of one.
  var framesPerSecond: Double?
}
