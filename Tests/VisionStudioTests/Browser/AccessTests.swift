import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("The page for everybody", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct AccessTests {
  @Test("The file that a browser is handed and the printed address lead to the page; the token does not stay there")
  func entrance() async throws {
    let (files, file) = AsyncStream.makeStream(of: URL.self)
    let studio = try await RunningStudio(openingWith: { file.yield($0) })
    let other = try await RunningStudio()
    var iterator = files.makeAsyncIterator()
    let entrance = try #require(await iterator.next())
    #expect(try FileManager.default.attributesOfItem(atPath: entrance.path)[.posixPermissions] as? Int == 0o600)
    let browser = try await Chromium()
    for address in [entrance.absoluteString, other.address.absoluteString] {
      try await browser.open(address)
      let place = try await browser.text("location.href")
      #expect(place.hasPrefix("http://127.0.0.1:") && !place.contains("token"), "\(place)")
      #expect(try await browser.text("document.title").hasSuffix("Vision Studio"))
      #expect(try await browser.text("document.cookie").isEmpty)
      #expect(try await browser.text("fetch('/api/catalog').then((a) => a.status)") == "200")
    }
    // The second page has not taken the first one's cookie away.
    try await browser.open("http://127.0.0.1:\(studio.address.port ?? 0)/")
    #expect(try await browser.text("fetch('/api/catalog').then((a) => a.status)") == "200")
    try await browser.screenshot("entrance")
    await browser.close()
    try await studio.stop()
    try await other.stop()
  }

  @Test("Every control has a name, every picture an alternative, and each screen fits phones and wide screens")
  func namesAndWidths() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    for address in [
      "#/camera?task=gesture", "#/camera?task=pose", "#/camera?task=detect", "#/library", "#/models", "#/train",
    ] {
      try await browser.open(studio.address.absoluteString + address)
      let nameless = try await browser.text(
        """
        [...document.querySelectorAll('button, input, select, textarea, a, video, [role]')].filter((e) => e.checkVisibility())
          .filter((e) => !(e.labels?.length || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')
            || e.textContent.trim() || e.getAttribute('role') === 'status')).map((e) => e.outerHTML).join()
        """)
      #expect(nameless.isEmpty, "\(address): \(nameless)")
      #expect(try await browser.text("[...document.images].filter((i) => !i.hasAttribute('alt')).length") == "0")
      #expect(
        try await browser.text(
          "new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size === document.querySelectorAll('[id]').length"
        ) == "true")
      for width in [320, 390, 768, 1024, 1920] {
        try await browser.resize(width: width, height: 900)
        let overflow = try await browser.text("Math.max(0, document.documentElement.scrollWidth - innerWidth)")
        #expect(overflow == "0", "\(address) at \(width) pixels is \(overflow) too wide")
      }
    }
    await browser.close()
    try await studio.stop()
  }

  @Test("The keyboard reaches everything in order; the sheet of settings opens, takes the focus and closes on Escape")
  func keyboard() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium(width: 390, height: 844)
    try await browser.open(studio.address.absoluteString + "#/library?task=gesture")
    var names: [String] = []
    for _ in 0..<9 {
      try await browser.press("Tab", code: 9)
      names.append(
        try await browser.text(
          "document.activeElement.textContent.trim() || document.activeElement.value || document.activeElement.id"))
    }
    #expect(
      names == [
        "Skip to the content", "Camera", "Library", "Models", "Train", "Settings", "gesture", "Choose files",
        "A thumb up",
      ])
    #expect(try await browser.text("getComputedStyle(document.activeElement).outlineStyle") == "solid")
    try await browser.click("#settings-button")
    #expect(try await browser.text("document.activeElement.id") == "settings-title")
    #expect(
      try await browser.text("document.getElementById('settings-button').getAttribute('aria-expanded')") == "true")
    try await browser.wait(for: "document.getElementById('settings').getBoundingClientRect().bottom <= innerHeight + 1")
    try await browser.screenshot("settings-phone")
    try await browser.press("Escape", code: 27)
    #expect(try await browser.text("document.activeElement.id") == "settings-button")
    #expect(
      try await browser.text("document.getElementById('settings-button').getAttribute('aria-expanded')") == "false")
    await browser.close()
    try await studio.stop()
  }

  @Test("The arrow keys choose among tabs and show what belongs to the chosen one; Tab reaches the chosen one only")
  func tabs() async throws {
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.choose([try SharedFolder.path("media/thumb_up_teal.png")], in: "#library-input")
      try await browser.wait(for: "document.querySelector('#viewer td.number')?.innerText")
      let focused = "document.activeElement.textContent + ' ' + document.activeElement.getAttribute('aria-selected')"
      let reached =
        "[...document.querySelectorAll('[role=tab]')].filter((e) => e.tabIndex === 0).map((e) => e.innerText).join()"
      #expect(try await browser.text(reached).split(separator: ",").sorted() == ["Swift", "Table"])
      try await browser.text(
        "document.querySelector('#results-table').checkVisibility() && document.querySelector('#viewer [role=tab]').focus()"
      )
      for (key, code, title) in [("ArrowRight", 39, "JSON"), ("ArrowRight", 39, "Table"), ("ArrowLeft", 37, "JSON")] {
        try await browser.press(key, code: code)
        #expect(try await browser.text(focused) == "\(title) true")
      }
      #expect(try await browser.text("document.querySelector('#results-json').checkVisibility()") == "true")
      #expect(try await browser.text("document.querySelector('#results-table').checkVisibility()") == "false")
      try await browser.text("document.getElementById('code-swift').focus()")
      try await browser.press("ArrowRight", code: 39)
      #expect(try await browser.text(focused) == "Command line true")
      try await browser.wait(for: "document.getElementById('code-text').textContent.includes('vision gesture')")
      #expect(try await browser.text(reached).split(separator: ",").sorted() == ["Command line", "JSON"])
    }
  }

  @Test("Text stands out from its ground by 4.5 to 1 at the least, in the light and in the dark")
  func contrast() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library?task=pose&numPoses=2")
    let script = """
      (() => {
        const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
          .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] === undefined || c[3] > 0.9) return c; } return [255, 255, 255]; };
        let least = [99, ''];
        for (const e of document.querySelectorAll('body *')) {
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
          if (!own || !e.checkVisibility() || e.closest('.unseen, .skip, .stage')) continue;
          const [a, b] = [light(rgb(getComputedStyle(e).color)), light(ground(e))];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < least[0]) least = [ratio, e.outerHTML.slice(0, 80)];
        }
        return least.join(' ');
      })()
      """
    for isDark in [false, true] {
      try await browser.setDark(isDark)
      let least = try await browser.text(script)
      print("least contrast, \(isDark ? "dark" : "light"): \(least)")
      #expect((Double(least.prefix { $0 != " " }) ?? 0) >= 4.5, "\(least)")
    }
    await browser.close()
    try await studio.stop()
  }

  @Test("In high contrast the chosen task, screen, tab and file stand out, and bars of the timeline are seen")
  func highContrast() async throws {
    try await Chromium.visit("#/library?task=pose") { browser, _ in
      try await browser.emulate("forced-colors", "active")
      for sample in ["yoga.jpg", "walkers.mp4"] { try await browser.click("[data-sample='\(sample)']") }
      try await browser.click(".items li:first-child .open")
      try await browser.wait(for: "document.querySelector('.lane i')")
      let ground = "(selector) => getComputedStyle(document.querySelector(selector)).backgroundColor"
      for (chosen, other) in [
        ("#tasks input:checked + span", "#tasks input:not(:checked) + span"),
        (".screens [aria-current]", ".screens a:not([aria-current])"),
        (".tabs [aria-selected=true]", ".tabs [aria-selected=false]"), (".lane i", ".lane > div"),
      ] {
        #expect(try await browser.text("(\(ground))('\(chosen)') !== (\(ground))('\(other)')") == "true", "\(chosen)")
      }
      let outline = "(selector) => getComputedStyle(document.querySelector(selector)).outlineStyle"
      #expect(try await browser.text("(\(outline))('.items .selected')") == "solid")
      #expect(try await browser.text("(\(outline))('.items li:not(.selected)')") == "none")
      try await browser.screenshot("library-high-contrast")
    }
  }

  @Test("Nothing jumps when results come: the stage and what is above it stay where they are")
  func layout() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library?task=gesture")
    try await browser.click("[data-sample='victory.jpg']")
    try await browser.wait(for: "document.querySelector('.viewer .stage')")
    let place = "JSON.stringify(document.querySelector('.viewer .stage').getBoundingClientRect())"
    let before = try await browser.text(place)
    try await browser.wait(for: "document.getElementById('items').innerText.includes('Victory')")
    #expect(try await browser.text(place) == before)
    await browser.close()
    try await studio.stop()
  }
}
