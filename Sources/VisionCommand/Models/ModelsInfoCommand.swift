import ArgumentParser
import VisionCatalog
import VisionErrors
import VisionModels

/// `vision models info`: what is inside a bundle or model.
struct ModelsInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show members, tensors, operators, metadata and labels of a .task or .tflite file.")

  @Argument(help: "A name of the catalog, or the path of a file.")
  var model: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let data = try ModelData(contentsOfFile: try ModelCatalog().resolve(model))
    let report: ModelReport
    do throws(TasksError) {
      report = try ModelReport(name: model, data)
    } catch {
      throw TasksError(error.code, "\(model): \(error.message)")
    }
    if json {
      try JSONText.print(report)
    } else {
      print(report.text().joined(separator: "\n"))
    }
  }
}
