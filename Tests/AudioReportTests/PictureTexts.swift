import AudioReport

extension Picture {
    /// The texts in it.
    var texts: [String] {
        shapes.compactMap { if case .text(let text, _, _, _, _, _) = $0 { text } else { nil } }
    }
}
