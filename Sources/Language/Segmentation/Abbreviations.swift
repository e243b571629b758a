/// Words of a language that a full stop follows without ending the sentence, and words that begin a new sentence.
///
/// The words are typed from general knowledge, in lower case and without the last full stop.
struct Abbreviations: Sendable {
    /// Abbreviations before a name, a number or an explanation, so the sentence continues: titles, `p.`, `z. B.`
    let leading: Set<String>
    /// Abbreviations that may end a sentence; they do if a word of `starters` follows.
    let trailing: Set<String>
    /// Words that begin sentences and are not part of names.
    let starters: Set<String>

    /// Titles are written in the language of the named person, and the sign for numbers in any language.
    private static let titles =
        "mr mrs ms dr prof st mt ft vs rev gen sen rep gov lt col capt sgt maj cmdr hon messrs mme mlle n° nº №"

    private init(leading: String, trailing: String, starters: String) {
        self.leading = Self.words(leading + " " + Self.titles)
        self.trailing = Self.words(trailing)
        self.starters = Self.words(starters)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    static subscript(language: LanguageCode) -> Abbreviations {
        switch language {
        case .en: english
        case .es: spanish
        case .fr: french
        case .de: german
        case .it: italian
        case .pt: portuguese
        case .ru: russian
        case .hi: hindi
        case .ar: arabic
        case .zh, .ja, .ko: others
        }
    }

    private static let english = Abbreviations(
        leading: """
            no nos p pp pg vol ch fig figs sec eq art par ed eds trans e.g i.e cf viz approx ca c esp incl excl gen
            adj adv
            hwy rte blvd univ dept est ext tel abbr al op messrs pres supt det insp atty
            """,
        trailing: """
            etc inc ltd co corp llc jr sr bros ph.d b.a m.a m.d d.d.s u.s u.k e.u u.n u.s.a a.m p.m b.c a.d jan feb
            mar apr jun jul
            aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun ave rd esq min max ft in lb lbs oz sq yd
            """,
        starters: """
            the a an this that these those it he she we you they i my your his her our their its there here what
            who when where
            why how which is are was were do does did can could will would should may might if but and or so
            because although
            however then now after before while since as at in on for from with without by to please thank yes no
            not let
            one some many most all each every both such only also just even still perhaps maybe today tomorrow yesterday
            """)

    private static let german = Abbreviations(
        leading: """
            nr s str bzw ca z.b d.h u.a u.ä i.d.r o.ä v.a z.t z.zt z.hd d.i i.a i.v vgl ggf evtl inkl exkl zzgl
            abzgl max min
            bd abb abs art kap aufl hrsg hr hrn fr frl dipl ing geb gest verh sog gem lt allg bes insb tel int ggü zit
            jan feb mär apr jun jul aug sept sep okt nov dez mo di mi do fr sa so med phil jur rer nat mag mind mio mrd
            z b d h u a ä i o v t
            """,
        trailing: "usw etc u.s.w usf uvm u.v.m co gmbh str a.d n.chr v.chr st std min sek tsd",
        starters: """
            der die das den dem ein eine einen er sie es wir ich ihr du man wer was wann wo wie warum und aber oder
            doch denn
            dann danach da dort hier heute morgen gestern jetzt nun so auch nach bei mit von vor zu im in am an auf
            aus für
            wenn weil obwohl als ob dieser diese dieses jeder jede alle viele einige kein keine mein dein sein
            unser nicht
            bitte danke ja nein allerdings jedoch außerdem deshalb trotzdem insgesamt ist sind war hat haben kann zudem
            """)

    private static let french = Abbreviations(
        leading: """
            m mm mme mmes mlle mlles me mgr dr pr prof st ste no n° nº p pp vol chap fig art al cf env ex p.ex
            c.-à-d c.à.d
            av bd boul tél réf éd dir gén col cap lt sgt janv févr avr juil sept oct nov déc apr
            """,
        trailing: "etc cie s.a a.m p.m j.-c jr sr",
        starters: """
            le la les un une des ce cet cette ces il elle on nous vous ils elles je tu mon ma mes son sa ses notre
            votre leur
            qui que quoi quand où comment pourquoi et mais ou donc car si puis alors ensuite ici là en dans à au
            aux pour
            par avec sans sous sur après avant depuis pendant comme lorsque bien oui non c'est c j l d qu n s cela
            ça tout
            """)

    private static let spanish = Abbreviations(
        leading: """
            ee sr sra srta sres sras dr dra dres prof profa ing lic arq abog d dña dn da gral cnel cap tte sto sta
            fr pbro mons
            núm no n° nº nro n pág págs p pp vol cap art fig tel tfno av avda c pza ctra prov dpto depto ej p.ej cf
            aprox
            máx mín ed edit cía ene feb mar abr jun jul ago sep sept oct nov dic lun mié jue vie sáb dom hs hnos gob mt
            """,
        trailing: "etc s.a s.l ee.uu ud uds vd vds a.m p.m a.c d.c jr cía",
        starters: """
            el la los las lo un una unos unas este esta estos estas ese esa esos esas él ella ellos ellas yo tú
            usted ustedes
            nosotros se me te le les nos mi su sus tu qué quién cuándo dónde cómo por porque y pero o si cuando
            donde como
            en de del al a con sin para desde hasta entre sobre según después antes luego entonces ahora hoy ayer
            mañana aquí
            allí también no sí ya más muy todo toda todos gracias envíe espero es son fue era hay está están
            """)

    private static let italian = Abbreviations(
        leading: """
            sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa ing avv arch geom rag dir amm on sen gen col cap
            mons rev
            psicol pres vicepres segr n nr num pag pagg p pp vol cap art fig tel cell fax c.a es ad.es cfr ca v vd ss s
            l.go p.zza p.le c.so v.le gen feb mar apr mag giu lug ago set ott nov dic lun mar mer gio ven sab dom st egr
            gent spett ill ind cod fisc min max
            """,
        trailing: "ecc etc s.p.a s.r.l s.n.c a.c d.c jr",
        starters: """
            il lo la i gli le un uno una questo questa questi queste quello quella egli lui lei noi voi loro io tu
            si mi ti ci
            vi che chi cosa quando dove come perché e ma o se poi allora quindi così anche non sì no in di a da con
            su per tra
            fra dopo prima oggi ieri domani adesso ora qui qua è sono era ha hanno ho mi ecco tutto tutti
            """)

    private static let portuguese = Abbreviations(
        leading: """
            sr sra srta srs dr dra drs prof profa profª eng arq adv d dom gen cel cap ten sto sta pe n n° nº núm
            no pág págs p
            pp vol cap art fig tel av r pç pça rod est ex p.ex cf aprox máx mín ed jan fev mar abr mai jun jul ago
            set out
            nov dez seg ter qua qui sex sáb exmo exma ilmo ilma
            """,
        trailing: "etc ltda cia s.a a.c d.c a.m p.m jr eua",
        starters: """
            o a os as um uma uns umas este esta estes estas esse essa esses essas isto isso ele ela eles elas eu tu
            você vocês
            nós nos se me te lhe meu minha seu sua que quem quando onde como porque por e mas ou então depois agora
            hoje ontem
            amanhã aqui ali lá também não sim já mais muito em no na nos nas de do da dos das com sem para desde
            até entre
            sobre segundo é são foi era há está estão tudo todos
            """)

    private static let russian = Abbreviations(
        leading: """
            ул пр просп пл пер бул наб г гг гор обл р-н р с п пос д кв корп стр оф к т тел стр рис табл гл п пп см
            ср напр им
            проф акад доц инж г-н г-жа гр тов св о-в кап ген полк лейт № т.е т.к т.н т.о т.п янв фев мар апр авг
            сен сент окт
            ноя дек руб коп тыс млн млрд чел экз изд ред
            """,
        trailing: "т.д т.п др пр г гг в вв н.э до.н.э руб коп дол долл у.е куб.м кв.м м см км кг мин сек час ч т л",
        starters: """
            он она оно они я ты мы вы это этот эта эти тот та те мой твой его её их наш ваш кто что где когда как
            почему зачем
            и а но или если потом затем теперь сейчас сегодня вчера завтра здесь там тут тоже также не да нет в на
            с из от до
            по за для при под над после перед так уже ещё еще все всё весь вот однако поэтому был была было были есть
            """)

    private static let hindi = Abbreviations(leading: "डॉ डा श्री श्रीमती प्रो कु पं सं नं पृ रु", trailing: "", starters: "")
    private static let arabic = Abbreviations(leading: "د أ م ص ج ط س ق أ.د", trailing: "ه م هـ ق.م", starters: "")
    private static let others = Abbreviations(
        leading: "no vol fig p pp", trailing: "inc ltd co corp", starters: "the it this that he she we")
}

extension Abbreviations {
    /// Abbreviations that are also words: they are abbreviations only before numbers.
    static func alsoWords(_ language: LanguageCode) -> Set<String> { alsoWords[language] ?? [] }

    private static let alsoWords: [LanguageCode: Set<String>] = [
        .en: words("in sat sun wed ave no nos art max min est al op gen adj fig par ch tel ext eq vol trans incl"),
        .de: words("art do so di mo mi fr sa mag max min gest bes dez okt ing mal kap"),
        .fr: words("av art env no bd ex dir tel mars fin col"),
        .es: words("no art mar fin ed dom fig máx vol col cap"),
        .it: words("no mar gen set dom mag on art fin cell min max es cod ven col cap lun"),
        .pt: words("no mar mai out dez set seg ter qua qui art d dom r est ex vol cap"),
        .hi: words("है था थी थे हो दो लो आ जा दी ली दे ले"),
        .ru: words("час мин им к пос пер тел мар"),
    ]
}
