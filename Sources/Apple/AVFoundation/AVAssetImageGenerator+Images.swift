import AppleBase

extension AVAssetImageGenerator {
  /// Returns the images shown at several times, each read on demand.
  ///
  /// ```swift
  /// for await result in generator.images(for: times) {
  ///   let image = try result.image
  /// }
  /// ```
  ///
  /// - Parameter times: The times after the first image, 0 or more each.
  /// - Returns: The image or the error of `copyCGImage(at:actualTime:)` for each time, in the order of the times.
  public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// The images of a video at several times; see `images(for:)`. The sequence ends early in a cancelled task.
  public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let generator: AVAssetImageGenerator
    private let cancellations: Int
    private var times: ArraySlice<CMTime>

    init(generator: AVAssetImageGenerator, times: [CMTime]) {
      self.generator = generator
      self.times = times[...]
      cancellations = generator.cancellationCount
    }

    /// An iterator over the remaining times.
    public func makeAsyncIterator() -> Images { self }

    /// Waits for the next image, or its error; nil after the last one.
    public mutating func next() async -> Element? {
      guard !Task.isCancelled, let time = times.popFirst() else { return nil }
      guard generator.cancellationCount == cancellations else {
        return .failure(requestedTime: time, error: CancellationError())
      }
      do {
        let (image, actualTime) = try await generator.image(at: time)
        return .success(requestedTime: time, image: image, actualTime: actualTime)
      } catch {
        return .failure(requestedTime: time, error: error)
      }
    }

    /// The outcome of the request for a time.
    public enum Element: Sendable {
      /// The image was read; `actualTime` is its presentation time.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// Reading failed.
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: The error of the request.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The image's presentation time.
      ///
      /// - Throws: The error of the request.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }
  }
}
