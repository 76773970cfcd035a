// Code written for iOS says `import Firebase` and uses everything with this one line.
@_exported import FirebaseMLVision
