/// COMET (wmt22-comet-da) of models on the test set of FLORES-200, as the developers of Firefox's models published it for their
/// own and other models: mozilla/firefox-translations-models, folder `evaluation`, read in November 2026.
enum PublishedScores {
    /// By the beginning of a model's name, and the direction.
    static let comet: [String: [String: Double]] = [
        "firefox": [
            "en-es": 0.8400, "es-en": 0.8501, "en-fr": 0.8514, "fr-en": 0.8817, "en-de": 0.8567,
            "de-en": 0.8710, "en-it": 0.8624, "it-en": 0.8646, "en-pt": 0.8870, "pt-en": 0.8839,
            "en-zh": 0.8556, "zh-en": 0.8622, "en-ja": 0.8861, "ja-en": 0.8632, "en-ko": 0.8652,
            "ko-en": 0.8646, "en-ar": 0.8580, "ar-en": 0.8593, "en-ru": 0.8764, "ru-en": 0.8425,
            "en-hi": 0.7905, "hi-en": 0.8730,
        ],
        "opus-mt": [
            "en-es": 0.8499, "es-en": 0.8599, "en-fr": 0.8617, "fr-en": 0.8835, "en-de": 0.8470,
            "de-en": 0.8827, "en-it": 0.8520, "it-en": 0.8656, "en-zh": 0.8244, "zh-en": 0.8439,
            "ja-en": 0.8259, "ko-en": 0.8269, "en-ar": 0.8319, "ar-en": 0.8439, "en-ru": 0.8478,
            "ru-en": 0.8391, "en-hi": 0.5956, "hi-en": 0.7582,
        ],
        "argos": [
            "en-ja": 0.7876, "en-ko": 0.7163, "en-ar": 0.7645,
        ],
    ]

    /// Limits of the published score: 0.84 is the score of the weakest model with translations that read well here.
    static let good = 0.84
    static let fair = 0.80
}
