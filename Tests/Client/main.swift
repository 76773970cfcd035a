import MediaPipeTasksVision

// The client runs, too: pixels through the stand-ins, and a refusal by a task.
sendability()
guard let buffer = grayBuffer(width: 32, height: 16, level: 126) else { fatalError("there is no pixel buffer") }
let image = try MPImage(sampleBuffer: sample(buffer, atMilliseconds: 40))
let level = image.imageBuffer.withUnsafeBytes { $0[0] }
precondition(image.width == 32 && level == 128, "the gray of 126 in video range has become \(level)")
do {
  _ = try GestureRecognizer(modelPath: nil)
  fatalError("a task without a model was made")
} catch {
  let error = error as NSError
  precondition(error.domain == "com.google.mediapipe.tasks" && error.code == 3, "\(error)")
}
print("client: all imports stand, and a call works")
