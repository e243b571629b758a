internal import Language

/// Acronyms that are spelled although they could be said as a word: EU, but NATO. No rule can distinguish them.
enum Acronyms {
    static func words(_ letters: String, _ language: LanguageCode) -> String? {
        if let words = russian[letters] { return language == .ru ? words : nil }
        guard spelled[language]?.contains(letters) ?? false else { return nil }
        return letters.map { String($0) }.joined(separator: " ")
    }

    /// The longest, in letters.
    static let longest = 5

    private static let spelled: [LanguageCode: Set<String>] = written.mapValues {
        Set($0.split(separator: " ").map(String.init))
    }

    private static let written: [LanguageCode: String] = [
        .en:
            "EU UN USA UK US IT ID CEO CFO CTO COO IMF AI ATM IRS FBI CIA UAE UFO USB URL API HIV DIY IQ ECB IPO UV AC TV",
        .de: "EU USA US UN KI IT AG CEO BIP USB API IHK EZB EDV IQ ICE ARD EKG EU UKW UV",
        .fr: "UE USA IA FMI TVA RATP ADN PME BCE IRM USB API UV IP",
        .es: "UE IA FMI ADN DNI BCE USB API UV IP",
        .it: "UE UK IA FMI BCE USB API DNA UV",
        .pt: "UE EUA IA FMI DNA BCE IBGE UTI USB API UV",
    ]

    /// Russian letters have names, which are written out: "сэ шэ а".
    private static let russian = [
        "США": "сэ шэ а", "ЕС": "е эс", "ООН": "о о эн", "СССР": "эс эс эс эр", "РФ": "эр эф", "МВФ": "эм вэ эф",
        "ВВП": "вэ вэ пэ", "ФБР": "эф бэ эр", "ЦБ": "цэ бэ", "ДНК": "дэ эн ка", "МГУ": "эм гэ у", "ЦРУ": "цэ эр у",
        "КНР": "ка эн эр", "ЕЦБ": "е цэ бэ", "ДТП": "дэ тэ пэ", "НДС": "эн дэ эс", "ФСБ": "эф эс бэ", "МВД": "эм вэ дэ",
    ]
}
