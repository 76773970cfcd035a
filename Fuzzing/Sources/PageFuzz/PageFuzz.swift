import Foundation
import FuzzSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import VisionCatalog
import VisionCore

@testable import VisionHTTP
@testable import VisionStudio

/// The page's routes without a network: any methods, paths, headers and bodies, from visitors with and without the token.
@main
enum PageFuzz {
  private static let token = "a-token-of-the-fuzzer"

  static func main() throws {
    var options = StudioOptions()
    (options.limits.videoBytes, options.limits.imageBytes, options.limits.modelBytes) = (65_536, 65_536, 65_536)
    (options.limits.imagePixels, options.limits.framePixels) = (1 << 14, 1 << 14)
    // No model is there: the camera's task is refused, nothing that was brought in is run, and no input makes the page download.
    let folder = try PrivateFolder()
    options.catalog = ModelCatalog(
      entries: [], cache: CacheFolder(environment: ["XDG_CACHE_HOME": folder.url.path]))
    let visits = SessionStore(folder: folder, options: options)
    let responder = StudioRouter(options: options, token: token, port: Locked(0), visits: visits)
      .router.buildResponder()
    let context = context()
    let visit = FuzzedVisit(in: visits)
    Fuzzer.run { bytes in
      guard let names = waitFor({ try? await visit.next() }) else {
        return Fuzzer.require(false, "there is no visit")
      }
      let request = FuzzedRequest(bytes, names: names, token: token)
      let status = waitFor { () -> Int in
        do {
          return try await responder.respond(to: request.request, context: context).status.code
        } catch let error as any HTTPResponseError {
          return error.status.code
        } catch {
          return 0
        }
      }
      Fuzzer.require((200..<500).contains(status) || status == 503 || status == 507, "the answer is \(status)")
      Fuzzer.require(request.hasToken || status >= 400, "a stranger got \(status)")
    }
  }

  /// What goes with every request. A function of its own, since what `main` holds is never let go: the channel holds itself
  /// until it is closed.
  private static func context() -> BasicRequestContext {
    var logger = Logger(label: "fuzz")
    logger.logLevel = .critical
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish() }
    return BasicRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
  }

  /// Waits for asynchronous work on libFuzzer's thread.
  private static func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var value: Value?
    Task {
      value = await body()
      done.signal()
    }
    done.wait()
    guard let value else { preconditionFailure("the work ended without a value") }
    return value
  }
}
