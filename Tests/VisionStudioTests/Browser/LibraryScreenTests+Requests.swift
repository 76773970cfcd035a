import TestSupport
import Testing

/// Requests whose answers take their time.
extension LibraryScreenTests {
  /// Makes some of the page's requests slow, and counts the runs that it asks for.
  private func slowDown(_ slow: SlowRequest, _ browser: Chromium) async throws {
    try await browser.text(
      """
      (() => {
        const plain = window.fetch;
        window.runs = 0;
        window.fetch = async (path, options) => {
          const isStart = options?.method === 'POST' && path.endsWith('/jobs');
          if (isStart) window.runs += 1;
          const isSlow = \(slow == .firstStart) ? isStart && window.runs === 1 : /jobs.[0-9a-f]+$/.test(path);
          if (isSlow) await new Promise((resolve) => { setTimeout(resolve, 500); });
          return plain(path, options);
        };
      })()
      """)
  }

  enum SlowRequest: CaseIterable {
    case firstStart, looks
  }

  @Test("A sample of another task is worked on once, though choosing it changes the task")
  func sampleOfAnotherTask() async throws {
    try await run("#/library?task=detect") { browser, _ in
      try await slowDown(.looks, browser)
      // The page works anew 200 ms after a change: here well after the first run has begun.
      try await browser.text(
        "(() => { const plain = window.setTimeout; "
          + "window.setTimeout = (work, wait) => plain(work, wait === 200 ? 2000 : wait); })()")
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 2500); })")
      #expect(try await browser.text("window.runs") == "1")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("Samples stand in the order of the clicks, whichever arrives first")
  func sampleOrder() async throws {
    try await run("#/library?task=detect") { browser, _ in
      try await browser.text(
        """
        (() => {
          const plain = window.fetch;
          window.fetch = async (path, options) => {
            if (path.endsWith('walkers.mp4')) await new Promise((resolve) => { setTimeout(resolve, 1000); });
            return plain(path, options);
          };
        })()
        """)
      try await browser.click("[data-sample='walkers.mp4']")
      try await browser.click("[data-sample='coffee.jpg']")
      try await browser.wait(for: "document.querySelectorAll('#items li').length === 2")
      // The newest is above.
      let oldest = try await browser.text("document.querySelector('#items li:last-child').innerText")
      #expect(oldest.contains("walkers.mp4"))
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("A run that another replaces is not asked for any more", arguments: SlowRequest.allCases)
  func replacedRun(slow: SlowRequest) async throws {
    try await run("#/library?task=pose&numPoses=2&minPosePresenceConfidence=0.4") { browser, _ in
      try await slowDown(slow, browser)
      try await browser.choose([try SharedFolder.path("media/three_people.png")], in: "#library-input")
      try await browser.wait(for: "window.runs === 1")
      try await browser.click("#settings-reset")
      try await browser.wait(for: "\(items).includes('Person 1')")
      #expect(try await browser.text("\(items).includes('Person 2')") == "false")
      #expect(try await browser.text("window.runs") == "2")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }
}
