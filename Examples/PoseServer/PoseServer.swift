import Foundation
import Hummingbird

/// Finds people in photos: `PoseServer MODEL [PORT]`, then `curl --data-binary @photo.jpg http://127.0.0.1:8080/poses`.
///
/// SIGTERM and SIGINT stop it after pending requests are answered.
@main
struct PoseServer {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let model = arguments.first, let port = Int(arguments.dropFirst().first ?? "8080"), 0...65_535 ~= port else {
      try FileHandle.standardError.write(contentsOf: Data("usage: PoseServer MODEL [PORT 0...65535]\n".utf8))
      exit(2)
    }
    let service = try PoseService(modelPath: model)
    let router = Router()
    router.post("poses") { request, _ in
      let photo = try await request.body.collect(upTo: 20_000_000)
      return try await service.poses(in: Data(photo.readableBytesView))
    }
    router.get("load") { _, _ in await service.load }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
    print("\(await service.load.answered) photos")
  }
}
