/// A time of `value / timescale` seconds.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// A time of seconds; see `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds; see `CMTime.seconds`.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The sum of two times.
public func CMTimeAdd(_ addend1: CMTime, _ addend2: CMTime) -> CMTime { addend1 + addend2 }

/// The difference of two times.
public func CMTimeSubtract(_ minuend: CMTime, _ subtrahend: CMTime) -> CMTime { minuend - subtrahend }

/// -1, 0 or 1 when the first time is earlier than the second one, the same or later.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compared(with: time2) }
