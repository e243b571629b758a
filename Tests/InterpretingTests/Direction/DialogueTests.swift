import Conversations
import Language
import Testing

@testable import Interpreting

/// A scripted dialogue at a counter, English and Spanish, with what people say between sentences.
@Suite("A dialogue of sixty turns") struct DialogueTests {
    /// `u` is the user, who speaks English, `o` the other side.
    private static let script = """
        u Good morning, do you speak English?
        o Un poco, pero prefiero hablar español.
        u That's fine, this machine translates for us.
        o Muy bien, dígame.
        u I'd like to rent a car for three days.
        o ¿Qué tipo de coche necesita?
        u Something small, please.
        o Tenemos un Seat Ibiza.
        u How much is it per day?
        o Cuarenta y cinco euros.
        u Is insurance included?
        o Sí, el seguro está incluido.
        u OK.
        u And how many kilometres can I drive?
        o No hay límite de kilómetros.
        u Great.
        o ¿Me deja su carné de conducir?
        u Of course, here it is.
        o Gracias.
        o ¿Cómo se llama usted?
        u My name is Peter Miller.
        o ¿Dónde se aloja?
        u At the hotel next to the station.
        o ¿Tiene un número de teléfono?
        u Yes, it's 555 0192.
        o 555 0192, perfecto.
        u Can a second person drive the car?
        o Sí, pero cuesta diez euros más al día.
        u Then only me, thanks.
        o De acuerdo.
        o ¿Va a pagar con tarjeta?
        u Yes, with this one.
        o Un momento, por favor.
        u Sure.
        o La máquina no acepta esta tarjeta.
        u That's strange, let me try another one.
        o Ahora sí ha funcionado.
        u Wonderful.
        o Firme aquí, por favor.
        u Where exactly?
        o En la parte de abajo, a la derecha.
        u Done.
        o Aquí tiene las llaves.
        u Thank you very much.
        u Where is the car parked?
        o Está en la segunda planta, plaza número 42.
        u 42?
        u And what kind of fuel does it take?
        o Gasolina sin plomo.
        u When do I have to bring it back?
        o El viernes antes de las seis de la tarde.
        u What happens if I'm late?
        o Se cobra un día más.
        u I understand.
        o Si tiene algún problema, llame a este número.
        u Is somebody there at night as well?
        o Sí, las veinticuatro horas.
        u Perfect, goodbye!
        o ¡Buen viaje!
        u See you on Friday.
        """

    /// The turns that are assigned to the other side, or to neither.
    private func wrongTurns(
        _ script: String, _ from: LanguageCode, _ to: LanguageCode, begins: Speaker
    ) throws -> [String] {
        var tracker = DirectionTracker(pair: try LanguagePair(from: from, to: to), speaker: begins)
        let turns = script.split(separator: "\n")
        #expect(turns.count == 60)
        return turns.compactMap { turn in
            let decision = tracker.decide(.init(text: String(turn.dropFirst(2))))
            let isRight = decision.speaker == (turn.hasPrefix("u") ? .user : .other) && decision.pair != nil
            return isRight ? nil : "\(turn) \(decision.reason) \(decision.scores)"
        }
    }

    @Test(
        "Given a dialogue of 60 turns, when the directions are decided, then at least 58 are right",
        arguments: Speaker.allCases)
    func turns(begins: Speaker) throws {
        let wrong = try wrongTurns(Self.script, .en, .es, begins: begins)
        #expect(wrong.count <= 2, "\(wrong)")
    }

    @Test(
        "Given dialogues in other languages, when the directions are decided, then few are wrong",
        arguments: Dialogues.all, Speaker.allCases)
    func heldOut(_ dialogue: Dialogues.Dialogue, begins: Speaker) throws {
        let wrong = try wrongTurns(dialogue.script, dialogue.from, dialogue.to, begins: begins)
        print("dialogue \(dialogue.from)–\(dialogue.to): \(60 - wrong.count) of 60 right, not \(wrong)")
        #expect(wrong.count <= dialogue.maximumWrong, "\(wrong)")
    }

    @Test(
        "Given everyday Spanish or Portuguese, when it is decided on, then at most 4 of 150 lines are wrong",
        arguments: [LanguageCode.es, .pt])
    func sisters(_ language: LanguageCode) throws {
        let lines = (language == .es ? EverydayLines.spanish : EverydayLines.portuguese).split(separator: "\n")
        #expect(lines.count == 150)
        var wrong: [Substring] = []
        for line in lines {
            // The first utterance of a conversation, with the other side expected.
            var tracker = DirectionTracker(
                pair: try LanguagePair(from: .es, to: .pt), speaker: language == .es ? .other : .user)
            if tracker.decide(.init(text: String(line))).pair?.from != language { wrong.append(line) }
        }
        print("everyday lines, \(language): \(wrong.count) of 150 wrong")
        #expect(wrong.count <= 4, "\(wrong)")
    }
}
