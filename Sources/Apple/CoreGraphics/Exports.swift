@_exported import AppleBase
