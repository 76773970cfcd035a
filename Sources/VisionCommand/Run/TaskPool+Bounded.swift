import VisionTasks

extension TaskPool {
  /// Submits an input and returns available results in order; blocks while twice as many inputs as threads are pending.
  func submitBounded(_ input: Input) -> [PoolResult<Input, Output>] {
    var results: [PoolResult<Input, Output>] = []
    while pendingCount >= 2 * size, let result = next() { results.append(result) }
    submit(input)
    while let result = nextIfReady() { results.append(result) }
    return results
  }

  /// Waits for all pending inputs and returns their results.
  func rest() -> [PoolResult<Input, Output>] {
    var results: [PoolResult<Input, Output>] = []
    while let result = next() { results.append(result) }
    return results
  }
}
