extension WordList {
    static let italian = WordList(
        frequent: """
            di e che la il un a è per in una non sono mi si con ho ma lo le ha i cosa da del ti se come ci al no io
            questo ne della bene tu sì gli o mio qui tutto solo dei perché nel te più hai alla lei era quando mia so
            lui fatto anche chi essere me quello sei ora tua molto dell' suo sua dove nella l' fare c' tuo su quella
            mai ancora tutti cosi così ragazzo vuoi po' sta adesso stato qualcosa niente va uomo allora prima tempo
            grazie questa loro c'è dalla dal noi voi stai sai siamo poi casa dire posso nostra nostro troppo vita anni
            due altro sarà volta fa abbiamo hanno aveva erano avere stata stati sempre d' un' all' quest' com' dov'
            nell' sull' dall' quell' dello degli delle negli nelle agli alle dagli dalle sul sulla sulle sui sugli nei
            nello col coi tra fra senza dopo durante contro verso fino presso oppure però quindi dunque infatti invece
            mentre nemmeno neanche anzi cioè ogni ognuno alcuni alcune qualche qualcuno nessuno nessuna quale quali
            quanto quanti quanta quante questi queste quegli quei quelle stesso stessa stessi altri altra altre molti
            molte molta poco poca pochi tanto tanta tanti vostro vostra vostri miei mie tuoi tue suoi sue siete ero
            eri eravamo fu furono sia fosse sarebbe avrebbe potrebbe vorrei voglio vuole vogliamo volete vogliono può
            possiamo potete possono devo devi deve dobbiamo dovete devono vado vai andiamo andate vanno faccio fai
            facciamo fate fanno dico dice detto sto stiamo stanno giorno giorni anno oggi ieri domani già appena
            subito forse ad ed ai dai tale tali cui circa oltre inoltre soltanto proprio propria secondo comunque
            nonché affinché nuovi nuove ultimi attraverso
            """,
        common: """
            ciao buongiorno buonasera buonanotte arrivederci prego scusa scusi dispiace benvenuto mattina pomeriggio
            sera notte stasera settimana mese lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio
            febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre primavera estate
            autunno inverno tre quattro cinque sette otto nove dieci undici dodici quindici venti trenta quaranta
            cinquanta cento mille mila milione mezzo mezza quarto terzo numero ore minuto minuti presto tardi madre
            padre sorella fratello figlio figlia figli moglie marito amico amica amici famiglia bambino bambina
            bambini donna donne uomini ragazza ragazzi nome stanza camera porta finestra tavolo sedia letto cucina via
            strada città paese acqua pane latte caffè tè carne pesce pollo riso uovo uova formaggio mela frutta
            zucchero sale vino birra colazione pranzo cena cibo mangiare bere fame sete conto economico caro soldi
            prezzo pagare banca carta contanti negozio mercato comprare vendere aperto chiuso treno stazione autobus
            aeroporto volo aereo biglietto macchina auto bicicletta sinistra destra dritto vicino lontano nord sud est
            ovest mappa albergo hotel chiave chiavi passaporto bagagli valigia medico dottore dottoressa infermiera
            ospedale farmacia medicina dolore testa mano mani piede piedi occhio occhi orecchio bocca cuore corpo
            malato salute aiuto aiutare fuoco polizia pericolo emergenza chiamare chiama chiamo telefono messaggio
            scrivere leggere parlare parlo parla chiedere rispondere capire capisco imparare insegnare scuola studente
            professore insegnante libro pagina parola parole lingua domanda lettera dare dammi mettere trovare tenere
            lasciare sentire sembra sembrare mostrare provare usare cominciare iniziare finire correre camminare
            guidare volare dormire aspettare aspetta incontrare portare mandare giocare guardare ascoltare credere
            credo ricordare dimenticare sperare amare amore odiare felice triste arrabbiato stanco paura bello bella
            brutto grande grandi piccolo piccola alto basso giovane vecchio corto lungo forte debole caldo freddo
            pioggia piove neve sole vento cielo mare fiume montagna albero fiore cane gatto cavallo uccello rosso blu
            verde giallo nero bianco facile difficile importante diverso diversi possibile meglio migliore peggio
            cattivo buono buona vero falso pieno vuoto libero occupato pronto sicuro insieme quasi abbastanza azienda
            lavoro lavorare ufficio capo riunione cliente servizio legge potere guerra pace storia musica canzone film
            immagine notizie problema esempio informazione sistema idea ragione risultato caso punto gruppo lato linea
            mondo gente persone persona cose modo parte andare andato venire viene vengo venuto arrivare arriva
            partire uscire passare rimanere sapere conoscere vivere vivo pensare penso seguire diventare visto preso
            messo scritto chiesto nato morto nazione nazionale internazionale educazione università sviluppo
            esperienza qualità scienza natura cultura società pubblico privato politico sociale generale speciale
            certo vari disponibile necessario simile semplice unico intero nuovo nuova ultimo ultima primo prossimo
            sopra sotto fuori dentro davanti dietro veloce piano compleanno nonna giornale ecco egli essi esso ella
            signora signore signor ministro ministero comune sindaco elezioni voti leggi giudice giustizia sicurezza
            progetto progetti programma programmi servizi risorse mezzi misure cambiamento cambiamenti livello livelli
            aumento crescita mercati aziende imprese impresa lavoratori lavoratore occupazione prezzi compagnia
            prodotti prodotto industria energia tecnologia rete squadra squadre giocatore giocatori partito partiti
            partita gioco giochi gol stagione campionato opera opere autore artista arte libri immagini testo centro
            centri zona zone regione provincia quartiere edificio parco giovani cittadini popolazione vicini vittime
            incidente fatti realizzare realizzato riuscito riesce trova trovato presentato annunciato assicurato
            spiegato affermato aggiunto ricevuto permettere permette include offre esiste esistono cerca cercare
            creare creato portato chiese cominciò seguenti precedente attuale principale principali maggiori migliori
            buone varie diverse piccole piccoli lunga ampio totale metà doppio pelle sangue trattamento malattia
            malattie pazienti studio studi ricerca ricercatori risultati dati analisi veramente specialmente
            attualmente finalmente solamente realmente esattamente semplicemente orologio scarpe vestiti camicia gonna
            giocattolo regalo festa matrimonio sonno fortuna viaggio viaggi spiaggia isola ponte chiesa situazione
            opinione decisione televisione relazioni condizioni fratelli tedesco migliaia proposta consiglio
            direttore
            meraviglioso assolutamente certamente perfetto fantastico accordo capito ovviamente probabilmente purtroppo
            """,
        spoken: """
            davvero esatto vabbè beh bah mah boh ehi ehilà ahi uffa magari figurati figuriamoci altroché eh
            eccome affatto macché bravo brava bravi bravissimo ottimo ottima perfetta fantastica splendido
            stupendo bellissimo bellissima figo mitico incredibile volentieri peccato meno male salve
            arrivederla piacere lieto scusami scusate scusatemi permesso gentile gentilmente favore cortesia
            ringrazio ringraziare auguri complimenti congratulazioni benvenuti benvenuta bentornato baci bacio
            abbraccio cin tesoro cara carissimo signorina signori ragazze tipo tizio mamma papà babbo nonno
            nonni zio zia zii cugino cugina nipote nipoti suocera cognato fidanzato fidanzata compagno compagna
            genitori fratellino sorellina collega colleghi ospite ospiti sconosciuto bimbo bimba dimmi dica dite
            dammelo dia datemi fammi faccia facciamolo vieni venga venite vattene vada esci esca entra entri
            entrate siediti sieda sedetevi aspetti aspettate aspettami ascolta ascolti ascoltami senti senta
            sentite guarda guardi guardate prendi prenda prendete prendo prende metti metta mettilo vi gran sé
            qual do date data super top tengo pena gusto compra salgo pare perdona tante prova lista cambio
            governo idee possa ve certa weekend stop ben area conta mostra sala bus club lascia lasci lasciami
            lasciamo aiutami aiuti chiamami chiami raccontami racconta spiegami spieghi ripeti ripeta ripetere
            apri apra chiudi chiuda aprire chiudere fermati fermo ferma smettila continua gira giri porti
            portami mangia mangi bevi beva assaggia scrivi pensaci pensa credimi calmati calma tranquillo
            tranquilla muoviti sbrigati svegliati alzati tieni tenga attento attenta attenzione ricordati
            piantala basta zitto zitta sa sapete sappiamo sapevo sapevi credi crede credevo pensi pensavo
            pensate capisci capisce capite capivo conosci conosco conosce ricordi ricordo ricorda dimenticato
            piace piacciono piacerebbe piaceva dispiacere interessa importa serve servono manca preferisco
            preferisci preferisce volevo voleva volevi vorrebbe vorresti vorremmo potrei potresti poteva potevo
            dovrei dovresti dovrebbe dovevo avrei avresti sarei saresti sarò sarai saranno avrò avrà farò farai
            farà faremo facevo faceva andrò andrà andava verrò verrà dirò dirti dirmi darti farlo farmi vederti
            vedere vedo vedi vede vediamo vedrai vedremo sento sente trovo trovi cerco cerchi metto mette
            rimango rimane resto resta restare restiamo torno torni torna tornare tornato esco uscito uscita
            vivi vive abito abiti abita lavori lavora mangio mangiamo mangiato bevo bevuto dormo dormi dorme
            dormito compro comprato pago pagato costa costano guido viaggiare studiare leggo scrivo scrive
            cucinare cucino pulire lavare ballare cantare nuotare ridere piangere vincere perdere perso rotto
            rompere cambiare prenotare ordinare affittare noleggiare alzarsi svegliarsi svegliare riposare
            vestirsi arrivo arrivi arrivato arrivata arriviamo parto parti partiamo rimasto rimasta successo
            succede succedere venuta andata tornata stavo stava stavi avevo avevi avevamo abbia abbiano siano
            sii fossi avessi sappia parlato parli parliamo chiamato chiamata aspetto aspettiamo sentito sentita
            saputo potuto voluto dovuto bisogno bisogna voglia zero tredici quattordici sedici diciassette
            diciotto diciannove ventuno venticinque sessanta settanta ottanta novanta duecento paio dozzina
            seconda terza quarta rosa grigio grigia viola arancione marrone azzurro azzurra bianca nera rossa
            gialla scuro scura chiaro chiara colore colori braccio braccia gamba gambe dito dita ginocchio
            spalla collo gola pancia stomaco schiena dente denti labbra naso viso capelli petto osso caviglia
            gomito febbre influenza tosse raffreddore raffreddato mal dentista ricetta pillola pastiglia
            compressa ambulanza ferito incinta allergia allergico malata sano sana appuntamento visita burro
            insalata minestra zuppa torta biscotto biscotti cioccolato cioccolata gelato caramella patata patate
            pomodoro pomodori cipolla aglio carota cetriolo peperone pepe funghi fagioli mais succo limone
            banana uva fragola fragole ciliegia pera pesca manzo maiale prosciutto salsiccia bistecca tacchino
            gamberi spaghetti olio aceto farina marmellata panna miele panino dolce dolci antipasto contorno
            piatto piatti menù cameriere cameriera mancia bicchiere tazza bottiglia forchetta coltello cucchiaio
            buonissimo delizioso squisito salato piccante fresco fresca spuntino merenda cenare pranzare
            ghiaccio cotto ristorante supermercato panetteria macelleria relax shopping ticket jeans test tour
            mail menu hobby camping mouse tablet team sport social manager snack show dessert chef firma crema
            papa banane porte carte media largo pelo tonto segue casi aula fotografia presente esperto uso tira
            tasse note rose raro cappuccino espresso sede cassa sacchetto borsa taglia scontrino ricevuta sconto
            saldi portafoglio tasca cappotto giacca maglione maglietta cappello calze calzini pantaloni vestito
            cintura guanti sciarpa anello occhiali ombrello scarpa appartamento salotto soggiorno bagno
            gabinetto giardino balcone garage tetto muro parete pavimento scale scala ascensore divano lampada
            armadio cassetto frigo frigorifero forno fornello lavandino rubinetto specchio tappeto tenda cuscino
            coperta asciugamano sapone affitto mobili bucato spazzatura lavatrice riscaldamento luce doccia
            angolo piazza semaforo incrocio metropolitana tram binario partenza ritardo passeggero posto vacanza
            vacanze turista prenotazione zaino estero chilometri metri benzina parcheggio parcheggiare fermata
            traffico patente stampante copia posta password internet cellulare telefonino batteria
            caricabatterie tastiera tasto schermo computer foto stipendio contratto colloquio pausa compiti
            esame classe lezione matita quaderno matematica scherzo scherzi scherzando rumore voce suono sogno
            segreto errore colpa sbaglio sbagliato verità bugia guaio guai casino soleggiato nuvoloso temporale
            nuvola nuvole tempesta nebbia gradi lago bosco foresta erba foglia luna stella stelle pecora mucca
            anatra topo coniglio orso leone scimmia serpente ape mosca animale animali velocemente lento lenta
            lentamente pulito pulita sporco sporca bagnato secco morbido duro dura pesante leggero grosso
            sottile grasso magro profondo pericoloso ricco povero orgoglioso timido geloso noioso divertente
            buffo strano strana interessante sorpreso nervoso nervosa arrabbiata preoccupato preoccupata
            contento contenta innamorato innamorata ubriaco intelligente furbo stupido scemo pazzo pazza pigro
            simpatico simpatica antipatico normale carino carina orribile terribile ridicolo assurdo enorme
            stanca pronta sicura sola soli giusto giusta dio diavolo merda cazzo inferno accidenti mannaggia
            cavolo palla pallone calcio tennis chitarra pianoforte concerto teatro museo biblioteca palestra
            piscina cinema momento attimo momentino mezzogiorno mezzanotte stamattina stanotte dopodomani
            settimane mesi mattino fine pasqua natale capodanno appunto almeno addirittura ovunque dappertutto
            altrove laggiù lassù quassù giù là lì indietro avanti addosso
            """,
        endings: """
            zione zioni mente mento menti ità ando endo ato ata ati ate ito ita iti uto uta are ere ire ava evano ò
            ezza oso osa ista ismo iamo ete ono ano arono irono aggio iere iera ello ella etto etta ione ioni anza
            enza
            """)
}
