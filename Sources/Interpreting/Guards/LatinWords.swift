internal import Language

/// The commonest words of the six languages of Latin letters; a word that several share counts less for each.
enum LatinWords {
    static let languages: [LanguageCode] = [.en, .es, .fr, .de, .it, .pt]

    /// How much a text speaks for a language: about the number of its common words.
    static func score(_ text: String, _ language: LanguageCode) -> Double {
        var score = 0.0
        // A word said again and again speaks once.
        for word in Set(text.lowercased().split(whereSeparator: { !$0.isLetter })) {
            if let endings = endings[language], word.count > 5, endings.contains(where: { word.hasSuffix($0) }) {
                score += 0.5
            }
            if word.count > 1 || "aeéoyiàè".contains(word), let shares = weights[String(word)],
                shares.languages.contains(language)
            {
                score += shares.weight
            }
        }
        for character in text.lowercased() {
            if let owners = letters[character], owners.contains(language) { score += owners.count == 1 ? 0.5 : 0.25 }
        }
        return score
    }

    /// Endings of long words that few of the others have.
    private static let endings: [LanguageCode: [String]] = [
        .en: ["ing", "ough", "ness", "ship", "ght"],
        .es: ["ción", "ciones", "iendo", "amos", "emos", "illa", "ieron", "aron"],
        .fr: ["eux", "euse", "ons", "aient", "eau", "eaux", "oir", "ois", "ique"],
        .de: ["ung", "ungen", "keit", "lich", "isch", "cht", "chen", "ieren"],
        .it: ["zione", "zioni", "iamo", "tà", "ggio", "anno", "ello", "ella", "ietta"],
        .pt: ["ção", "ções", "ões", "inho", "inha", "aram", "eram", "agem"],
    ]

    private static let letters: [Character: [LanguageCode]] = [
        "ñ": [.es], "¿": [.es], "¡": [.es], "ß": [.de], "ä": [.de], "ö": [.de], "ü": [.de], "ã": [.pt], "õ": [.pt],
        "ç": [.fr, .pt], "œ": [.fr],
        "ê": [.fr, .pt], "û": [.fr], "î": [.fr], "ò": [.it], "ì": [.it], "ù": [.it, .fr], "è": [.it, .fr],
    ]

    private static let weights: [String: (weight: Double, languages: [LanguageCode])] = {
        var owners: [String: [LanguageCode]] = [:]
        for (language, words) in lists {
            for word in Set(words.split(whereSeparator: \.isWhitespace)) {
                owners[String(word), default: []].append(language)
            }
        }
        return owners.mapValues { (1 / Double($0.count * $0.count), $0) }
    }()

    private static let lists: [(LanguageCode, String)] = [
        (
            .en,
            """
            the and of to is are was were be been you your i we they he she it this that these those what where when how why who which with for from have has had do does did not
            can could will would should may might must my our their his her there here please thank thanks hello good morning today tomorrow yesterday very much more than but or if
            then about into over some any no yes an at on by as me us them want need know think go going like time know don isn doesn sorry help now just let
            children working works never dinner ready come eat out up off so too again back still also down all house friend home his him
            am its went got came said says dog cat door looking
            """
        ),
        (
            .es,
            """
            el los las del y es son está están estoy soy era fue una unos unas que qué dónde cuándo cómo por para con sin sobre pero porque muy más también hay este esta estos esto eso
            esa ese mi tu su nos nosotros ustedes usted ellos ella yo él lo le les me te se no sí hola gracias buenos buenas días hoy mañana ayer puede puedo puedes tengo tiene tienes
            quiero necesito vamos aquí allí ahora todo todos nada siempre nunca hace hacer ser estar ha he han donde cuando como favor señor a al en de la un si
            las eran fueron tenemos tienen somos van voy va come nunca tampoco debajo está mis tus sus niños niña hermano hermana casa noche calle
            años año bien mal soy dónde hasta desde entre cada mucho mucha poco llave llaves
            """
        ),
        (
            .fr,
            """
            le les des du et est sont suis es était une que qui quoi où quand comment pourquoi pour avec sans sur mais très plus aussi ce cette ces cela ça mon ton son notre votre nos
            vos leur nous vous ils elles je tu il elle on ne pas oui non bonjour merci quel quelle quels heure dernier premier à aujourd hui demain hier peut peux pouvez ai as avons avez ont veux voulez besoin allons ici
            maintenant tout tous rien toujours jamais faire être avoir dans chez au aux de la un en se si qu
            sœur travaille voulons allons sera seront fait faut encore déjà avant après entre chez très peu beaucoup bien rien autre même soir matin nuit
            jour enfants frère maison rue suite oui ville cherchons
            """
        ),
        (
            .de,
            """
            der die das den dem des und ist sind bin bist war waren ein eine einen einem einer nicht kein keine ich du er sie es wir ihr mein dein sein unser was wo wann wie warum wer
            mit für von zu zum zur auf aus bei nach über unter aber oder wenn dass weil auch sehr mehr noch schon nur hier dort heute morgen gestern bitte danke hallo guten ja nein
            kann können möchte will muss müssen haben habe hat wird werden im am an um als so doch uns euch ihnen ihm mir dir gibt geht wollen sich in
            geht kommt macht sagt gehen kommen machen sagen mich dich wirklich immer nie schon alles etwas nichts wieder jetzt bis ohne gegen durch seit
            vor kinder haus freund bruder schwester abend nacht stadt straße zeit
            """
        ),
        (
            .it,
            """
            il lo gli della dei delle del dello nel nella è sono sei era una uno che chi cosa dove quando come perché per con senza su ma molto più anche questo questa questi quello
            quella mio tuo suo nostro vostro noi voi loro io lui lei mi ti ci vi si non sì ciao grazie buongiorno buonasera oggi domani ieri può posso puoi puoi ho ha hai abbiamo
            vorrei voglio bisogno andiamo qui ora adesso tutto tutti niente sempre mai fare essere avere al alla ai di da e a in un la le i
            stanno sta sto già bambini ragazzi sera notte giorno casa fratello sorella sotto sopra dopo prima ancora poco molti tutta tutte detto fatto hanno
            siamo siete vado va vai bene male anni anno così però quindi
            """
        ),
        (
            .pt,
            """
            o os as do da dos das e é são estou está estão era foi uma uns que quem onde quando como porque por para com sem sobre mas muito mais também há este esta isto isso esse essa
            meu minha teu seu sua nosso nós vocês você eles ela ele eu não sim olá obrigado obrigada bom dia boa hoje amanhã ontem pode posso tenho tem quero preciso vamos aqui agora tudo
            todos nada sempre nunca fazer ser estar ao aos à no na nos nas em de um se lhe me te pelo pela até já
            estava estamos são nunca debaixo nossa nossas tenho temos têm vou vai vamos ainda depois antes cada muita pouco bem mal noite rua casa
            irmão irmã criança crianças cachorro filho filha você estou deve só ela
            """
        ),
    ]
}
