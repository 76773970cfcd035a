import Foundation

/// Gives out pixel buffers of one kind and uses their memory again, in place of Apple's type of this name.
///
/// Sendable since everything that changes is touched under the lock only. Buffers outlive their pool.
public final class CVPixelBufferPool: @unchecked Sendable {
  let layout: PixelLayout
  let attributes: CFDictionary
  /// How many unused buffers are kept.
  private let spareCount: Int
  private let guardian = NSLock()
  private var spares: [PixelMemory] = []
  private var givenOut = 0

  init(layout: PixelLayout, attributes: CFDictionary, spareCount: Int) {
    self.layout = layout
    self.attributes = attributes
    self.spareCount = spareCount
  }

  /// Gives out a buffer of undefined content; `limit` says how many may be in use at once, nil any number.
  func makeBuffer(limit: Int?) throws(PixelLayout.Refusal) -> CVPixelBuffer {
    let memory = try take(limit)
    // The buffer's memory holds the pool's, and gives it back where it came from when the buffer is let go.
    let lent = PixelMemory(borrowing: memory.address) { [weak self] in self?.give(back: memory) }
    return CVPixelBuffer(layout, memory: lent)
  }

  /// Frees the memory that nobody uses.
  func flush() {
    guardian.withLock { spares = [] }
  }

  private func take(_ limit: Int?) throws(PixelLayout.Refusal) -> PixelMemory {
    guardian.lock()
    defer { guardian.unlock() }
    if let limit, givenOut >= limit { throw PixelLayout.Refusal(code: kCVReturnWouldExceedAllocationThreshold) }
    guard let memory = spares.popLast() ?? PixelMemory(byteCount: layout.byteCount) else {
      throw PixelLayout.Refusal(code: kCVReturnAllocationFailed)
    }
    givenOut += 1
    return memory
  }

  private func give(back memory: PixelMemory) {
    guardian.withLock {
      givenOut -= 1
      if spares.count < spareCount { spares.append(memory) }
    }
  }
}

/// What of a pool is to be freed.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  /// Apple's number of the flags.
  public let rawValue: UInt64

  /// Makes flags from their number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// All buffers that are not in use.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}
