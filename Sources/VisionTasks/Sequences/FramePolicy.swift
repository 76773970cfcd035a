/// Which of the frames of a sequence a task works on.
public enum FramePolicy: Sendable, Hashable, CaseIterable {
  /// Every frame, in order, however long it takes; for files. While you handle one result the next frame is worked on, and
  /// the source is asked for no further one: at most one frame is read ahead.
  case everyFrame

  /// The newest frame each time a result is asked for, and the very last one of all; for cameras and streams. Frames are read
  /// as fast as they come. One waits, those it replaces are dropped and counted.
  case latest
}
