internal import Language

/// The number words of English and of the Romance languages.
enum WesternWords {
    static let english = NumberWords(
        values: """
            zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
            fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fourty=40
            fifty=50 sixty=60 seventy=70 eighty=80 ninety=90
            """,
        ordinals: """
            first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12
            thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20
            thirtieth=30 fortieth=40 fiftieth=50 sixtieth=60 seventieth=70 eightieth=80 ninetieth=90 hundredth=100
            thirds=3 fourths=4 fifths=5 sixths=6 eighths=8 tenths=10
            """,
        hundreds: "hundred", scales: "thousand=3 million=6 billion=9 trillion=12 lakh=5 lakhs=5 crore=7 crores=7 bn=9",
        dozens: "dozen", joiners: "and", unsure: "zero one first second thirds",
        loose: """
            half=50 halves=50 quarter=25 quarters=400 once=100 twice=200 both=200 pair=200 couple=200 double=200 doubled=200 tripled=300 twin=200 \
            triple=300 single=100 another=100 thrice=300 fortnight=200 decade=1000 semester=600 century=10000 \
            twenties=2000 thirties=3000 forties=4000 fifties=5000 sixties=6000 seventies=7000 eighties=8000 nineties=9000 \
            noon=1200 midday=1200 midnight=1200
            """,
        suffixes: "and a half=50,and one half=50,and a quarter=25,and three quarters=75",
        prefixes: "half past=50,quarter past=25,quarter after=25,quarter to=-25,quarter of=-25,quarter till=-25",
        monthsOf: .en, months: "jan=1 feb=2 mar=3 apr=4 jun=6 jul=7 aug=8 sep=9 sept=9 oct=10 nov=11 dec=12",
        unsureMonths: "may march mar sep dec jan august", morning: "am,a m,a . m,in the morning",
        afternoon: "pm,p m,p . m,in the afternoon,in the evening", minus: "minus,negative,below zero",
        idioms: """
            two of a kind,one of a kind,on cloud nine,in seventh heaven,at the eleventh hour,second to none,two left feet,\
            my two cents,my two pence,catch 22,forty winks,six feet under,killing two birds with one stone,\
            kill two birds with one stone
            """)

    static let spanish = NumberWords(
        values: """
            cero=0 un=1 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12
            trece=13 catorce=14 quince=15 dieciseis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21
            veintiun=21 veintiuna=21 veintidos=22 veintitres=23 veinticuatro=24 veinticinco=25 veintiseis=26 veintisiete=27
            veintiocho=28 veintinueve=29 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90
            cien=100 ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400
            cuatrocientas=400 quinientos=500 quinientas=500 seiscientos=600 seiscientas=600 setecientos=700 setecientas=700
            ochocientos=800 ochocientas=800 novecientos=900 novecientas=900
            """,
        ordinals: """
            primero=1 primera=1 primer=1 segundo=2 segunda=2 tercero=3 tercera=3 tercer=3 cuarto=4 cuarta=4 quinto=5 quinta=5
            sexto=6 sexta=6 septimo=7 septima=7 octavo=8 octava=8 noveno=9 novena=9 decimo=10 decima=10 tercio=3 tercios=3
            cuartos=4 quintos=5 undecimo=11 undecima=11 duodecimo=12 duodecima=12
            """,
        scales: "mil=3 millon=6 millones=6 billon=12 billones=12", dozens: "docena docenas", joiners: "y",
        unsure:
            "cero un uno una primero primera primer segundo segunda cuarto cuarta cuartos tercio quinta quinto millones octava",
        loose: """
            medio=50 media=50 mitad=50 ambos=200 ambas=200 par=200 doble=200 triple=300 pareja=200 quincena=1500 decada=1000 \
            siglo=10000 semestre=600 mediodia=1200 medianoche=1200
            """,
        suffixes:
            "y medio=50,y media=50,y cuarto=25,y un cuarto=25,menos cuarto=-25,menos un cuarto=-25,y tres cuartos=75",
        prefixes: "un cuarto para las=-25,cuarto para las=-25",
        monthsOf: .es,
        months: "setiembre=9 ene=1 feb=2 mar=3 abr=4 may=5 jun=6 jul=7 ago=8 sep=9 sept=9 oct=10 nov=11 dic=12",
        unsureMonths: "ene feb mar abr may jun jul ago sep sept oct nov dic ",
        morning: "a . m,am,de la manana,de la madrugada",
        afternoon: "p . m,pm,de la tarde,de la noche", minus: "menos,bajo cero",
        idioms: "en un dos por tres,cuatro gatos,a los cuatro vientos,a las mil maravillas,matar dos pajaros de un tiro"
    )

    static let french = NumberWords(
        values: """
            zero=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13
            quatorze=14 quinze=15 seize=16 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70
            huitante=80 octante=80 nonante=90 dizaine=10 quinzaine=15 vingtaine=20 trentaine=30 cinquantaine=50 centaine=100
            """,
        ordinals: """
            premier=1 premiere=1 second=2 seconde=2 deuxieme=2 troisieme=3 quatrieme=4 cinquieme=5 sixieme=6 septieme=7
            huitieme=8 neuvieme=9 dixieme=10 onzieme=11 douzieme=12 treizieme=13 quatorzieme=14 quinzieme=15 seizieme=16
            vingtieme=20 trentieme=30 quarantieme=40 cinquantieme=50 soixantieme=60 centieme=100 unieme=1 tiers=3 quarts=4
            cinquiemes=5 dixiemes=10 huitiemes=8
            """,
        hundreds: "cent cents", scales: "mille=3 million=6 millions=6 milliard=9 milliards=9 billion=12 billions=12",
        dozens: "douzaine douzaines", joiners: "et",
        unsure: """
            zero un une neuf premier premiere second seconde deuxieme tiers quarts dizaine quinzaine vingtaine trentaine \
            cinquantaine centaine cents millions milliards
            """,
        loose: """
            demi=50 demie=50 demis=50 moitie=50 quart=25 double=200 paire=200 couple=200 triple=300 decennie=1000 siecle=10000 \
            semestre=600 trimestre=300 midi=1200 minuit=1200
            """,
        suffixes: "et demi=50,et demie=50,et quart=25,et un quart=25,moins le quart=-25,moins quart=-25",
        monthsOf: .fr, months: "janv=1 fevr=2 juil=7 sept=9 oct=10 nov=11 dec=12 avr=4 jan=1 fev=2 jui=7",
        unsureMonths: "avr jan fev jui juil mars sept dec", morning: "du matin",
        afternoon: "de l apres midi,du soir,de l'apres midi",
        minus: "moins,au dessous de zero,sous zero",
        idioms: """
            sur son trente et un,sur mon trente et un,cheveux en quatre,en deux temps trois mouvements,\
            en deux temps , trois mouvements,un de ces quatre,quatre a quatre,aux quatre coins,trente six chandelles,\
            au septieme ciel,d une pierre deux coups,d ' une pierre deux coups,24 heures sur 24,24 h sur 24,24 h / 24,\
            vingt - quatre heures sur vingt - quatre,7 jours sur 7,7 j / 7,sept jours sur sept
            """
                // Samedi en huit: the Saturday of the week after.
                + "lundi mardi mercredi jeudi vendredi samedi dimanche".split(separator: " ").map {
                    ",\($0) en huit,\($0) en quinze"
                }.joined())

    static let portuguese = NumberWords(
        values: """
            zero=0 um=1 uma=1 dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12
            treze=13 catorze=14 quatorze=14 quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezassete=17 dezoito=18
            dezenove=19 dezanove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90
            cem=100 cento=100 duzentos=200 duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quatrocentas=400
            quinhentos=500 quinhentas=500 seiscentos=600 seiscentas=600 setecentos=700 setecentas=700 oitocentos=800
            oitocentas=800 novecentos=900 novecentas=900
            """,
        ordinals: """
            primeiro=1 primeira=1 segundo=2 segunda=2 terceiro=3 terceira=3 quarto=4 quarta=4 quinto=5 quinta=5 sexto=6
            sexta=6 setimo=7 setima=7 oitavo=8 oitava=8 nono=9 nona=9 decimo=10 decima=10 terco=3 tercos=3 quartos=4
            quintos=5
            """,
        scales: "mil=3 milhao=6 milhoes=6 bilhao=9 bilhoes=9 biliao=12 bilioes=12 trilhao=12 trilhoes=12",
        dozens: "duzia duzias", joiners: "e",
        unsure: """
            zero um uma primeiro primeira segundo segunda quarto quarta quinta quinto sexta terco quartos milhoes bilhoes nona
            """,
        loose:
            "meio=50 meia=50 metade=50 ambos=200 ambas=200 par=200 dobro=200 casal=200 decada=1000 seculo=10000 semestre=600",
        suffixes: "e meio=50,e meia=50,e um quarto=25,menos um quarto=-25,e três quartos=75",
        prefixes: "quinze para as=-25,um quarto para as=-25",
        monthsOf: .pt, months: "jan=1 fev=2 mar=3 abr=4 mai=5 jun=6 jul=7 ago=8 set=9 out=10 nov=11 dez=12",
        unsureMonths: "jan fev mar abr mai jun jul ago set out nov dez",
        morning: "da manha,da madrugada", afternoon: "da tarde,da noite", minus: "menos,abaixo de zero,negativos",
        idioms: "aos quatro ventos,as mil maravilhas,no setimo ceu,matar dois coelhos,dois coelhos de uma cajadada")

    static let italian = NumberWords(
        values: """
            zero=0 un=1 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12
            tredici=13 quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30
            quaranta=40 cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90
            """,
        ordinals: """
            primo=1 prima=1 secondo=2 seconda=2 terzo=3 terza=3 terzi=3 quarto=4 quarta=4 quarti=4 quinto=5 quinta=5 quinti=5
            sesto=6 sesta=6 settimo=7 settima=7 ottavo=8 ottava=8 nono=9 nona=9 decimo=10 decima=10 undicesimo=11
            undicesima=11 dodicesimo=12 dodicesima=12 ventesimo=20 ventesima=20 ventunesimo=21 trentesimo=30 centesimo=100
            """,
        hundreds: "cento cent", scales: "mille=3 mila=3 milione=6 milioni=6 miliardo=9 miliardi=9",
        dozens: "dozzina dozzine",
        joiners: "e",
        unsure: "zero un uno una sei primo prima secondo seconda quarto quarta quarti quinta terza milioni miliardi",
        loose: """
            mezzo=50 mezza=50 meta=50 entrambi=200 entrambe=200 paio=200 coppia=200 doppio=200 decina=1000 ventina=2000 \
            trentina=3000 cinquantina=5000 centinaio=10000 migliaio=100000 decennio=1000 secolo=10000 semestre=600 \
            mezzogiorno=1200 mezzanotte=1200
            """,
        suffixes: "e mezzo=50,e mezza=50,e un quarto=25,meno un quarto=-25,e tre quarti=75",
        monthsOf: .it, months: "gen=1 feb=2 mar=3 apr=4 mag=5 giu=6 lug=7 ago=8 set=9 ott=10 nov=11 dic=12",
        unsureMonths: "gen feb mar apr mag giu lug ago set ott nov dic",
        morning: "del mattino,di mattina,della mattina", afternoon: "del pomeriggio,di pomeriggio,di sera,della sera",
        minus: "meno,sotto zero,sottozero",
        idioms:
            "quattro gatti,su due piedi,quattro passi,al settimo cielo,in quattro e quattr ' otto,in quattro e quattr ’ otto,a quattr ' occhi,a quattr ’ occhi,due piccioni con una fava,24 ore su 24,7 giorni su 7"
            + "lunedi martedi mercoledi giovedi venerdi sabato domenica".split(separator: " ").map { ",\($0) a otto" }
            .joined()
    ).compounding(nil, extra: "vent=20 trent=30 quarant=40 cinquant=50 sessant=60 settant=70 ottant=80 novant=90")
}
