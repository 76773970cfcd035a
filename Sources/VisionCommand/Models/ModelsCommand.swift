import ArgumentParser

/// `vision models`: the files that the tasks need.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "List, fetch and look into models and sample pictures.",
    discussion: """
      Files are kept in $XDG_CACHE_HOME/swift-vision-tasks (~/.cache/swift-vision-tasks). The environment variable \
      VISION_MODELS_MIRROR names a folder that is tried before the network.
      """,
    subcommands: [
      ModelsListCommand.self, ModelsFetchCommand.self, ModelsInfoCommand.self, ModelsPathCommand.self,
    ])
}
