import ArgumentParser
import LiteRTEngine
import VisionCatalog
import VisionInference
import VisionModels

struct ModelsInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Show members, tensors, operators, metadata and labels of a .task or .tflite file.")

  @Argument(
    help: "A name in the catalog or the path of a file.", completion: .models(ModelCatalog().entries.map(\.name)))
  var model: String

  @Flag(help: "Print JSON.") var json = false

  @Flag(help: "Also load each model and show which kernels run it on this machine, and why others cannot.")
  var plan = false

  @Option(help: "Convolution kernels for the plan: automatic, off or always.") var kernels: Kernels = .standard

  @Option(help: "Precision of float models for the plan: exact, reduced or low.") var precision: Precision = .exact

  @Option(help: "Number of inference threads for the plan.", number: "n") var threads = 2

  func validate() throws { try EngineOptions.check(threads: threads) }

  func run() throws {
    let data = try ModelData(contentsOfFile: try ModelCatalog().resolve(model))
    let report: ModelReport
    do throws(TasksError) {
      report = try ModelReport(name: model, data)
    } catch { throw TasksError(error.code, "\(model): \(error.message)") }
    let options = InferenceOptions(engine: LiteRT(kernels: kernels, precision: precision), threadCount: threads)
    let plan = try plan ? Self.plan(model, data, options) : nil
    if json {
      try JSONText.print(ReportWithPlan(report: report, plan: plan))
    } else {
      // Names and labels are the file's.
      let lines = report.text() + (plan.map { ["plan:"] + $0.flatMap { $0.report.text(name: $0.name) } } ?? [])
      print(lines.map(\.escapingControlCharacters).joined(separator: "\n"))
    }
  }

  private static func plan(
    _ name: String, _ data: ModelData, _ options: InferenceOptions
  ) throws -> [InferenceJournal.Entry] {
    if ParsedModel.isModel(data) {
      let session = try options.engine.load(ModelRequest(name: name, model: ParsedModel(data), options: options))
      return [InferenceJournal.Entry(name: name, report: try session.report())]
    }
    let bundle = try TaskBundle(data)
    return try bundle.memberNames.filter { $0.hasSuffix(".task") || $0.hasSuffix(".tflite") }.flatMap {
      try plan("\(name)/\($0)", bundle.member(named: $0), options)
    }
  }
}

private struct ReportWithPlan: Encodable {
  let report: ModelReport
  let plan: [InferenceJournal.Entry]?

  private enum CodingKeys: CodingKey { case plan }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(plan, forKey: .plan)
  }
}
