import Language
import LocalEngines
import Providers
import Testing

/// What no model can translate stays as it is and where it belongs.
@Suite struct KeptPartsTests {
    @Test(
        "Given parts that are no language, when a text is translated, then they stay in their places",
        arguments: [
            ("hello {name}, two red house.", "olá {name}, dois vermelho casa."),
            ("click <b>house</b> now", "clique <b>casa</b> agora"),
            ("<i>Three house.</i>", "<i>Três casa.</i>"), ("<b>hello</b> <i>house", "<b>olá</b> <i>casa"),
            ("hello<br>house {x}two", "olá<br>casa {x}dois"), ("<i>😀 hello</i> 👍", "<i>😀 olá</i> 👍"),
            ("Write to anna@example.com now.", "Escreva para anna@example.com agora."),
            ("click https://example.com/a?b=1, now.", "clique https://example.com/a?b=1, agora."),
            ("two %1$d house, one %s.", "dois %1$d casa, um %s."), ("hello @anna #casa now", "olá @anna #casa agora"),
            ("hello 😀 house", "olá 😀 casa"), ("👍 hello house 😀👍🏽", "👍 olá casa 😀👍🏽"),
            ("hello {{ x }} now", "olá {{ x }} agora"),
            ("hello ${user} now", "olá ${user} agora"), ("two 100% house", "dois 100% casa"),
        ])
    func spans(text: String, wanted: String) async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese + [("100%", "100%")])
        let found = try await models.translator().translated(text, .en, .pt).text
        #expect(found == wanted)
    }

    @Test(
        "Given words with letters that the model does not know, when a text is translated, then they stay",
        arguments: [
            ("hello Müller now", "olá Müller agora"), ("hello Привет now", "olá Привет agora"),
            ("hello 你好, now", "olá 你好, agora"), ("Привет", "Привет"),
        ])
    func unknownLetters(text: String, wanted: String) async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let found = try await models.translator().translated(text, .en, .pt).text
        #expect(found == wanted)
    }

    @Test(
        "Given a sentence in capitals, when it is translated, then its words are found and the translation is in capitals"
    )
    func capitals() async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let translator = try models.translator()
        #expect(
            try await translator.translated("THE STORE IS CLOSED {x}.", .en, .pt).text == "O ARMAZÉM É FECHADO {x}.")
        #expect(try await translator.translated("The store is closed.", .en, .pt).text == "O armazém é fechado.")
    }

    @Test(
        "Given a model that drops the stand-ins, when a text is translated, then the parts between them are translated")
    func lostStandIns() async throws {
        let models = try FirefoxModels()
        // Without the piece X, the stand-in is unknown to this model.
        try models.add("en", "pt", FirefoxModels.portuguese, copied: [",", "."])
        #expect(
            try await models.translator().translated("hello {name} house, {x}.", .en, .pt).text
                == "olá {name} casa, {x}.")
    }

    @Test("Given a text of pictures and marks alone, when it is translated, then it stays")
    func nothingToTranslate() async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let translator = try models.translator()
        for text in ["😀", "{name}", "https://example.com", " … ", "<br>", "👩‍👩‍👧 👍"] {
            #expect(try await translator.translated(text, .en, .pt).text == text)
        }
    }
}
