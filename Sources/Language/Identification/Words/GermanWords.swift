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
            meistens vielleicht bitte danke einfach wirklich natürlich eigentlich zeit tag ins ans je deren dessen
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
        spoken: """
            klar stimmt okay ach ah oh na naja tja ey hey hi super prima klasse geil cool krass echt quatsch
            blödsinn unsinn ehrlich jawohl jo jep nö nee nanu hm servus moin grüß grüezi tschau ciao prost
            mahlzeit gratuliere glückwunsch verzeihung sorry pardon gerne gern freut danken dankeschön
            bitteschön vielmals herzlich herzlichen lieber liebes schatz halt eben bloß drauf dran drin rein
            raus rauf runter rüber weg los hinein hinaus herein heraus zurück vorbei irgendwie irgendwas
            irgendwo irgendwann irgendjemand überhaupt sowieso übrigens ziemlich völlig total komplett
            hoffentlich anscheinend offensichtlich selbstverständlich logisch keinesfalls jeden eher kaum sofort
            gleich vorhin neulich morgens abends nachts mittags heutzutage schade egal ordnung gell nich nix
            wieso weshalb woher wohin womit wofür wovon worum wen wem wessen gucken guck guckt schau schaut hör
            hört sag sagst mach machst stop bye fit still genial top bravo job team computer plan chance party
            foto fotos café ticket tickets test mail boss meeting service fair clever extra art student
            situation stelle song show start club kommst geh gehst nimm nimmst nehmen nehme gibst gebt gebe lass
            lasst lasse warte wartet hol holen hole bring bringe bleib bleibe bleibt bleibst setz setzen steh
            stehen stehe steht aufstehen sitzen sitze sitzt liegen liegt liege weißt wisst kennst kenne kennt
            kennen meinst meint denkst denke denkt denken glaubst findest finde fühle siehst sehe sieht seht
            isst esse iss trinke trinkst trink trinkt hörst höre gehört verstehst versteht sprichst sprecht rede
            redest erzähl erzählen erzähle erzählt frag fragst zeig zeige zeigst hilf hilfst helfe brauchst
            braucht kriegen kriege kriegst kriegt bekommen bekomme bekommt bekommst wollt wollte wollten
            möchtest mögen magst könnt könntest kannst konnte konnten müsst müsste musste mussten sollst sollt
            darfst dürft dürfte durfte wirst werde werdet wärst hättest würdest hattest warst wart tust hab
            fahre fährst fährt fahrt laufe läufst läuft lauf schlafe schläfst schläft arbeite arbeitest arbeitet
            wohne wohnst wohnt wohnen heiße heißt heißen spielst lerne lernst koche kochen putzen waschen
            aufräumen einkaufen abholen anziehen ausziehen mitnehmen mitkommen vorbeikommen anrufe aufpassen
            pass passt passiert passieren klappt klappen funktioniert geht' gefällt gefallen schmeckt freuen
            freue wünschen wünsche hoffe weine lachen weinen singen tanzen schwimmen rauchen vergiss verloren
            verlieren gewinnen gewonnen kaputt gegessen getrunken geschlafen gefahren gelaufen geblieben
            gearbeitet gekauft bezahlt gewusst gedacht gesucht gebracht gelernt gespielt getan angerufen geholt
            geholfen gefragt null eins zwo dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn
            einundzwanzig fünfundzwanzig sechzig siebzig achtzig neunzig einmal zweimal dreimal paar dritter
            vierte fünfte mama papa mutti vati oma opa großmutter großvater onkel tante cousin cousine neffe
            nichte enkel eltern geschwister ehefrau kumpel kollege kollegin kollegen nachbar nachbarin gast
            gäste typ kerl jungs mädels dame herr herrn damen herren fräulein doktor lila orange rosa braun grau
            weiße bunt dunkel hell farbe arm arme bein beine finger knie schulter hals nase gesicht haare haar
            zahn zähne bauch rücken brust zunge lippen zeh knochen magen fieber grippe husten schnupfen
            erkältung erkältet kopfschmerzen bauchschmerzen schmerz weh tablette tabletten zahnarzt rezept
            termin verletzt schwanger gesund krankenwagen allergie allergisch schwindlig pflaster butter salat
            suppe kuchen keks kekse schokolade eis kartoffel kartoffeln tomate tomaten zwiebel zwiebeln
            knoblauch gurke karotte möhren paprika pfeffer pilze bohnen mais saft zitrone banane bananen traube
            erdbeere erdbeeren kirsche birne wurst schinken speck schnitzel steak nudeln öl essig mehl marmelade
            sahne honig joghurt brötchen nachtisch vorspeise speisekarte kellner trinkgeld teller schüssel tasse
            glas flasche gabel messer löffel lecker süß sauer salzig scharf frisch satt hungrig jeans garage
            lift couch tour laptop tablet interview date camping pool hobby hobbys sandwich dessert gold band
            filme smart single apartment shopping shoppen intelligent normale interessante portemonnaie etage
            batterie rose mix deal post sport route zone niveau creme per lady match website spaghetti latte
            cappuccino espresso passe partner durstig sprudel restaurant supermarkt bäckerei metzgerei kasse
            tüte tasche größe quittung rabatt angebot umtauschen anprobieren jacke mantel pullover hose kleid
            mütze hut socken strümpfe schuh handschuhe schal gürtel ring brille regenschirm geldbeutel kleingeld
            wohnung wohnzimmer schlafzimmer badezimmer bad toilette klo balkon garten keller dach wand boden
            treppe aufzug sofa lampe regal schrank schreibtisch kühlschrank ofen herd spiegel teppich kissen
            decke handtuch seife miete vermieter möbel wäsche müll heizung licht waschmaschine ecke ampel platz
            kreuzung bahn straßenbahn züge gleis abfahrt ankunft verspätung umsteigen aussteigen einsteigen
            fahrer sitzplatz urlaub ferien ausflug tourist reservierung reservieren gebucht buchen stornieren
            stau meter kilometer ausland gegenüber drucker kopie datei passwort internet handy akku ladegerät
            bildschirm kamera knopf gehalt vertrag bewerbung feierabend pause kantine termine besuch besuchen
            verabredung einladung einladen hausaufgaben prüfung bleistift heft mathe witz spaß lärm stimme traum
            geheimnis fehler ärger wahrheit lüge idiot dumm doof blöd verrückt komisch lustig langweilig
            spannend interessant witzig nett lieb hübsch schlau klug faul fleißig nervös aufgeregt überrascht
            enttäuscht eifersüchtig zufrieden stolz einsam verliebt ruhig leise sauber schmutzig nass trocken
            weich hart dick dünn tief tot lebendig vorsichtig vorsicht achtung reich normal ideal fein fix
            schick bequem gemütlich peinlich furchtbar schrecklich ekelhaft herrlich ausgezeichnet hervorragend
            fantastisch großartig sonnig bewölkt windig gewitter sturm wolke wolken nebel grad wald wiese gras
            mond stern sterne schaf kuh schwein ente maus hase bär löwe affe schlange biene fliege tier tiere
            ball fußball tennis gitarre klavier konzert kino theater museum bibliothek schwimmbad fitness verein
            wochenende jahreszeit montags sonntags übermorgen vorgestern mitternacht halbe viertelstunde weile
            moment augenblick sekunde sekunden gott teufel mist verdammt scheiße hölle feiertag weihnachten
            ostern silvester
            """,
        endings: """
            ung ungen heit keit lich liche lichen isch ische ischen schaft tum chen lein ieren iert bar sam los en ern
            er em es te ten tet test st igen ige
            """)
}
