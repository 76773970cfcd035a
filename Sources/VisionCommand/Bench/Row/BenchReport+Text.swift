extension BenchReport {
  /// Markdown: the figures of both sides with their ratio, then our stages.
  var text: String {
    ([heading] + figureTable + [""] + stageTable + notes).joined(separator: "\n")
  }

  /// For example `pose, video mode, walkers_pan.mp4 (1280 x 720, 120 frames), 5 rounds, medians`.
  private var heading: String {
    let source = spec.mode == "video" ? spec.timestamps.count.counted("frame") : spec.repeats.counted("call")
    return "\(spec.task), \(spec.mode) mode, \(input) (\(spec.width) x \(spec.height), \(source)), "
      + "\(rounds.count.counted("round")), medians\n"
  }

  private var figureTable: [String] {
    FigureText.heading(["figure", "ours", "MediaPipe", "ratio (lowest to highest)"])
      + BenchFigure.all.map { figure in
        FigureText.row([
          figure.name, FigureText.text(ours(figure)), FigureText.text(theirs(figure)), ratio(figure)?.text ?? "-",
        ])
      }
  }

  /// The stages of a frame.
  var stageTable: [String] {
    FigureText.heading(["our stage", "runs per frame", "median, ms", "95th percentile, ms"])
      + [
        FigureText.row([
          "decode the input", "1", FigureText.text(decodeMilliseconds.median),
          FigureText.text(decodeMilliseconds.percentile(0.95)),
        ])
      ]
      + stages.map { stage in
        FigureText.row([
          stage.name, FigureText.text(stage.runsPerFrame), FigureText.text(stage.medianMilliseconds),
          FigureText.text(stage.p95Milliseconds),
        ])
      }
  }

  /// Notes below the tables, each after an empty line.
  var notes: [String] {
    var notes: [String] = []
    if let share = stages.preparationShare {
      notes += ["", "Sampling and result decoding take \(FigureText.text(100 * share)) % of the inference time."]
    }
    if let roofline { notes += ["", roofline.text] }
    if let inPipeline = allocations?.pipelineAllocations, let inTask = allocations?.resultAllocations {
      notes += [
        "",
        "Allocations per frame after warm-up: \(FigureText.text(inPipeline)) in the pipeline, "
          + "\(FigureText.text(inTask)) with the public result.",
      ]
    }
    return notes
  }
}
