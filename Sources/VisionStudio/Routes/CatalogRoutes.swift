import Hummingbird
import VisionCatalog

/// What the page offers, and the code for what is chosen.
struct CatalogRoutes {
  let catalog: ModelCatalog
  let limits: StudioLimits

  private struct CodeRequest: Decodable {
    let settings: StudioSettings
    let input: CodeInput
    /// The name of a model of the visitor's own, for the code.
    let modelName: String?
  }

  private struct Code: Encodable {
    let swift: String
    let commandLine: String
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("/api/catalog") { _, _ in try JSONAnswer.make(OfferReport(catalog: catalog, limits: limits)) }
    router.post("/api/code") { request, _ in
      let wanted = try await request.json(CodeRequest.self)
      let entry = catalog.entries.first { $0.name == wanted.settings.model }
      let name = entry?.name ?? FileName.plain(wanted.modelName ?? "model.task")
      let code = Code(
        swift: SwiftCode(wanted.settings, input: wanted.input, modelFile: entry?.fileName ?? name).text,
        commandLine: CommandLineText(wanted.settings, input: wanted.input, modelName: name).text)
      return try JSONAnswer.make(code)
    }
  }
}
