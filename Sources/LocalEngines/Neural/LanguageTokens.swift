internal import Language

/// How translation models name languages.
///
/// The names are those of the models' public vocabularies. NLLB and OPUS-MT have ISO 639-3 with or without a script, and
/// M2M100, MADLAD and older OPUS-MT models have ISO 639-1.
enum LanguageTokens {
    /// The form of a name in a vocabulary, and its place in a request.
    enum Form: CaseIterable {
        /// `eng_Latn` before the source, `spa_Latn` before the translation.
        case nllb
        /// `__en__` and `__es__` in the same places.
        case m2m
        /// `<2es>` before the source.
        case madlad
        /// `>>spa<<` before the source: OPUS-MT's models into several languages.
        case targets

        func token(_ name: String) -> String {
            switch self {
            case .nllb: name
            case .m2m: "__\(name)__"
            case .madlad: "<2\(name)>"
            case .targets: ">>\(name)<<"
            }
        }
    }

    /// The names by which models of a form know a language, the most specific first.
    static func names(of tag: LanguageTag, _ form: Form) -> [String] {
        if let variety = tag.variety {
            switch (tag.code, variety.subtag, form) {
            case (.zh, "Hant", .nllb): return ["zho_Hant"]
            case (.zh, "Hant", .madlad): return ["zh_Hant"]
            case (.zh, "Hant", .targets): return ["cmn_Hant", "zho_Hant", "zh_TW", "zh_tw"]
            case (.pt, "BR", .targets): return ["pob", "pt_BR", "pt_br"]
            default: return []
            }
        }
        let code = tag.code.rawValue
        switch form {
        case .m2m, .madlad: return [code]
        case .nllb: return [nllb[tag.code] ?? code]
        case .targets:
            let others = tag.code == .zh ? ["cmn_Hans", "zho_Hans", "zh_CN", "zh_cn", "cmn", "zho"] : []
            return others + [String((nllb[tag.code] ?? code).prefix(3)), code] + (tag.code == .ar ? ["ara"] : [])
        }
    }

    private static let nllb: [LanguageCode: String] = [
        .en: "eng_Latn", .es: "spa_Latn", .fr: "fra_Latn", .de: "deu_Latn", .it: "ita_Latn", .pt: "por_Latn",
        .zh: "zho_Hans", .ja: "jpn_Jpan", .ko: "kor_Hang", .ar: "arb_Arab", .hi: "hin_Deva", .ru: "rus_Cyrl",
    ]

    /// The languages that a part of a model's name means: `es`, `spa`, or one of OPUS-MT's groups of related languages.
    static func languages(named name: Substring) -> Set<LanguageCode>? {
        if let code = LanguageCode(rawValue: name.lowercased()) { return [code] }
        if let group = groups[String(name)] { return group }
        return LanguageCode.allCases.first { nllb[$0]?.hasPrefix(name.lowercased() + "_") == true }.map { [$0] }
    }

    private static let romance: Set<LanguageCode> = [.es, .fr, .it, .pt]
    private static let groups: [String: Set<LanguageCode>] = [
        "ROMANCE": romance, "roa": romance, "itc": romance, "gem": [.de, .en], "gmw": [.de, .en], "sla": [.ru],
        "zle": [.ru], "sem": [.ar], "inc": [.hi], "iir": [.hi], "mul": Set(LanguageCode.allCases),
        "ine": [.en, .es, .fr, .de, .it, .pt, .hi, .ru], "ara": [.ar], "cmn": [.zh], "jap": [.ja],
    ]
}
