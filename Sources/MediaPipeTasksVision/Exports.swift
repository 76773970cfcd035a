@_exported import VisionTasks
