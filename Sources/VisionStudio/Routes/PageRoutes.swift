import HTTPTypes
import Hummingbird

/// The page and its files.
struct PageRoutes {
  let assets: PageAssets

  func add(to router: Router<BasicRequestContext>) {
    router.get("/") { _, _ in try answer("index.html") }
    router.get("/favicon.ico") { _, _ in try answer("logo.svg") }
    router.get("/page/:name") { _, context in try answer(context.parameters.require("name")) }
  }

  private func answer(_ name: String) throws -> Response {
    let asset = try assets.asset(named: name)
    return Response(
      status: .ok, headers: [.contentType: asset.type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}
