import ArgumentParser
import VisionCatalog
import VisionMedia
import VisionTasks

struct SimilarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar", abstract: "Rank the images of a folder by their similarity to an image.",
    discussion: """
      Images are compared by the cosine similarity of their vectors (vision embed): 1 for equal images. Videos in the folder and \
      the image itself are left out.
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder or pattern of images, or a file of their vectors (.jsonl) that vision embed --json wrote with the same model.",
      valueName: "folder"),
    completion: .file())
  var folder: String

  @Argument(help: "An image to compare with; several images have a ranking each.", value: "image")
  var images: [String] = []

  @Option(help: "Maximum number of results for an image.", number: "n") var top = 10

  @Flag(help: "Also search subfolders, except hidden ones.") var recursive = false

  @OptionGroup var engine: EngineOptions

  @Option(help: "Write the ranking as JSON Lines, one object per result; - is standard output.", value: "path")
  var json: String?

  @Option(help: "Write a contact sheet, a PNG or JPEG: each image, and beside it its results.", value: "path")
  var sheet: String?

  @OptionGroup var jobs: JobOptions<CommandPlace>

  @Flag(help: "Print neither progress nor a text result.") var quiet = false

  mutating func validate() throws {
    guard !images.isEmpty else {
      throw ValidationError("No image was given; name one to compare with those of \(folder).")
    }
    if !ImageCollection.isVectors(folder), RawPath(folder).status?.isRegularFile == true,
      let later = images.first(where: { RawPath($0).status?.isFolder == true })
    {
      throw ValidationError("\(folder) is a file and \(later) a folder; name the folder first, then the images.")
    }
    try ValidationError.check(top, in: 1...Int.max, option: "--top")
    if let sheet, ImageFile.Encoding(fileName: sheet) == nil {
      throw ValidationError("--sheet names \(sheet); allowed are .png, .jpg and .jpeg.")
    }
  }

  func run() throws {
    let catalog = ModelCatalog()
    let setup = TaskSetup<ImageEmbedder>(
      models: [try catalog.resolve(engine.model ?? ImageEmbedder.descriptor.defaultModel)], values: [:], engine: engine)
    let queries = InputList(images, isRecursive: recursive)
    if let reason = queries.emptyReason { throw ValidationError(reason) }
    let collection = try ImageCollection(folder, isRecursive: recursive)
    let stop = StopSignal.shared
    stop.install()
    let output = try claimOutput(queries.sources + collection.sources, models: setup.models, stop: stop)
    let poolSize = jobs.poolSize(inputCount: queries.sources.count + collection.sources.count)
    let pool = try ImagePool(size: poolSize, orientation: engine.rotation.orientation) { mode, _ in
      try ImageEmbedder.makeTask(setup.options(mode, poolSize: poolSize), answer: nil)
    }
    let ranking = SimilarityRanking(top: top, showsProgress: !quiet, stop: stop)
    try ranking.rank(collection, by: queries.sources, pool: pool)
    if stop.isRaised { throw ExitStatus.interrupted }
    try write(ranking, to: output)
    // An older sheet stays if there is nothing to draw.
    if let sheet, !ranking.queries.isEmpty { try writeSheet(ranking, to: sheet) }
    guard ranking.failedCount == 0 else { throw ExitStatus.someInputsFailed }
  }

  private func claimOutput(
    _ sources: [InputList.Source], models: [String], stop: StopSignal
  ) throws -> ResultFile? {
    try ValidationError.wrapping {
      var conflicts = OutputConflicts(
        sources: sources, models: models, names: OutputNames(arguments: [folder] + images, sources: sources))
      if let json { try conflicts.claimFile(json, option: "--json") }
      if let sheet {
        try conflicts.claimFile(sheet, option: "--sheet")
        try OutputFolder.requireReplaceable(sheet, option: "--sheet")
      }
      return try json.map { try ResultFile(path: $0, stop: stop) }
        ?? (quiet ? nil : ResultFile(path: "-", stop: stop))
    }
  }

  private func write(_ ranking: SimilarityRanking, to output: ResultFile?) throws {
    guard let output else { return }
    for line in json == nil ? ranking.text(namesImages: ranking.queries.count > 1) : try ranking.json() {
      try output.write(line)
    }
    if !ranking.queries.isEmpty { try output.noteGoodInput() }
    try output.close()
  }

  private func writeSheet(_ ranking: SimilarityRanking, to path: String) throws {
    do {
      try ImageFile.write(ranking.sheet(rotation: engine.rotation.orientation), toFile: path)
    } catch {
      StandardError.printLine("\(path): \(error.localizedDescription)")
      throw ExitStatus.someInputsFailed
    }
  }
}
