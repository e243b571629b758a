/// What takes a file that is printed instead of written.
package struct StandardOutput: Sendable {
    /// Whether the events of the run go there, so that no file can.
    package var takesEvents: Bool
    /// Whether a person looks at it.
    package var isTerminal: Bool
    /// Copies the bytes of a file to it.
    package var copy: @Sendable (_ path: String) throws -> Void

    package init(takesEvents: Bool, isTerminal: Bool, copy: @escaping @Sendable (_ path: String) throws -> Void) {
        self.takesEvents = takesEvents
        self.isTerminal = isTerminal
        self.copy = copy
    }
}
