/// What is measured of a task, for the tables of `vision bench suite`.
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

/// A row of the table: a model on a file, and what was promised.
package struct BenchmarkRow: Sendable {
  package let name: String
  /// The model's name in the catalog.
  package let model: String
  /// The name of an image or video in the folder of media.
  package let file: String
  /// The options, by their keys, where they are not those of the task's benchmarks.
  package let values: [String: OptionValue]
  package let limits: BenchmarkLimits
  /// Whether several streams of it are measured, too.
  package let isStreamed: Bool

  package init(
    name: String, model: String, file: String, values: [String: OptionValue] = [:], limits: BenchmarkLimits,
    isStreamed: Bool = false
  ) {
    self.name = name
    self.model = model
    self.file = file
    self.values = values
    self.limits = limits
    self.isStreamed = isStreamed
  }
}

/// A folder of images, with what was promised.
package struct BatchRow: Codable, Hashable, Sendable {
  package let name: String
  /// The model's name in the catalog.
  package let model: String
  /// The maximum time, as a share of MediaPipe's.
  package let limit: Double

  package init(name: String, model: String, limit: Double) {
    self.name = name
    self.model = model
    self.limit = limit
  }
}

/// The maximum of a row's figures, as shares of MediaPipe's in the same run; nil where nothing was promised.
package struct BenchmarkLimits: Codable, Hashable, Sendable {
  /// The median time of a frame.
  package var time: Double?
  /// Processor time of all threads for a frame.
  package var processorTime: Double?
  /// From the start of the process to the first result.
  package var start: Double? = 0.15
  /// The process's peak memory.
  package var memory: Double? = 0.35
  /// Sampling and decoding of results, as a share of our own inference.
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
  package static func image(time: Double? = nil) -> BenchmarkLimits { BenchmarkLimits(time: time) }
}
