/// The sentence of a refusal, judged by the rules for all of them instead of by its words.
struct RefusalSentence {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether the sentence begins with the place. A sentence without a place has none of the tested requests' parameters first.
    func names(_ place: String) -> Bool { place.isEmpty || text.hasPrefix("\(place): ") }

    /// What is wrong with it; empty if nothing is.
    ///
    /// - Parameters:
    ///   - status: of the answer. For an error of the server or a provider there may be nothing that the client can do.
    ///   - cure: what the answer says is to be done, if it says so apart from the sentence.
    func faults(status: Int, cure: String?) -> [String] {
        var faults: [String] = []
        if text.isEmpty || text.hasSuffix(".") || text.hasSuffix(" ") {
            faults.append("it must end without a full stop")
        }
        if text.contains(where: { $0.isNewline || $0 == "\t" }) { faults.append("it must be one line") }
        if text.contains("  ") { faults.append("it has two blanks") }
        if text.count > 500 { faults.append("it has more than 500 letters") }
        if let cure, !text.hasSuffix("; \(cure)") { faults.append("it must end with its cure") }
        if cure == nil, status < 500, !text.contains("; ") {
            faults.append("it must say what to do, after a semicolon")
        }
        let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
        let unwanted = words.intersection([
            "please", "sorry", "oops", "nobody", "whoever", "somebody", "invalid", "illegal",
        ])
        if !unwanted.isEmpty { faults.append("it says \(unwanted.sorted().joined(separator: ", "))") }
        return faults
    }
}
