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
            subito forse ad ed ai dai agl' tale tali cui circa oltre inoltre soltanto proprio propria secondo comunque
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
            opinione decisione televisione relazioni condizioni fratelli tedesco migliaia difende proposta consiglio
            assemblea direttore
            meraviglioso assolutamente certamente perfetto fantastico accordo capito ovviamente probabilmente purtroppo
            """,
        endings: """
            zione zioni mente mento menti ità ando endo ato ata ati ate ito ita iti uto uta are ere ire ava evano ò
            ezza oso osa ista ismo iamo ete ono ano arono irono aggio iere iera ello ella etto etta ione ioni anza
            enza
            """)
}
