/// The benchmarks of a task in the tables of `vision bench suite`.
package struct TaskBenchmarks: Sendable {
  /// Single images and videos.
  package let rows: [BenchmarkRow]
  /// Folders of images.
  package let batches: [BatchRow]

  package init(rows: [BenchmarkRow] = [], batches: [BatchRow] = []) {
    self.rows = rows
    self.batches = batches
  }
}

/// A row of the table: a model, a file, and the limits.
package struct BenchmarkRow: Sendable {
  package let name: String
  /// The model's name in the catalog.
  package let model: String
  /// The name of an image or video in the media folder.
  package let file: String
  /// Options by key that differ from the task's `benchmarkValues`.
  package let values: [String: OptionValue]
  package let limits: BenchmarkLimits
  /// The limits on x86-64 processors with AVX2 and without AVX-512; nil where `limits` hold there, too.
  package let avx2Limits: BenchmarkLimits?
  /// Whether several concurrent streams are measured, too.
  package let isStreamed: Bool

  package init(
    name: String, model: String, file: String, values: [String: OptionValue] = [:], limits: BenchmarkLimits,
    avx2Limits: BenchmarkLimits? = nil, isStreamed: Bool = false
  ) {
    self.name = name
    self.model = model
    self.file = file
    self.values = values
    self.limits = limits
    self.avx2Limits = avx2Limits
    self.isStreamed = isStreamed
  }
}

/// A folder of images, with its limit.
package struct BatchRow: Codable, Hashable, Sendable {
  package let name: String
  /// The model's name in the catalog.
  package let model: String
  /// Maximum time, relative to MediaPipe's.
  package let limit: Double

  package init(name: String, model: String, limit: Double) {
    self.name = name
    self.model = model
    self.limit = limit
  }
}

/// The limits of a row, relative to MediaPipe's figures in the same run; nil for no limit.
package struct BenchmarkLimits: Codable, Hashable, Sendable {
  /// Median time per frame.
  package var time: Double?
  /// CPU time of all threads per frame.
  package var processorTime: Double?
  /// Time from the start of the process to the first result.
  package var start: Double? = 0.15
  /// Peak memory of the process.
  package var memory: Double? = 0.35
  /// Time for sampling and decoding, relative to our own inference.
  package var preparation: Double?

  package init(
    time: Double? = nil, processorTime: Double? = nil, start: Double? = 0.15, memory: Double? = 0.35,
    preparation: Double? = nil
  ) {
    self.time = time
    self.processorTime = processorTime
    self.start = start
    self.memory = memory
    self.preparation = preparation
  }

  /// The limits of a video.
  package static func video(time: Double? = nil, processorTime: Double? = nil) -> BenchmarkLimits {
    BenchmarkLimits(time: time, processorTime: processorTime, preparation: 0.12)
  }

  /// The limits of an image.
  package static func image(time: Double? = nil, processorTime: Double? = nil) -> BenchmarkLimits {
    BenchmarkLimits(time: time, processorTime: processorTime)
  }
}
