/// Why a model cannot be used: one clause that names the file's part and what is wrong with it.
package struct ModelFault: Error, Hashable, Sendable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
