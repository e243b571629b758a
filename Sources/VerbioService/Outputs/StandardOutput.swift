/// The destination of a file that is printed instead of written.
package struct StandardOutput: Sendable {
    /// Whether the run's events go to standard output, so that no file can.
    package var takesEvents: Bool
    /// Whether standard output is a terminal.
    package var isTerminal: Bool
    /// Copies the bytes of a file to standard output.
    package var copy: @Sendable (_ path: String) throws -> Void

    package init(takesEvents: Bool, isTerminal: Bool, copy: @escaping @Sendable (_ path: String) throws -> Void) {
        self.takesEvents = takesEvents
        self.isTerminal = isTerminal
        self.copy = copy
    }
}
