import CoreGraphics
import CoreMedia

extension AVAssetImageGenerator {
  /// Takes the images that the video shows at several times, each when it is asked for.
  ///
  /// ```swift
  /// for await result in generator.images(for: times) {
  ///   let image = try result.image
  /// }
  /// ```
  ///
  /// - Parameter times: The times after the first image, 0 or more each.
  /// - Returns: For each time its image or the error of `copyCGImage(at:actualTime:)`, in the order of the times.
  public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// The images of a video at several times; see `images(for:)`. It ends early in a task that is cancelled.
  public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let generator: AVAssetImageGenerator
    private let cancellations: Int
    private var times: ArraySlice<CMTime>

    init(generator: AVAssetImageGenerator, times: [CMTime]) {
      self.generator = generator
      self.times = times[...]
      cancellations = generator.cancellationCount
    }

    /// An iterator that begins with the first time that is left.
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

    /// What came of the request for a time.
    public enum Element: Sendable {
      /// There is an image, whose showing begins at the actual time.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// There is none.
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: The reason why there is none.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time at which the image's showing begins.
      ///
      /// - Throws: The reason why there is no image.
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
