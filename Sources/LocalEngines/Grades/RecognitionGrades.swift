internal import Language
internal import Providers

/// How well Whisper base understands each language, as the benchmark `local` measured it. Other models are not graded.
enum RecognitionGrades {
    private struct Measured {
        var errorRate: Double
        var recordings: Int
    }

    /// The transcripts of the Arabic and the Russian recording lack their last words; these do not count.
    private static let base: [LanguageCode: Measured] = [
        .en: Measured(errorRate: 0.12, recordings: 18), .es: Measured(errorRate: 0.14, recordings: 6),
        .fr: Measured(errorRate: 0.29, recordings: 6), .de: Measured(errorRate: 0.23, recordings: 5),
        .it: Measured(errorRate: 0.24, recordings: 2), .pt: Measured(errorRate: 0.21, recordings: 4),
        .zh: Measured(errorRate: 0.18, recordings: 2), .ja: Measured(errorRate: 0.10, recordings: 1),
        .ko: Measured(errorRate: 0.21, recordings: 1), .ar: Measured(errorRate: 0.14, recordings: 1),
        .ru: Measured(errorRate: 0.17, recordings: 1),
    ]

    /// - Parameter model: the name of a Whisper model, such as `base`.
    /// - Returns: the grades by language; none for other models.
    static func grades(ofWhisper model: String) -> [LanguageCode: RecognitionGrade] {
        guard model == "base" else { return [:] }
        var grades = base.reduce(into: [LanguageCode: RecognitionGrade]()) { grades, row in
            grades[row.key] = grade(row.value, row.key)
        }
        // It writes Hindi in Arabic letters, so no word can be compared.
        grades[.hi] = RecognitionGrade(.rough, .wordErrorRate, nil, recordings: 1)
        return grades
    }

    private static func grade(_ measured: Measured, _ language: LanguageCode) -> RecognitionGrade {
        let limits = language.isDense ? (good: 0.10, fair: 0.25) : (good: 0.15, fair: 0.35)
        // One recording is too little to call a language good.
        let isGood = measured.errorRate <= limits.good && measured.recordings > 1
        return RecognitionGrade(
            isGood ? .good : measured.errorRate <= limits.fair ? .fair : .rough,
            language.isDense ? .characterErrorRate : .wordErrorRate, measured.errorRate, recordings: measured.recordings
        )
    }
}
