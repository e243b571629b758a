/// A plain field of a form.
struct FormField: Sendable, Hashable {
    var name: String
    /// Line ends and tabs are spaces here, as in a query that has none, unless the value may have several lines.
    var value: String
}
