internal import Language

/// The number words of German and Russian.
enum GermanRussianWords {
    static let german = NumberWords(
        values: """
            null=0 ein=1 eins=1 eine=1 einer=1 einen=1 einem=1 eines=1 zwei=2 zwo=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7
            acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18
            neunzehn=19 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90
            """,
        ordinals: """
            erste=1 ersten=1 erster=1 erstes=1 erstem=1 zweite=2 zweiten=2 zweiter=2 zweites=2 zweitem=2 dritte=3 dritten=3
            dritter=3 drittes=3 drittem=3 drittel=3 dritteln=3 vierte=4 vierten=4 vierter=4 fünfte=5 fünften=5 fünfter=5
            sechste=6 sechsten=6 siebte=7 siebten=7 siebter=7 achte=8 achten=8 achter=8 neunte=9 neunten=9 zehnte=10 zehnten=10
            elfte=11 elften=11 zwölfte=12 zwölften=12 dreizehnte=13 dreizehnten=13 vierzehnte=14 vierzehnten=14 fünfzehnte=15
            fünfzehnten=15 sechzehnte=16 sechzehnten=16 siebzehnte=17 siebzehnten=17 achtzehnte=18 achtzehnten=18
            neunzehnte=19 neunzehnten=19 zwanzigste=20 zwanzigsten=20 dreißigste=30 dreißigsten=30 vierzigste=40 vierzigsten=40
            fünfzigste=50 fünfzigsten=50 sechzigste=60 sechzigsten=60 siebzigste=70 siebzigsten=70 hundertste=100
            hundertsten=100 fünftel=5 zehntel=10 achtel=8
            """,
        hundreds: "hundert",
        scales: "tausend=3 million=6 millionen=6 mio=6 milliarde=9 milliarden=9 mrd=9 billion=12 billionen=12",
        dozens: "dutzend", joiners: "und",
        unsure: """
            null ein eins eine einer einen einem eines erste ersten erster erstes erstem zweite zweiten zweiter zweites zweitem \
            achte achten achter millionen milliarden
            """,
        loose: """
            halb=50 halbe=50 halber=50 halben=50 halbes=50 hälfte=50 viertel=25 beide=200 beiden=200 beides=200 paar=200 \
            zweimal=200 dreimal=300 viermal=400 fünfmal=500 zehnmal=1000 einmal=100 doppelt=200 doppelte=200 verdoppelt=200 verdreifacht=300 dreifach=300 \
            dreifache=300 anderthalb=150 eineinhalb=150 zweieinhalb=250 dreieinhalb=350 viereinhalb=450 fünfeinhalb=550 \
            jahrzehnt=1000 jahrhundert=10000 halbjahr=600 halbstunde=50 zweitens=200 drittens=300 zweit=200 dritt=300 viert=400 zu=0 \
            zwanziger=2000 zwanzigern=2000 dreißiger=3000 dreißigern=3000 vierziger=4000 vierzigern=4000 fünfziger=5000 \
            fünfzigern=5000 sechziger=6000 sechzigern=6000 siebziger=7000 siebzigern=7000 achtziger=8000 achtzigern=8000 \
            neunziger=9000 neunzigern=9000 \
            zwanzigerjahre=2000 zwanzigerjahren=2000 dreißigerjahre=3000 dreißigerjahren=3000 vierzigerjahre=4000 \
            vierzigerjahren=4000 fünfzigerjahre=5000 fünfzigerjahren=5000 sechzigerjahre=6000 sechzigerjahren=6000 \
            siebzigerjahre=7000 siebzigerjahren=7000 achtzigerjahre=8000 achtzigerjahren=8000 neunzigerjahre=9000 \
            neunzigerjahren=9000 mittag=1200 mitternacht=1200
            """,
        suffixes: "und ein halb=50,und eine halbe=50,und eine viertel=25",
        prefixes: "viertel nach=25,viertel vor=-25,dreiviertel=-25,halb=-50",
        monthsOf: .de, months: "jänner=1 jan=1 feb=2 mär=3 apr=4 jun=6 jul=7 aug=8 sep=9 sept=9 okt=10 nov=11 dez=12",
        unsureMonths: "jan feb mär apr jun jul aug sep sept okt nov dez",
        morning: "uhr morgens,uhr früh,morgens,vormittags,uhr am morgen",
        afternoon: "nachmittags,abends,uhr am nachmittag,uhr am abend", minus: "minus,unter null",
        idioms:
            "unter vier augen,fünf gerade sein,im siebten himmel,im siebenten himmel,zwei fliegen mit einer klappe,gib acht,gebt acht,geben sie acht,habt acht,acht geben,acht zu geben,acht auf"
    ).compounding("und")

    private static func cases(_ value: Int, _ words: String) -> String {
        words.split(separator: " ").map { "\($0)=\(value)" }.joined(separator: " ")
    }

    private static func adjectives(
        _ value: Int, _ stem: String, _ endings: String = "ый ая ое ые ого ой ому ым ую ых ыми ом"
    ) -> String {
        endings.split(separator: " ").map { "\(stem)\($0)=\(value)" }.joined(separator: " ")
    }

    static let russian = NumberWords(
        values: [
            cases(0, "ноль нуль нуля ноля"), cases(1, "один одна одно одну одного одной одному одним одном"),
            cases(2, "два две двух двум двумя двое"), cases(3, "три трех трем тремя трое"),
            cases(4, "четыре четырех четырем четырьмя четверо"), cases(5, "пять пяти пятью пятеро"),
            cases(6, "шесть шести шестью"), cases(7, "семь семи семью"), cases(8, "восемь восьми восемью"),
            cases(9, "девять девяти девятью"), cases(10, "десять десяти десятью"),
            cases(11, "одиннадцать одиннадцати одиннадцатью"), cases(12, "двенадцать двенадцати двенадцатью"),
            cases(13, "тринадцать тринадцати"), cases(14, "четырнадцать четырнадцати"),
            cases(15, "пятнадцать пятнадцати"), cases(16, "шестнадцать шестнадцати"),
            cases(17, "семнадцать семнадцати"), cases(18, "восемнадцать восемнадцати"),
            cases(19, "девятнадцать девятнадцати"), cases(20, "двадцать двадцати двадцатью"),
            cases(30, "тридцать тридцати тридцатью"), cases(40, "сорок сорока"), cases(50, "пятьдесят пятидесяти"),
            cases(60, "шестьдесят шестидесяти"), cases(70, "семьдесят семидесяти"),
            cases(80, "восемьдесят восьмидесяти"), cases(90, "девяносто девяноста"), cases(100, "сто ста"),
            cases(200, "двести двухсот двумстам"), cases(300, "триста трехсот тремстам"),
            cases(400, "четыреста четырехсот"), cases(500, "пятьсот пятисот"), cases(600, "шестьсот шестисот"),
            cases(700, "семьсот семисот"), cases(800, "восемьсот восьмисот"), cases(900, "девятьсот девятисот"),
        ].joined(separator: " "),
        ordinals: [
            adjectives(1, "перв"), adjectives(2, "втор", "ой ая ое ые ого ому ым ую ых ыми ом"),
            adjectives(3, "трет", "ий ья ье ьи ьего ьей ьему ьим ьем ью ьих ь"), adjectives(4, "четверт"),
            adjectives(5, "пят"), adjectives(6, "шест", "ой ая ое ые ого ому ым ую ых ом"),
            adjectives(7, "седьм", "ой ая ое ые ого ому ым ую ых ом"),
            adjectives(8, "восьм", "ой ая ое ые ого ому ым ую ых ом"), adjectives(9, "девят"),
            adjectives(10, "десят"), adjectives(11, "одиннадцат"), adjectives(12, "двенадцат"),
            adjectives(13, "тринадцат"), adjectives(14, "четырнадцат"), adjectives(15, "пятнадцат"),
            adjectives(16, "шестнадцат"), adjectives(17, "семнадцат"), adjectives(18, "восемнадцат"),
            adjectives(19, "девятнадцат"), adjectives(20, "двадцат"), adjectives(30, "тридцат"),
            adjectives(40, "сороков", "ой ая ое ые ого ому ым ую ых ыми ом"), adjectives(50, "пятидесят"),
            adjectives(60, "шестидесят"),
            adjectives(70, "семидесят"), adjectives(80, "восьмидесят"), adjectives(90, "девяност"),
            adjectives(100, "сот"),
        ].joined(separator: " "),
        scales: """
            тысяча=3 тысячи=3 тысяч=3 тысячу=3 тысячам=3 тысячей=3 тыс=3 миллион=6 миллиона=6 миллионов=6 миллионам=6
            млн=6 миллиард=9 миллиарда=9 миллиардов=9 млрд=9 триллион=12 триллиона=12 триллионов=12
            """,
        dozens: "дюжина дюжины дюжину дюжин",
        unsure: """
            ноль нуль нуля ноля один одна одно одну одного одной одному одним одном семью первый первая первое первые первого \
            первой первому первым первую первых первыми первом второй вторая второе вторые второго второму вторым вторую вторых \
            вторыми втором тысячи тысяч миллионов миллионы миллиардов сот сотой сотую треть
            """,
        loose: """
            половина=50 половину=50 половины=50 половине=50 пол=50 полчаса=50 полгода=50 полтора=150 полторы=150 \
            полутора=150 четверть=25 четверти=25 оба=200 обе=200 обоих=200 обеих=200 обоим=200 пара=200 пару=200 пары=200 \
            дважды=200 трижды=300 вдвое=200 втрое=300 вдвоем=200 втроем=300 двоих=200 двоим=200 троих=300 троим=300 четверых=400 пятерых=500 сутки=2400 десяток=1000 десятка=1000 сотня=10000 \
            сотню=10000 вдвойне=200 удвоился=200 удвоилась=200 удвоилось=200 удвоились=200 утроился=300 утроилась=300 утроилось=300 утроились=300 однажды=100 полдень=1200 полудня=1200 полночь=0 полуночи=0
            """,
        suffixes: "с половиной=50,с четвертью=25",
        prefixes: "половина=-50,половины=-50,половине=-50,половину=-50,без четверти=-25,четверть=-75",
        monthsOf: .ru,
        months: """
            январь=1 январе=1 февраль=2 феврале=2 март=3 марте=3 апрель=4 апреле=4 май=5 мае=5 июнь=6 июне=6 июль=7 июле=7
            август=8 августе=8 сентябрь=9 сентябре=9 октябрь=10 октябре=10 ноябрь=11 ноябре=11 декабрь=12 декабре=12 янв=1
            февр=2 фев=2 мар=3 апр=4 июн=6 июл=7 авг=8 сент=9 сен=9 окт=10 нояб=11 ноя=11 дек=12
            """,
        unsureMonths: "янв февр фев мар апр июн июл авг сент сен окт нояб ноя дек мая майя",
        morning: "утра,часов утра,часа утра",
        afternoon: "вечера,часов вечера,часа вечера,дня,часа дня,часов дня,час дня", minus: "минус,ниже нуля",
        idioms: "на седьмом небе,как дважды два,двух зайцев")
}
