import ArgumentParser
import VisionEvaluation
import VisionTasks

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measure a task's accuracy on labelled images and videos.",
    discussion: """
      Boxes and keypoints are measured as pycocotools does, keypoints also by PCK, classes of images by top-1 and top-5. The \
      kind of labels decides. Images that are missing or broken are reported, and what is labelled in them counts as missed. \
      docs/evaluation.md has examples.
      """,
    subcommands: TaskRegistry.all.filter { !EvaluatedParts($0.format).contents.isEmpty }.map { $0.evaluateCommand })
}

struct EvaluateTaskCommand<Task: TaskDefinition>: TaskSubcommand {
  static var configuration: CommandConfiguration {
    let name = Task.descriptor.name
    return CommandConfiguration(commandName: name, abstract: "Measure the accuracy of `vision \(name)` on labels.")
  }

  @OptionGroup var evaluation: EvaluateOptions
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, EvaluationPlace>

  var engine: EngineOptions { evaluation.engine }

  func run() throws {
    let source = try ValidationError.wrapping { try LabelSource.read(evaluation.place) }
    let content = try content(of: source)
    for problem in source.labels.problems.kinds {
      StandardError.printLine("\(evaluation.labels): left out \(problem.text)")
    }
    let setup = evaluation.results == nil ? try setup() : nil
    try setup?.warn()
    var images = EvaluatedImages(source, content, task: Task.descriptor.name)
    let outputs = try ValidationError.wrapping {
      try EvaluationOutputs(evaluation, models: setup?.models ?? [], images: images)
    }
    StopSignal.shared.install()
    if let setup {
      try run(setup, &images, outputs)
    } else {
      try ValidationError.wrapping { try images.readResults(evaluation.results ?? "") }
    }
    let other = try evaluation.compare.map { compare in
      var compared = images.forOtherResults()
      try ValidationError.wrapping { try compared.readResults(compare) }
      return compared
    }
    // A file of results lists no classes, so only those that occur are known.
    let names = try setup.map { try Task.classNames(ofModelAt: $0.modelPath) }.flatMap { $0.isEmpty ? nil : $0 }
    let landmarks = EvaluatedParts(Task.format).landmarks
    let (measured, comparison) = try ValidationError.wrapping {
      var measured = try images.evaluation(knownNames: names, landmarks: landmarks)
      measured.name(task: Task.descriptor.name, labels: evaluation.labels, format: source.format)
      let comparison = try other.map {
        Comparison(
          measured, with: try $0.evaluation(knownNames: nil, landmarks: landmarks), named: evaluation.compare ?? "")
      }
      return (measured, comparison)
    }
    try outputs.write(measured, comparison, images)
    if let status = outputs.lost.status { throw status }
    let failed = images.failedCount + (other?.damagedLines ?? 0) + images.damagedLines
    guard failed == 0, source.labels.problems.isEmpty else { throw ExitStatus.someInputsFailed }
  }

  /// The kind of labels that both the task and the labels have.
  private func content(of source: LabelSource) throws -> LabelSet.Content {
    let offered = EvaluatedParts(Task.format).contents
    if let content = offered.first(where: source.labels.has) { return content }
    // Images without any object are labels, too.
    if !LabelSet.Content.allCases.contains(where: source.labels.has), let content = offered.last, content == .boxes {
      return content
    }
    let has = LabelSet.Content.allCases.filter(source.labels.has).map(\.title).joined(separator: " and ")
    throw ValidationError(
      "\(evaluation.labels) labels \(has.isEmpty ? "nothing" : has), but `vision evaluate \(Task.descriptor.name)` needs "
        + "\(offered.map(\.title).joined(separator: " or ")); use other labels, or evaluate another task.")
  }

  private func run(_ setup: TaskSetup<Task>, _ images: inout EvaluatedImages, _ outputs: EvaluationOutputs) throws {
    let isSequential = Task.isSequential(setup.options(.image)) || images.source.video != nil
    let poolSize = isSequential ? 1 : evaluation.jobs.poolSize(inputCount: images.count)
    let run = EvaluationRun(
      orientation: engine.rotation.orientation, poolSize: poolSize, isQuiet: evaluation.quiet, outputs: outputs
    ) { mode, _ in
      try Task.makeTask(setup.options(mode, poolSize: poolSize), answer: nil)
    }
    try run.process(&images)
  }
}
