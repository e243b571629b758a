import Language
import Testing

struct SearchTextTests {
    @Test(
        "Given texts that say the same in different letters, when they are folded, then they are equal",
        arguments: [
            ("CAFÉ cafe\u{301}", "cafe cafe"), ("ÅÄÖ øđł", "aao odl"), ("ＡＢＣ　１２", "abc 12"), ("Ёлка", "елка"),
            ("臺灣", "台湾"), ("أَحمد", "احمد"), ("İstanbul", "istanbul"), ("がっこう", "がっこう"), ("ỆỘ", "eo"),
            ("Straße", "straße"), ("हिन्दी", "हिन्दी"), ("", ""),
        ])
    func folding(text: String, folded: String) {
        #expect(Array(SearchText.folded(text).unicodeScalars) == Array(folded.unicodeScalars))
        #expect(SearchText.folded(folded) == folded)
    }
}
