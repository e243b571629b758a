import Language

/// Conversations between two people who speak a language each. Their author did not know how Verbio distinguishes
/// languages. Turns of one or two words, names, numbers and "OK" are as frequent in them as they are when people talk.
///
/// `u` is the user, who speaks the first language, `o` the other side.
enum Dialogues {
    struct Dialogue: Sendable {
        var from: LanguageCode
        var to: LanguageCode
        var script: String
        /// The largest number of turns that are assigned to the wrong side. Three of each say nothing about their
        /// language (`OK.`, `85.`, a name) and come from the side that did not speak before.
        var maximumWrong: Int
    }

    static let all = [
        Dialogue(
            from: .en, to: .fr,
            script: """
                u Hello, do you have anything for a sore throat?
                o Bonjour, vous avez aussi de la fièvre ?
                u A little, since last night.
                o Vous prenez d'autres médicaments en ce moment ?
                u Only something for my blood pressure.
                o D'accord.
                o Alors je vous déconseille l'ibuprofène.
                u Is Doliprane the same as paracetamol?
                o Oui, exactement.
                o C'est un comprimé toutes les six heures, pas plus.
                u How much is that altogether?
                o Neuf euros quarante, s'il vous plaît.
                u Can I pay by card?
                o Bien sûr.
                u Thank you.
                o Voilà, la cuisine est ici, à gauche.
                u It's smaller than in the photos.
                o Oui, mais le frigo est tout neuf.
                u Does the heating run on gas?
                o Non, tout est électrique depuis les travaux.
                u And how much is the deposit?
                o Un mois de loyer, donc huit cent cinquante euros.
                u OK.
                u My wife Claire would like to see it too.
                o Pas de problème, je suis libre samedi matin.
                u What time?
                o Vers dix heures, si ça vous arrange.
                u Perfect.
                o Vous avez mon numéro ?
                u Not yet.
                o Je vous l'envoie par WhatsApp tout de suite.
                u My car makes a strange noise when I brake.
                o C'est à l'avant ou à l'arrière ?
                u At the front, I think.
                o Elle a combien de kilomètres ?
                u About a hundred and twenty thousand.
                o Ah, voilà.
                o Il faut sûrement changer les plaquettes.
                u Will it take long?
                o Je peux vous la rendre demain soir.
                u We're driving to Lyon tomorrow afternoon.
                u Could you do it before lunch?
                o Je vais demander à mon collègue Julien.
                u Great, thanks.
                o C'est bon, il peut commencer à huit heures.
                o Laissez-moi juste les clés et un nom.
                u Henderson.
                o Comment ça s'écrit ?
                u With an H at the beginning.
                o Vous enregistrez combien de valises ?
                u 2.
                o Celle-ci est trop lourde de trois kilos.
                u Oh no.
                u Can I move a few things into my backpack?
                o Allez-y, mettez-vous juste là sur le côté.
                u And now?
                o Parfait.
                o L'embarquement commence à seize heures vingt, porte B trente-deux.
                u Is the flight to Manchester on time?
                o Oui, normalement.
                """, maximumWrong: 3),
        Dialogue(
            from: .en, to: .de,
            script: """
                u Good morning, I have an appointment with Dr. Brandt.
                o Guten Morgen, wie ist Ihr Name?
                u Michael O'Connor.
                o Haben Sie Ihre Versichertenkarte dabei?
                u Yes, here.
                o Danke.
                o Nehmen Sie bitte noch kurz im Wartezimmer Platz.
                u How long will it take?
                o Ungefähr zwanzig Minuten, heute ist viel los.
                u No problem.
                o So, Herr O'Connor, was führt Sie zu mir?
                u My knee has been swollen since Sunday.
                u I fell on the stairs at work.
                o Tut es weh, wenn ich hier drücke?
                u Ouch, yes.
                o Ich schicke Sie lieber zum Röntgen.
                u Do I need to come back afterwards?
                o Ja, am besten am Donnerstag um neun.
                u All right.
                u Excuse me, does this train stop in Göttingen?
                o Nein, der fährt direkt nach Hannover durch.
                u Oh dear.
                o Sie müssen in Kassel umsteigen.
                u Which platform does it leave from?
                o Moment.
                o Gleis acht, aber er hat gerade zehn Minuten Verspätung.
                u Is my ticket still valid then?
                o Zeigen Sie mal.
                u I bought it in the DB app.
                o Ja, das passt, die Zugbindung ist aufgehoben.
                u Thank you!
                o Gern geschehen.
                o Hallo, ich bin die Frau Krüger von oben.
                u Nice to meet you, I'm Laura.
                o Für Sie ist gestern ein Paket gekommen.
                u Oh, that must be the lamp from IKEA.
                o Es steht bei mir im Flur.
                o Soll mein Mann es Ihnen runtertragen?
                u Yes, please.
                o Und noch etwas wegen der Mülltonnen.
                u Did I put something in the wrong one?
                o Genau.
                o Die gelbe ist nur für Plastik und Dosen.
                u Sorry, I didn't know that.
                o Macht nichts, das mussten wir alle erst lernen.
                u My back tyre is flat again.
                o Haben Sie das Rad bei uns gekauft?
                u No, second-hand from a student.
                o Der Mantel ist ziemlich abgefahren.
                o Da würde ich gleich einen neuen nehmen.
                u How much?
                o Mit Einbau etwa fünfundvierzig Euro.
                u OK.
                u Can I pick it up tonight?
                o Wir haben bis halb sieben geöffnet.
                u Could you also have a look at the lights?
                o Klar.
                o Welche Nummer steht auf Ihrem Abholschein?
                u 47.
                o Super, dann bis heute Abend.
                """, maximumWrong: 4),
        Dialogue(
            from: .de, to: .it,
            script: """
                u Guten Abend, wir haben ein Zimmer reserviert.
                o Buonasera, a che nome?
                u Schneider.
                o Sì, eccolo, due notti con colazione.
                u Stimmt.
                u Gibt es einen Parkplatz am Hotel?
                o Sì, dietro, ma costa quindici euro al giorno.
                u Das stand aber nicht bei Booking.
                o Mi dispiace, è così solo in agosto.
                u Na gut.
                o Mi servono i documenti di tutti e due.
                u Mein Mann holt sie gerade aus dem Auto.
                o Con calma.
                o La camera è al terzo piano, l'ascensore è lì.
                u Und wann gibt es morgen Frühstück?
                o Dalle sette e mezza alle dieci.
                u Vielen Dank.
                o Avete già scelto?
                u Noch nicht.
                u Was können Sie uns denn empfehlen?
                o Oggi abbiamo gli spaghetti alle vongole, freschissimi.
                u Ich vertrage leider keine Meeresfrüchte.
                o Allora le porto i ravioli con burro e salvia.
                u Ist da Knoblauch drin?
                o No, niente aglio.
                u Gut, dann nehme ich die.
                o Da bere?
                u Eine große Flasche Wasser ohne Kohlensäure.
                o Perfetto.
                o Il pane lo porta subito mio figlio Matteo.
                u Die Rechnung bitte getrennt, wenn das geht.
                o Certo.
                u Wir stehen auf der Autobahn kurz vor Bologna.
                o Che macchina è?
                u Ein Opel Astra, Baujahr zweitausendsechzehn.
                o Si accende qualche spia sul cruscotto?
                u Ja, die rote mit dem Thermometer.
                o Allora spenga subito il motore.
                u Schon passiert.
                o Bravo.
                o Siete in un posto sicuro, dietro il guardrail?
                u Ja, wir haben auch die Warnwesten an.
                o Il carro attrezzi arriva tra quaranta minuti.
                u So lange?
                o C'è molto traffico per colpa del cantiere a Modena.
                u Können wir im Abschleppwagen mitfahren?
                o In quanti siete?
                u 4.
                o Allora per due di voi chiamo un taxi.
                u OK.
                u Ich habe gestern im Bus meine Jacke vergessen.
                o Su quale linea?
                u Die Elf, Richtung Stazione Centrale.
                o Di che colore è la giacca?
                u Dunkelblau, von Jack Wolfskin.
                u In der Tasche müsste noch ein Schlüssel sein.
                o Un attimo.
                o Sì, l'ha consegnata stamattina l'autista.
                u Wunderbar!
                o Firmi qui e poi è tutto a posto.
                """, maximumWrong: 4),
        Dialogue(
            from: .fr, to: .it,
            script: """
                u Bonjour, mon chien ne mange plus depuis hier.
                o Buongiorno, come si chiama?
                u Filou.
                o Quanti anni ha?
                u Il va avoir sept ans en mars.
                o Ha vomitato o ha la diarrea?
                u Une fois, ce matin, dans la voiture.
                o Capito.
                o Lo metta sul tavolo, per favore.
                u Doucement, il a un peu peur.
                o Tranquilla, non gli faccio niente.
                u Merci.
                o La pancia è un po' gonfia, ma non è grave.
                u Il a peut-être avalé quelque chose sur la plage.
                o Può essere.
                o Per due giorni solo riso bollito e pollo.
                u Et pour l'eau ?
                o Quella sempre, quanta ne vuole.
                u Très bien.
                u Le chauffe-eau ne marche plus dans l'appartement.
                o Da quando?
                u Depuis ce matin, on s'est lavés à l'eau froide.
                o Ha provato a premere il tasto verde?
                u Trois fois, rien ne se passe.
                o Allora mando subito l'idraulico, il signor Ferri.
                u Il arrive vers quelle heure ?
                o Credo prima di mezzogiorno.
                u On avait prévu d'aller à Portofino.
                o Andate pure, ho io le chiavi.
                u Super.
                u Et le code du Wi-Fi ne fonctionne pas non plus.
                o Davvero?
                o L'ho cambiato ieri, scusi, glielo mando su WhatsApp.
                u Pas grave.
                o Dica, signora, cosa le do?
                u Un kilo de tomates, pas trop mûres.
                o Queste vengono da Pachino, sono dolcissime.
                u Je peux goûter ?
                o Prego.
                u Elles sont délicieuses, mettez-m'en deux kilos.
                o Altro?
                u Vous avez du basilic frais ?
                o Il basilico glielo regalo io.
                u C'est gentil.
                o Sono sette euro e venti in tutto.
                u Je n'ai qu'un billet de cinquante.
                o Va bene.
                o Aspetti che chiedo il resto a mia sorella.
                u Notre vol pour Nantes vient d'être annulé.
                o Sì, purtroppo c'è lo sciopero fino a domani.
                u Oh non.
                u Et qu'est-ce qu'on fait maintenant ?
                o Posso mettervi sul volo delle sei e dieci.
                u Avec Volotea aussi ?
                o No, con Air France, via Parigi.
                u D'accord, et l'hôtel pour cette nuit ?
                o Lo paga la compagnia, ecco il voucher.
                u Comment on y va ?
                o Taxi.
                u OK.
                """, maximumWrong: 4),
        Dialogue(
            from: .es, to: .pt,
            script: """
                u Buenas tardes, ¿tiene algo para las quemaduras del sol?
                o Boa tarde, é para si ou para uma criança?
                u Para mi hija, tiene cinco años.
                o A pele está com bolhas?
                u No, solo muy roja en los hombros.
                o Pois.
                o Então leve este creme e ponha três vezes ao dia.
                u ¿Le puedo dar también un ibuprofeno?
                o Pode, mas em xarope e depois de comer.
                u Vale.
                o Precisa de fatura com contribuinte?
                u No, gracias.
                o As melhoras da menina!
                u Hola, vengo a ver el apartamento de la calle Augusta.
                o Oi, tudo bem? Pode entrar, fica à vontade.
                u ¿Los gastos están incluidos en el precio?
                o Tá sim, só a luz que é por fora.
                u ¿Y cuánto se paga de luz más o menos?
                o Uns cento e cinquenta reais por mês.
                u Qué bien.
                u ¿Los muebles se quedan?
                o Fica a geladeira, o fogão e a cama.
                u ¿Y la lavadora?
                o Infelizmente não, era da antiga moradora.
                u Me lo tengo que pensar con mi novio.
                o Claro.
                o Só que tem mais gente interessada, viu?
                u Le escribo mañana sin falta.
                o Combinado.
                u Se me ha pinchado una rueda viniendo de Braga.
                o Deixe ver.
                o Isto não dá para remendar, o corte é grande.
                u ¿Tiene una de esta medida?
                o Hoje não, mas amanhã de manhã chega.
                u ¿Y cuánto me va a costar?
                o 85.
                u Qué caro.
                o É uma Michelin, dura-lhe uns quatro anos.
                u ¿No hay otra marca más barata?
                o Há uma chinesa por cinquenta, mas não recomendo.
                u Está bien, póngame la Michelin.
                o Em que nome fica?
                u Javier Ortega.
                u ¿Hay algún hotel cerca del taller?
                o Há um Ibis a cinco minutos a pé.
                u Estupendo.
                o Boa noite, passaporte e cartão de embarque, por favor.
                u Aquí tiene.
                o A senhora vem de onde?
                u De Montevideo, con escala en Porto Alegre.
                o Quantos dias vai ficar no Brasil?
                u Dos semanas.
                u Vengo a la boda de una amiga en Salvador.
                o Que legal!
                o A senhora tem a passagem de volta?
                u Sí, la tengo aquí en el celular.
                o Pode me mostrar, por gentileza?
                u OK.
                o Tudo certo, seja bem-vinda.
                u Muchas gracias.
                """, maximumWrong: 7),
    ]
}
