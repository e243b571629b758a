/// chrF of engines on the project's everyday sentences (`Samples/everyday`), as `Benchmarks offline` prints it.
enum MeasuredScores {
    /// By the engine, or the beginning of a model's name, and the direction.
    static let chrF: [String: [String: Double]] = [
        "firefox": [
            "en-pt": 79.1, "pt-en": 81.9,
        ],
        "apertium": [
            "en-es": 56.5, "en-fr": 53.0, "en-it": 53.5, "en-pt": 51.0, "es-en": 59.2, "es-fr": 60.6,
            "es-it": 65.9, "es-pt": 64.2, "fr-en": 52.8, "fr-es": 58.9, "fr-it": 59.6, "fr-pt": 50.1,
            "it-en": 52.7, "it-es": 64.0, "it-fr": 58.7, "it-pt": 55.9, "pt-en": 56.2, "pt-es": 68.2,
            "pt-fr": 56.7, "pt-it": 62.3,
        ],
    ]

    /// From these scores on, the translations read as a quality says.
    struct Limits {
        var good: Double
        var fair: Double
    }

    /// Read in translations on both sides: 82 and 79 (Firefox, en ↔ pt) can be handed over; 68 (Apertium, pt → es) is understood;
    /// 66 (es → it) has wrong words in every other sentence.
    static let limits = Limits(good: 75, fair: 66)

    /// For texts without blanks: short words have less in common with any reference; not checked by reading.
    static let limitsWithoutBlanks = Limits(good: 45, fair: 30)
}
