import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("What the page draws over a picture", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct OverlayTests {
  /// Draws results on a canvas of 400 x 300 pixels over a picture of 200 x 100, which lies in the rows 50 to 250, and reads
  /// pixels back as `red,green,blue,alpha`.
  private func pixels(
    _ options: String, result: String = "line(150, 1)", at places: [(Int, Int)]
  ) async throws -> [String] {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library")
    try await browser.wait(for: "document.documentElement.dataset.ready")
    let reads = places.map { "read(\($0.0), \($0.1))" }.joined(separator: ", ")
    let text = try await browser.text(
      """
      (async () => {
        const { Overlay } = await import('/page/overlay.js');
        const canvas = document.createElement('canvas');
        canvas.style.width = '400px'; canvas.style.height = '300px'; canvas.style.position = 'fixed';
        document.body.append(canvas);
        const overlay = new Overlay(canvas);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
        const box = (x, id) => ({ boundingBox: { x, y: 40, width: 20, height: 20 }, categories: [], trackingId: id });
        const line = (x, id) => ({ task: 'detect', frame: 0, timestampMs: 0, detections: [box(x, id)] });
        overlay.draw(\(result), { width: 200, height: 100 }, \(options));
        const read = (x, y) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].join();
        return [\(reads)].join(' ');
      })()
      """)
    await browser.close()
    try await studio.stop()
    return text.split(separator: " ").map(String.init)
  }

  @Test("A tracked box has its number's colour and stands where the picture lies; nothing else is drawn")
  func box() async throws {
    // Left edge at 150 of 200, 300 of 400; the box spans the rows 130 to 170.
    let pixels = try await pixels("{}", at: [(300, 150), (320, 150), (100, 150), (300, 60)])
    #expect(pixels == ["255,193,69,255", "0,0,0,0", "0,0,0,0", "0,0,0,0"])
  }

  @Test("Mirrored, the same box stands on the other side")
  func mirrored() async throws {
    let pixels = try await pixels("{ isMirrored: true }", at: [(100, 150), (300, 150)])
    #expect(pixels == ["255,193,69,255", "0,0,0,0"])
  }

  @Test(
    "Landmarks are joined as the server says for their task",
    arguments: [
      ("pose", 33, 11, 12, "255,193,69,255"), ("hand", 21, 0, 1, "236,239,244,255"),
      ("hand", 33, 11, 12, "90,212,105,255"),
    ])
  func landmarks(task: String, count: Int, start: Int, end: Int, middle: String) async throws {
    let result = """
      { task: '\(task)', frame: 0, timestampMs: 0, landmarks: [[...Array(\(count)).keys()].map((number) =>
        number === \(start) ? [0.25, 0.5, 0] : number === \(end) ? [0.75, 0.5, 0] : [0.25, 0.1, 0])] }
      """
    let pixels = try await pixels("{}", result: result, at: [(200, 150), (100, 150)])
    #expect(pixels == [middle, "255,255,255,255"])
  }

  @Test("A trail leads through the middles of the boxes before, and fades")
  func trail() async throws {
    let past = "{ past: [line(10, 1), line(50, 1), line(100, 1), line(150, 1), line(20, undefined)] }"
    let pixels = try await pixels(past, at: [(60, 150), (250, 150), (60, 170)])
    let alphas = pixels.map { $0.split(separator: ",").compactMap { Int($0) } }.map { $0.last ?? -1 }
    #expect(alphas[0] > 20 && alphas[0] < alphas[1] && alphas[2] == 0, "\(pixels)")
  }

  @Test("Names of underscores alone, and scores that are no numbers, are shown like others")
  func oddCategories() async throws {
    try await Chromium.visit("#/library") { browser, _ in
      let shown = try await browser.text(
        """
        (async () => {
          const { Overlay } = await import('/page/overlay.js');
          const { resultItems } = await import('/page/results.js');
          const { ScoreBars } = await import('/page/bars.js');
          const overlay = new Overlay(document.createElement('canvas'));
          const best = [{ categoryName: '_', index: 0, score: null }];
          const line = { frame: 0, timestampMs: 0 };
          const box = { boundingBox: { x: 1, y: 1, width: 5, height: 5 }, categories: best };
          const points = [[...Array(21).keys()].map(() => [0.5, 0.5, 0])];
          const results = [
            { ...line, task: 'detect', detections: [box] },
            { ...line, task: 'classify', classifications: [{ headIndex: 0, categories: best }] },
            { ...line, task: 'gesture', gestures: [best], handedness: [best], landmarks: points },
            { ...line, task: 'segment', segments: best },
          ];
          return results.map((result) => {
            overlay.draw(result, { width: 20, height: 10 });
            new ScoreBars().show(result);
            return resultItems(result).map(({ name, score }) => `${name} ${score}`).join();
          }).join('; ');
        })()
        """)
      #expect(shown == "_ null; _ null; _ null; _ null")
    }
  }
}
