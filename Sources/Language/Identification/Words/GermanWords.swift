extension WordList {
    static let german = WordList(
        frequent: """
            der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er
            hat dass daß sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber
            vor zur bis mehr durch man sein wurde sei hatte kann gegen vom können schon wenn habe seine ihre dann
            unter wir soll ich eines jahr zwei jahren diese dieser wieder keine seiner worden will zwischen immer was
            sagte gibt alle seit muss wurden beim doch jetzt waren drei hier ihr ihm ihn mich mir dir dich du uns euch
            ja nein da weil also denn nichts alles sehr ganz mal machen gut heute gestern morgen wo wer warum wann
            welche welcher welches dieses diesen diesem jede jeder jedes kein keinen keiner mein meine meinen meinem
            meiner dein deine unser unsere unseren euer ihren ihrem ihrer ihnen seinen seinem bin bist seid hast habt
            hatten wäre wären hätte hätten könnte könnten würde würden sollte sollten müssen musst darf dürfen mag
            möchte möchten wollen willst wolle weiß wissen gehen geht gehe komm kommt kommen sagen sagt macht mache
            tun tut etwas jemand niemand viel viele vielen wenig wenige einige mehrere andere anderen anderer andern
            selbst sogar nun ob obwohl während damit daher deshalb trotzdem jedoch sondern zuerst bereits etwa fast
            genug hin her dort dorthin hinter neben ohne außer innerhalb zwar sowie beide nie niemals oft manchmal
            meistens vielleicht bitte danke einfach wirklich natürlich eigentlich zeit tag ins ans je bzw deren dessen
            denen welchem derer dabei dazu davon darauf daran dafür dagegen darüber hierzu rund sowohl zudem laut
            jeweils neues gar manche
            """,
        common: """
            hallo guten tschüss wiedersehen entschuldigung entschuldigen willkommen abend nacht nachmittag mittag
            woche monat montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni
            juli august september oktober november dezember frühling sommer herbst winter vier fünf sechs sieben acht
            neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend million halb viertel erste ersten
            erster zweite dritte nummer zahl uhr stunde stunden minute minuten früh spät später bald mutter vater
            schwester bruder sohn tochter frau frauen ehemann freund freundin freunde familie kind kinder männer mann
            junge mädchen baby name haus zimmer tür fenster tisch stuhl bett küche straße stadt dorf land wasser brot
            milch kaffee tee fleisch fisch hähnchen reis ei eier käse apfel obst zucker salz wein bier frühstück
            mittagessen abendessen essen trinken hunger durst rechnung billig teuer geld preis zahlen bezahlen bank
            karte bar laden geschäft markt kaufen verkaufen offen geschlossen zug bahnhof bus flughafen flug flugzeug
            fahrkarte auto fahrrad links rechts geradeaus nah weit nord süd ost west hotel schlüssel reisepass gepäck
            koffer arzt ärztin krankenschwester krankenhaus apotheke medikament schmerzen kopf hand fuß auge augen ohr
            mund herz körper krank gesundheit hilfe helfen feuer polizei gefahr notfall rufen anrufen telefon
            nachricht schreiben lesen sprechen spreche spricht reden fragen antworten verstehen verstehe lernen lehren
            schule schüler lehrer lehrerin buch seite papier wort wörter sprache frage brief geben gib legen finden
            behalten lassen fühlen scheinen zeigen versuchen benutzen beginnen anfangen aufhören laufen fahren fliegen
            schlafen warten treffen bringen schicken tragen halten spielen schauen sehen hören glauben glaube erinnern
            vergessen hoffen lieben liebe hassen glücklich traurig böse müde angst schön hässlich groß große großen
            klein kleine kleinen hoch niedrig jung alt alte kurz lang stark schwach heiß kalt warm wetter regen regnet
            schnee sonne wind himmel meer see fluss berg baum blume hund katze pferd vogel rot blau grün gelb schwarz
            leicht schwer schwierig wichtig wichtige anders möglich besser beste schlecht schlimm richtig falsch wahr
            voll leer frei beschäftigt fertig sicher zusammen allein firma unternehmen arbeit arbeiten büro chef
            besprechung kunde dienst gesetz staat krieg frieden geschichte musik lied film bild nachrichten rechner
            problem beispiel information system idee grund ergebnis fall punkt gruppe bereich linie welt leben
            menschen mensch leute gemacht gegangen gekommen gesagt gesehen gewesen gehabt gegeben genommen gefunden
            geschrieben gelesen gesprochen geworden kam ging gab nahm stand fand sah ließ lag wusste dachte brauche
            brauchen bleiben nation national international bildung universität entwicklung erfahrung qualität
            wissenschaft natur kultur gesellschaft öffentlich privat politisch wirtschaft allgemein besonders bestimmt
            verschiedene eigene verfügbar notwendig ähnlich einzige ganze ganzen neue neuen neuer letzte letzten
            nächste nächsten vorher nachher draußen drinnen oben unten schnell langsam geburtstag zeitung schiff
            gebäude entscheidung minister ministerium gemeinde bürgermeister wahl wahlen stimmen gesetze richter
            gerechtigkeit sicherheit projekt projekte programm programme dienste mittel maßnahmen veränderung
            änderungen stufe wachstum märkte firmen mitarbeiter arbeiter beschäftigung preise gesellschaften produkte
            produkt industrie energie technologie technik netz mannschaft spieler partei parteien spiel spiele tor
            saison meisterschaft werk werke autor künstler kunst bücher bilder text zentrum gebiet region provinz
            stadtteil park jugend bürger bevölkerung nachbarn opfer unfall tatsachen erreichen erreicht gelungen
            findet vorgestellt angekündigt erklärt erklärte bestätigt hinzugefügt erhalten erlauben erlaubt enthält
            bietet existiert sucht suchen schaffen geschaffen gaben brachte bat begann folgende folgenden vorherige
            aktuelle wichtigsten größte größten größere besten bessere gute kleiner langen breite gesamt hälfte
            doppelt haut blut behandlung krankheit krankheiten patienten studie studien forschung forscher ergebnisse
            daten analyse wahrhaftig ungefähr insbesondere derzeit schließlich genau schuhe kleidung hemd rock
            spielzeug geschenk hochzeit glück reise reisen strand insel brücke kirche lage meinung fernsehen
            beziehungen bedingungen brüder deutsch deutsche deutschen tausende rat vorschlag direktor mitglieder
            mitglied
            wunderbar absolut sicherlich perfekt toll einverstanden verstanden wahrscheinlich leider
            """,
        endings: """
            ung ungen heit keit lich liche lichen isch ische ischen schaft tum chen lein ieren iert bar sam los en ern
            er em es te ten tet test st igen ige
            """)
}
