import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite("vision embed and vision similar, end to end", .needs(.command), .needs(.shared))
struct EmbedCommandRunTests {
  private func model() throws -> [String] { ["--model", try CommandRun.model("efficientnet_lite0_int8.tflite")] }

  /// A folder with images, one of which is broken, and a file that is none.
  private func photos() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["thing_pizza_it.png", "thing_kitten.png", "coffee.png"] {
      _ = try folder.write(SharedFolder.mediaData(name), name)
    }
    return folder
  }

  @Test("A folder's vectors are rows of a NumPy array, whose names are beside it, and lines of JSON")
  func array() throws {
    let (photos, out) = (try photos(), try TemporaryFolder())
    let (npy, json) = (out.url.appending(path: "v.npy"), out.url.appending(path: "v.jsonl"))
    for (flags, type, size) in [(["--l2-normalize"], "<f4", 4), (["--l2-normalize", "--quantize"], "|i1", 1)] {
      let run = try CommandRun(
        ["embed", photos.url.path, "--npy", npy.path, "--json", json.path, "--quiet"] + flags + model())
      #expect(run.status == 0 && run.output == "" && run.errors == "", "\(run.errors)")
      let bytes = try Data(contentsOf: npy)
      #expect(bytes.count == 128 + 3 * 1000 * size)
      let header = String(decoding: bytes.prefix(128).dropFirst(10), as: UTF8.self)
      #expect(header.contains("'descr': '\(type)'") && header.contains("'shape': (3, 1000)"), "\(header)")
      let names = try String(contentsOf: URL(filePath: npy.path + ".csv"), encoding: .utf8).split(separator: "\n")
      #expect(names.first == "file,frame,timestamp_ms" && names.count == 4)
      #expect(zip(names.dropFirst(), ["coffee", "thing_kitten", "thing_pizza_it"]).allSatisfy { $0.contains($1) })
      #expect(try String(contentsOf: json, encoding: .utf8).split(separator: "\n").count == 3)
    }
    let piped = try CommandRun(["embed", photos.url.path + "/coffee.png", "--npy", "/dev/null", "--quiet"] + model())
    #expect(piped.status == 0)
    let clash = try CommandRun(
      ["embed", photos.url.path, "--npy", npy.path, "--csv", npy.path + ".csv", "--quiet"] + model())
    #expect(clash.status == 2 && clash.errors.contains("The names of --npy"), "\(clash.errors)")
    let unspooled = try CommandRun(
      ["embed", photos.url.path, "--npy", npy.path, "--quiet"] + model(), environment: ["TMPDIR": "/nonexistent"])
    #expect(unspooled.status != 0 && unspooled.errors.contains("/nonexistent (set TMPDIR"), "\(unspooled.errors)")
  }

  @Test("The text has the vectors' number and type")
  func text() throws {
    let run = try CommandRun(["embed", CommandRun.media("coffee.png"), "--quantize"] + model())
    #expect(run.output == "ImageEmbedderResult:\n  Embedding #0 (probability): 1000 values of type int8\n")
  }

  private struct Match: Decodable {
    let file, image: String
    let rank: Int
    let similarity: Double
  }

  @Test("A folder is ranked; broken files are reported, and the image itself and videos left out")
  func ranking() throws {
    let (photos, out) = (try photos(), try TemporaryFolder())
    _ = try photos.write(Data("no image".utf8), "broken.png")
    _ = try photos.write(SharedFolder.mediaData("laptop_video.mp4"), "video.mp4")
    let pizza = try CommandRun.media("thing_pizza_us.png")
    let sheet = out.url.appending(path: "sheet.png").path
    let run = try CommandRun(["similar", photos.url.path, pizza, "--sheet", sheet] + model())
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 1 && lines.count == 3, "\(run.output)\(run.errors)")
    #expect(lines.first?.hasPrefix("   1   0.9") == true && lines.first?.hasSuffix("/thing_pizza_it.png") == true)
    #expect(run.errors.contains("broken.png: ") && run.errors.contains("left out 1 video"), "\(run.errors)")
    let image = try ImageFile.read(contentsOfFile: sheet)
    #expect(image.width == 4 * 236 + 16 && image.height == 220 + 44 + 32)

    // Vectors of an earlier run have the same ranking, quantized ones too.
    for flags in [[], ["--l2-normalize", "--quantize"]] {
      let vectors = out.url.appending(path: "v\(flags.count).jsonl").path
      _ = try CommandRun(["embed", photos.url.path, "--json", vectors, "--quiet"] + flags + model())
      let cached = try CommandRun(["similar", vectors, pizza, "--top", "1", "--json", "-", "--quiet"] + model())
      let match = try JSONDecoder().decode(Match.self, from: Data(cached.output.utf8))
      #expect(cached.status == 0 && match.rank == 1 && match.file.hasSuffix("thing_pizza_it.png"), "\(cached.errors)")
      #expect(match.similarity > 0.9 && match.image == pizza)
    }

    // Of another model they are compared, too, with a warning.
    let others = out.url.appending(path: "others.jsonl").path
    _ = try photos.write(SharedFolder.mediaData("two_walkers.png"), "walkers.png")
    let float = ["--model", try CommandRun.model("efficientnet_lite0_float32.tflite")]
    _ = try CommandRun(["embed", photos.url.path, "--json", others, "--quiet"] + float)
    let warned = try CommandRun(["similar", others, pizza, "--quiet"] + model())
    #expect(warned.status == 0 && warned.errors.contains("its vector in the file is not that"), "\(warned.errors)")
    let same = try CommandRun(["similar", others, pizza, "--quiet"] + float)
    #expect(same.status == 0 && same.errors == "", "\(same.errors)")

    let itself = photos.url.appending(path: "thing_kitten.png").path
    let several = try CommandRun(
      ["similar", photos.url.path + "/*.png", itself, pizza, "--quiet", "--json", "-"] + model())
    let matches = try several.output.split(separator: "\n").map {
      try JSONDecoder().decode(Match.self, from: Data($0.utf8))
    }
    #expect(matches.map(\.rank) == [1, 2, 3, 1, 2, 3, 4], "\(several.output)")
    #expect(!matches.contains { $0.image == $0.file })
  }

  @Test("Videos are not ranked and no image to compare with, and an older sheet stays if there is nothing to draw")
  func videos() throws {
    let (photos, out) = (try photos(), try TemporaryFolder())
    _ = try photos.write(SharedFolder.mediaData("laptop_video.mp4"), "video.mp4")
    let vectors = out.url.appending(path: "v.jsonl").path
    _ = try CommandRun(["embed", photos.url.path, "--json", vectors, "--max-frames", "2", "--quiet"] + model())
    let coffee = try CommandRun.media("coffee.png")
    let ranked = try CommandRun(["similar", vectors, coffee] + model())
    #expect(ranked.status == 0 && ranked.output.split(separator: "\n").count == 3, "\(ranked.output)")
    #expect(ranked.errors.contains("left out 1 video"), "\(ranked.errors)")
    let sheet = try out.write(Data("old".utf8), "sheet.png")
    let run = try CommandRun(
      ["similar", photos.url.path, photos.url.path + "/video.mp4", "--sheet", sheet, "--quiet"] + model())
    #expect(run.status == 1 && run.errors.contains("video.mp4: It is a video"), "\(run.errors)")
    #expect(try out.text("sheet.png") == "old")
  }

  @Test("Wrong arguments are named")
  func refusals() throws {
    let photos = try photos()
    let image = try CommandRun.media("coffee.png")
    for (arguments, reason) in [
      ([photos.url.path], "No image was given"), ([photos.url.path, image, "--top", "0"], "--top is 0"),
      ([photos.url.path, image, "--sheet", "a.gif"], "--sheet names a.gif"),
      ([photos.url.path, image, "--sheet", image], "would write"),
      ([image, photos.url.path], "name the folder first"),
    ] {
      let run = try CommandRun(["similar"] + arguments + model())
      #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
    }
    let lines = try photos.write(Data("{\"task\":\"detect\"}\n".utf8), "other.jsonl")
    let other = try CommandRun(["similar", lines, image] + model())
    #expect(other.status == 1 && other.errors.contains("line 1: This is no line of vision embed"), "\(other.errors)")
  }
}
