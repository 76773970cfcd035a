import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("The page on narrow screens", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct NarrowScreenTests {
  /// What is wrong with the words of the page: broken in two lines, at the edge of the screen, or wider than it.
  private static let problems = #"""
    (() => {
      const problems = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        const isHidden = !element.checkVisibility({ visibilityProperty: true });
        if (isHidden || element.closest('.unseen, .skip, option, noscript')) continue;
        for (const match of node.data.matchAll(/[^\s\-–/]+/g)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
          if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) problems.push(`broken: ${match[0]}`);
          // What scrolls by itself or ends in dots may go on outside.
          if (element.closest('pre, .scroll, .items, .title, .panel')) continue;
          const edge = document.documentElement.clientWidth - 8;
          if (rects.some(({ left, right }) => left < 8 || right > edge)) problems.push(`at the edge: ${match[0]}`);
        }
      }
      // A task's name that is wider than its button would not make the page wider.
      for (const name of document.querySelectorAll('.tasks span')) {
        if (name.scrollWidth > name.clientWidth) problems.push(`too wide: ${name.textContent}`);
      }
      if (document.documentElement.scrollWidth > innerWidth) problems.push('the page is too wide');
      return problems.join();
    })()
    """#

  private static let widths = [360, 375, 640, 1280]

  /// Looks at the page as it is, in every width.
  private func expectNoProblem(
    in browser: Chromium, on screen: String, at place: SourceLocation = #_sourceLocation
  ) async throws {
    for width in Self.widths {
      try await browser.resize(width: width, height: 800)
      let problems = try await browser.text(Self.problems)
      #expect(problems == "", "\(screen), \(width) pixels wide", sourceLocation: place)
      try await browser.screenshot("\(screen)-\(width)")
    }
  }

  @Test("Nothing touches the edge and no word is broken, with results and models of one's own")
  func words() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/camera?task=gesture")
    try await browser.click("#camera-toggle")
    try await browser.wait(for: "/[0-9]/.test(document.getElementById('figures').innerText)")
    try await expectNoProblem(in: browser, on: "camera")

    try await browser.open(studio.address.absoluteString + "#/library?task=pose")
    try await expectNoProblem(in: browser, on: "library-empty")
    try await browser.choose([try SharedFolder.path("media/three_people.png")], in: "#library-input")
    try await browser.wait(for: "document.getElementById('items').innerText.includes('Person 1')")
    try await expectNoProblem(in: browser, on: "library")

    try await browser.open(studio.address.absoluteString + "#/models")
    try await browser.choose(
      [
        try SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task"),
        try SharedFolder.path("models/efficientdet_lite0_int8.tflite"),
      ], in: "#model-input")
    try await browser.wait(for: "document.querySelectorAll('#own-models .fits').length === 2")
    try await expectNoProblem(in: browser, on: "models")
    // A detector is no bundle: the tasks of hands and poses say what it is and what they take.
    #expect(
      try await browser.text("document.getElementById('own-models').textContent").contains(
        "efficientdet_lite0_int8.tflite is a single TensorFlow Lite model; the gesture recognizer takes a task bundle"))
    await browser.close()
    try await studio.stop()
  }

  @Test("The list of published models names each once, with every task that takes it")
  func models() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/models")
    let names = try await browser.text(
      "[...document.querySelectorAll('#published-models h3')].map((e) => e.textContent).join()"
    ).split(separator: ",").map(String.init)
    #expect(Set(names).count == names.count && Set(names) == Set(StudioTask.all.flatMap(\.descriptor.models)))
    try await browser.click("[aria-label='Use ssd_mobilenet_v1_coco for tracking']")
    try await browser.wait(for: "location.hash.includes('task=track&model=ssd_mobilenet_v1_coco')")
    await browser.close()
    try await studio.stop()
  }
}
