// In ML Kit the detector has a module of its own, which brings the one of `Vision` and `VisionImage`. Code imports
// either or both.
@_exported import FirebaseMLVision
