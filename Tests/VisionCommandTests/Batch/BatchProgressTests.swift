import Testing

@testable import VisionCommand

@Suite("The progress of a batch")
struct BatchProgressTests {
  @Test("Names with control characters cannot change the terminal")
  func controlCharacters() {
    #expect("a\u{1B}[2J\n\u{9B}é🙂\u{7F}".escapingControlCharacters == "a\\x1B[2J\\x0A\\x9Bé🙂\\x7F")
  }

  @Test("Earlier runs count as done, but not for the rate and the time left")
  func text() {
    var progress = BatchProgress(doneBefore: 1000, total: 5000)
    #expect(progress.text(elapsed: 0) == "1000/5000 inputs, 0 failed, 0.0 images/s")
    progress.done += 400
    progress.failed = 1
    progress.images = 399
    #expect(progress.text(elapsed: 10) == "1400/5000 inputs, 1 failed, 39.9 images/s, 1:30 left")
  }

  @Test("The summary names the command that continues: without --retry-failed, which starts no new part")
  func summary() {
    var whole = BatchProgress(doneBefore: 0, total: 10)
    (whole.done, whole.images) = (10, 20)
    #expect(
      whole.summary(elapsed: 2, finished: 10, of: 10, failed: 0) == "10 inputs: 10 done, 0 failed, 10.0 images/s, 0:02")
    let ended = whole.summary(elapsed: 2, finished: 4, of: 10, failed: 1)
    #expect(
      ended == "4 of 10 inputs: 3 done, 1 failed (errors.jsonl), 10.0 images/s, 0:02; the same command continues")
    let retry = BatchProgress(doneBefore: 0, total: 1, isRetry: true)
    #expect(
      retry.summary(elapsed: 2, finished: 4, of: 10, failed: 0)
        == "4 of 10 inputs: 4 done, 0 failed; the command without --retry-failed continues")
  }

  @Test("A run that had nothing to do has no speed, and a failed input is not done")
  func nothing() {
    let finished = BatchProgress(doneBefore: 10, total: 10)
    #expect(finished.summary(elapsed: 0.1, finished: 10, of: 10, failed: 0) == "10 inputs: 10 done, 0 failed")
    var failed = BatchProgress(doneBefore: 0, total: 1)
    failed.done = 1
    #expect(
      failed.summary(elapsed: 1, finished: 1, of: 1, failed: 1) == "1 input: 0 done, 1 failed (errors.jsonl), 0:01")
  }
}
