import HTTPTypes
import Hummingbird
import NIOCore
import VisionCore
import VisionHTTP

/// The state of the server: health, metadata and metrics.
struct StatusRoutes {
  let parts: ServerParts

  var routes: [ServerRoute] {
    let parts = parts
    return [
      ServerRoute(
        method: .get, path: "/v2/health/live", name: "serverLive", summary: "Whether the server runs.",
        needsToken: false
      ) { _, _ in try JSONResponse.make(["live": true]) },
      ServerRoute(
        method: .get, path: "/v2/health/ready", name: "serverReady",
        summary: "Whether all models are loaded, and the server is not about to end.",
        needsToken: false
      ) { _, _ in try JSONResponse.make(["ready": parts.isReady], status: parts.readyStatus) },
      ServerRoute(
        method: .get, path: "/v2", name: "serverMetadata", summary: "The server's name, version and extensions."
      ) {
        _, _ in try JSONResponse.make(ServerMetadata(version: PackageVersion.current))
      },
      ServerRoute(
        method: .get, path: "/metrics", name: "metrics", summary: "Metrics in Prometheus' text form.",
        type: PrometheusText.type
      ) { _, _ in
        let gauges = [
          "vision_queue_images": parts.service.pool.queue.count, "vision_streams": await parts.streams.count,
          "vision_request_memory_bytes": parts.memory.reserved,
        ]
        return Response(
          status: .ok, headers: [.contentType: PrometheusText.type],
          body: ResponseBody(byteBuffer: ByteBuffer(string: parts.metrics.text(gauges))))
      },
    ]
  }
}
