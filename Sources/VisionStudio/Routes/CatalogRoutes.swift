import Foundation
import Hummingbird
import VisionCatalog
import VisionCore
import VisionHTTP

/// The page's catalog, and code for the chosen settings.
struct CatalogRoutes {
  let catalog: ModelCatalog
  let limits: StudioLimits
  let fetches: ModelFetches

  private struct CodeRequest: Decodable {
    let settings: StudioSettings
    let input: CodeInput
    /// The file name of an uploaded model; nil for one of the catalog.
    let modelName: String?
  }

  private struct Code: Encodable {
    let swift: String
    let commandLine: String
    /// About settings that have no effect.
    let warnings: [String]
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("/api/catalog") { _, _ in try JSONResponse.make(PageCatalog(catalog: catalog, limits: limits)) }
    router.post("/api/code") { request, _ in
      let code = try await request.json(CodeRequest.self)
      let entry = catalog.entries.first { $0.name == code.settings.model }
      let name = entry?.name ?? FileName.plain(code.modelName ?? "model.task")
      // The names of an uploaded model are read by its worker only.
      let warnings = try await warnings(about: code.settings)
      let response = Code(
        swift: SwiftCode(code.settings, input: code.input, modelFile: entry?.fileName ?? name).text,
        commandLine: CommandLineText(code.settings, input: code.input, modelName: name).text,
        warnings: warnings)
      return try JSONResponse.make(response)
    }
    router.post("/api/models/:model/fetch") { _, context in
      try JSONResponse.make(try fetches.start(context.parameters.require("model")), status: .accepted)
    }
    router.get("/api/models/:model/fetch") { _, context in
      try JSONResponse.make(try fetches.progress(of: context.parameters.require("model")))
    }
  }

  /// Warnings about settings for a model of the catalog that is there.
  private func warnings(about settings: StudioSettings) async throws -> [String] {
    guard let entry = catalog.entries.first(where: { $0.name == settings.model }), catalog.isCached(entry) else {
      return []
    }
    let path = try catalog.path(of: entry.name)
    return try await DispatchQueue.global(qos: .userInitiated).run { try settings.warnings(modelPath: path) }
  }
}
