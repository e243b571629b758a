/// Names that are made of ordinary words: of people, firms, films and places, typed from general knowledge.
enum KnownNames {
    /// Texts that are only a name if they begin with a capital.
    static let whole = Set(
        """
        buenos aires, bel air, salt lake city, times square, long island, central park, hyde park, wall street, silicon valley,
        golden gate bridge, golden gate, buckingham palace, downing street, silver lake, palm springs, palm beach, key west,
        baton rouge, unter den linden, den haag, puerta del sol, ciudad real, cabo verde, cape town, hong kong, ivory coast,
        costa brava, costa del sol, plaza mayor, champs elysées, nova york, nueva york, east end, white house, casa blanca,
        abbey road, sunset boulevard, mountain view, palo alto, oak park, baden baden, garmisch partenkirchen, best western,
        best buy, burger king, home depot, whole foods, general motors, general electric, bank of america, american express,
        american airlines, united airlines, delta airlines, british airways, british petroleum, wells fargo, dollar tree,
        family dollar, dairy queen, pizza hut, taco bell, five guys, dunkin donuts, old navy, foot locker, under armour,
        new balance, north face, the north face, body shop, pret a manger, banana republic, forever twenty one, deutsche bank,
        deutsche bahn, deutsche post, deutsche telekom, deutsche welle, die bahn, bank austria, media markt, dresdner bank,
        alte oper, brandenburger tor, air france, air berlin, air europa, crédit agricole, crédit lyonnais, société générale,
        banque populaire, la poste, la caixa, la banque postale, bonne maman, la redoute, galeries lafayette, le figaro,
        le parisien, le bon coin, leroy merlin, banca intesa, intesa sanpaolo, poste italiane, il sole ore, corriere della sera,
        la stampa, el país, el mundo, el corte inglés, banco santander, banco do brasil, banco popular, caixa geral, rede globo,
        pão de açúcar, casas bahia, real madrid, real betis, real sociedad, red star, manchester united, manchester city,
        star wars, star trek, toy story, game of thrones, house of cards, breaking bad, pulp fiction, jurassic park,
        lord of the rings, gone with the wind, pretty woman, home alone, top gun, die hard, fight club, forrest gump,
        black panther, iron man, spider man, bat man, super man, wonder woman, grand theft auto, stranger things, the crown,
        modern family, la casa de papel, la dolce vita, la vita è bella, la traviata, la bohème, la la land, les misérables,
        das boot, lola rennt, good bye lenin, el secreto de sus ojos, todo sobre mi madre, cidade de deus, tropa de elite,
        rolling stones, the rolling stones, pink floyd, deep purple, green day, guns n roses, iron maiden, daft punk, cold play,
        spice girls, backstreet boys, black eyed peas, power point, apple pay, google pay, apple music, prime video, you tube,
        face time, snap chat, drop box, air drop, chat gpt
        """.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })

    /// Words that names of several words begin with: articles, colours, attributes of places, streets, houses and firms.
    ///
    /// There are nearly none of German, because every noun behind them has a capital.
    static let beginnings = Set(
        """
        the new los las el la le les san santa santo saint st north south west east great big red green blue black white old
        grand mont port notre rio río del monte villa costa puerto cape lake mount fort royal saint-denis
        rue avenue boulevard quai calle plaza paseo avenida carrera via viale piazza piazzale corso largo rua praça travessa
        banco banca banque bank hotel hostal museo musée museum museu teatro théâtre aeropuerto aeroporto aéroport airport
        university universidad universidade université università ristorante restaurante restaurant trattoria café cafe
        casa palazzo palacio palácio palais castillo castello château parque parc parco park pont puente ponte lac lago
        isla île isola ilha sierra serra playa praia real atlético deportivo sporting inter general american british air
        national crédit société compagnie groupe grupo gruppo deutsche
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// First names that are words of one of the languages as well.
    static let given = Set(
        """
        bill will mark grant rose grace hope frank rob pat jack art dean chase drew may june april faith joy dawn iris ivy
        holly heather ruby pearl amber crystal daisy lily violet olive jasmine ginger sandy penny harry nick ray jay guy
        gene earl duke miles chuck don ted ned al bob dick ken cliff brook brooke summer autumn eve ali sue jean john max
        page paige rich pierre claire jules noël marine aurore reine blanche rémy lucie julie marie océane fleur gaël
        ben ali sam ella mia otto leo vera angelo tina carol
        ange rosa luna clara clare pilar mercedes dolores consuelo concha soledad paz alba rocío nieves ángel angel jesús
        jesus sol estrella gloria victoria linda marina perla violeta viola azucena esperanza blanca celeste domingo
        marco bruno bianca rosso serena chiara gioia stella letizia leone santo franco fausto felice mara fabio ilaria
        ernst wolf heide franz karl klaus kai rainer erich udo uwe
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// What a text begins with before a name follows, besides the most frequent words.
    static let openings = Set(
        """
        hello hi hey bye goodbye thanks thank please sorry welcome excuse dear yes okay right great good happy merry congratulations
        ask call visit meet see tell where mister mr mrs ms miss sir speak
        hola adiós gracias perdón disculpe buenos buenas buen feliz señor señora señorita don doña sí vale claro bienvenido
        viva arriba llama habla felicidades querido querida
        bonjour bonsoir salut merci pardon monsieur madame mademoiselle bonne bon joyeux joyeuse oui non voici voilà vive
        cher chère bienvenue allô félicitations
        hallo guten gute guter danke vielen bitte tschüss herr frau liebe lieber frohe schöne schönen schönes viel
        ciao buongiorno buonasera buonanotte buona buon grazie prego scusi scusa signor signora signorina dottor sì bene
        evviva forza benvenuto benvenuti caro cara auguri pronto
        olá oi tchau obrigado obrigada desculpe desculpa bom boa senhor senhora sim parabéns feliz bem-vindo prezado
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Ordinary words that have a capital in one of the languages in any position, or if they address a person.
    static let capitalized = Set(
        """
        i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
        october november december english french spanish german italian portuguese chinese japanese korean russian arabic
        hindi american european christmas easter god internet sir madam mister mr mrs ms miss doctor dr mom mum dad
        señor señora señorita don doña doctora papá mamá dios navidad madame monsieur mademoiselle papa maman dieu noël
        signora signore signorina dottore dottoressa mamma dio natale senhor senhora pai mãe deus natal
        france españa italia brasil portugal england
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
