#if !canImport(ObjectiveC)
  import Foundation

  /// Lets casts and patterns see the error as an `NSError`, as they do on Apple's platforms: `catch let error as NSError`.
  ///
  /// Elsewhere Swift bridges only types that say how; without this a pattern of iOS code falls through.
  extension TasksError: _ObjectiveCBridgeable {
    /// The error with MediaPipe's domain, its code and its message.
    public func _bridgeToObjectiveC() -> NSError {
      NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Does nothing for errors of other domains and codes that are not listed.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout TasksError?) {
      _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// The error that an `NSError` of MediaPipe's domain stands for.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout TasksError?) -> Bool {
      guard source.domain == errorDomain, let code = UInt(exactly: source.code).flatMap(TasksErrorCode.init) else {
        return false
      }
      result = TasksError(code, source.localizedDescription)
      return true
    }

    /// The error that an `NSError` stands for; of unknown kind for one of another domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> TasksError {
      var result: TasksError?
      if let source, _conditionallyBridgeFromObjectiveC(source, result: &result), let result { return result }
      return TasksError(.unknownError, source?.localizedDescription ?? "There is no error.")
    }
  }
#endif
