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
        let code = tag.code.spokenCode
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
    ].merging(basic) { first, _ in first }

    private static let basic = Dictionary(
        uniqueKeysWithValues: [
            "bg": "bul_Cyrl", "bn": "ben_Beng", "ca": "cat_Latn", "cs": "ces_Latn", "da": "dan_Latn", "el": "ell_Grek",
            "et": "est_Latn", "fa": "pes_Arab", "fi": "fin_Latn", "he": "heb_Hebr", "hr": "hrv_Latn", "hu": "hun_Latn",
            "id": "ind_Latn", "lt": "lit_Latn", "lv": "lvs_Latn", "ms": "zsm_Latn", "nb": "nob_Latn", "nl": "nld_Latn",
            "pl": "pol_Latn", "ro": "ron_Latn", "sk": "slk_Latn", "sl": "slv_Latn", "sv": "swe_Latn", "sw": "swh_Latn",
            "ta": "tam_Taml", "te": "tel_Telu", "th": "tha_Thai", "tr": "tur_Latn", "uk": "ukr_Cyrl", "ur": "urd_Arab",
            "vi": "vie_Latn",
        ].compactMap { code, name in LanguageCode(rawValue: code).map { ($0, name) } })

    /// The languages that a part of a model's name means: `es`, `spa`, or one of OPUS-MT's groups of related languages.
    static func languages(named name: Substring) -> Set<LanguageCode>? {
        if let code = LanguageCode(spokenCode: name.lowercased()) { return [code] }
        if let group = groups[String(name)] { return group }
        return LanguageCode.known.first { nllb[$0]?.hasPrefix(name.lowercased() + "_") == true }.map { [$0] }
    }

    private static let romance: Set<LanguageCode> = [.es, .fr, .it, .pt]
    private static let groups: [String: Set<LanguageCode>] = [
        "ROMANCE": romance, "roa": romance, "itc": romance, "gem": [.de, .en], "gmw": [.de, .en], "sla": [.ru],
        "zle": [.ru], "sem": [.ar], "inc": [.hi], "iir": [.hi], "mul": Set(LanguageCode.known),
        "ine": [.en, .es, .fr, .de, .it, .pt, .hi, .ru], "ara": [.ar], "cmn": [.zh], "jap": [.ja],
    ]
}
