import Foundation
import VisionCore

/// Makes pixel buffers of one size and format and reuses their memory, in place of Apple's type of this name.
///
/// Buffers may outlive their pool. `@unchecked Sendable` is safe because `attributes` is never changed.
public final class CVPixelBufferPool: @unchecked Sendable {
  let layout: PixelLayout
  let attributes: CFDictionary
  /// Maximum number of unused buffers that are kept.
  private let spareCount: Int
  private let state = Locked(State())

  private struct State {
    var spares: [PixelMemory] = []
    var usedCount = 0
  }

  init(layout: PixelLayout, attributes: CFDictionary, spareCount: Int) {
    self.layout = layout
    self.attributes = attributes
    self.spareCount = spareCount
  }

  /// Returns a buffer of undefined content. `limit` is the maximum number of buffers in use; nil for no limit.
  func makeBuffer(limit: Int?) throws(PixelLayout.Refusal) -> CVPixelBuffer {
    let memory = try take(limit)
    // The buffer retains the pool's memory, and returns it to the pool when the buffer is released.
    let lent = PixelMemory(borrowing: memory.address) { [weak self] in self?.recycle(memory) }
    return CVPixelBuffer(layout, memory: lent)
  }

  /// Frees the unused buffers.
  func flush() {
    state.withLock { $0.spares = [] }
  }

  private func take(_ limit: Int?) throws(PixelLayout.Refusal) -> PixelMemory {
    try state.withLock { (state) throws(PixelLayout.Refusal) in
      if let limit, state.usedCount >= limit {
        throw PixelLayout.Refusal(code: kCVReturnWouldExceedAllocationThreshold)
      }
      guard let memory = state.spares.popLast() ?? PixelMemory(byteCount: layout.byteCount) else {
        throw PixelLayout.Refusal(code: kCVReturnAllocationFailed)
      }
      state.usedCount += 1
      return memory
    }
  }

  private func recycle(_ memory: PixelMemory) {
    state.withLock { state in
      state.usedCount -= 1
      if state.spares.count < spareCount { state.spares.append(memory) }
    }
  }
}

/// The buffers that `CVPixelBufferPoolFlush` frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  /// The raw value of the flags, as Apple's.
  public let rawValue: UInt64

  /// Makes flags from a raw value.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// All unused buffers.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}
