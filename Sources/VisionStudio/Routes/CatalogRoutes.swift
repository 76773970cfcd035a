import Hummingbird
import VisionCatalog
import VisionHTTP

/// The page's catalog, and code for the chosen settings.
struct CatalogRoutes {
  let catalog: ModelCatalog
  let limits: StudioLimits

  private struct CodeRequest: Decodable {
    let settings: StudioSettings
    let input: CodeInput
    /// The file name of an uploaded model; nil for one of the catalog.
    let modelName: String?
  }

  private struct Code: Encodable {
    let swift: String
    let commandLine: String
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("/api/catalog") { _, _ in try JSONResponse.make(PageCatalog(catalog: catalog, limits: limits)) }
    router.post("/api/code") { request, _ in
      let code = try await request.json(CodeRequest.self)
      let entry = catalog.entries.first { $0.name == code.settings.model }
      let name = entry?.name ?? FileName.plain(code.modelName ?? "model.task")
      let response = Code(
        swift: SwiftCode(code.settings, input: code.input, modelFile: entry?.fileName ?? name).text,
        commandLine: CommandLineText(code.settings, input: code.input, modelName: name).text)
      return try JSONResponse.make(response)
    }
  }
}
