/// Apple's description of a screen. It has no values here: only nil can be given, which means "whatever there is".
public enum UITraitCollection: Sendable {}
