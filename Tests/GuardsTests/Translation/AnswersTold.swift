/// Answers with numbers that have their own words, in the form of ``AnswersFirst``: below zero, thousands, days, times,
/// money and parts; not one may be judged wrongly.
enum AnswersTold {
    /// Below zero.
    static let signs = """
        zh>en|今天零下10度。|It's minus ten degrees today.
        zh>en|今天零下10度。|It's ten below zero today.
        zh>en|今天零下10度。|It's ten degrees below today.
        ja>en|今日は氷点下10度です。|It's minus ten degrees today.
        ja>de|外は氷点下十五度です。|Draußen sind es fünfzehn Grad unter null.
        ja>de|外は氷点下十五度です。|Draußen sind es minus fünfzehn Grad.
        ja>de|外は氷点下十五度です。|Draußen hat es fünfzehn Grad Frost.
        fr>en|Il fait moins dix degrés.|It's minus ten degrees.
        fr>en|Il fait moins dix.|It's minus ten.
        fr>es|Il fait moins quinze dehors.|Fuera hace quince grados bajo cero.
        fr>es|Il fait moins quinze dehors.|Fuera hace menos quince grados.
        fr>de|Il fait moins quinze dehors.|Draußen sind es minus fünfzehn Grad.
        fr>zh|Il fait moins quinze dehors.|外面零下十五度。
        fr>zh|Il fait moins quinze dehors.|外面负十五度。
        fr>ja|Il fait moins quinze dehors.|外は氷点下十五度です。
        fr>ja|Il fait moins quinze dehors.|外はマイナス十五度です。
        fr>ko|Il fait moins quinze dehors.|바깥은 영하 15도예요.
        fr>en|La température est de dix degrés au-dessous de zéro.|The temperature is ten degrees below zero.
        en>fr|It's ten degrees below zero.|Il fait dix degrés en dessous de zéro.
        es>de|Fuera hace quince grados bajo cero.|Draußen sind es minus fünfzehn Grad.
        es>en|Hace diez grados bajo cero.|It's ten below zero.
        es>en|Hace diez grados bajo cero.|It's ten below.
        es>en|Hace diez grados bajo cero.|It's minus ten degrees.
        es>en|Hace diez grados bajo cero.|It's -10 °C.
        es>en|Estamos a menos diez grados.|It's minus ten degrees.
        es>zh|Fuera hace quince grados bajo cero.|外面零下十五度。
        es>it|Fuera hace quince grados bajo cero.|Fuori ci sono quindici gradi sotto zero.
        es>pt|Fuera hace quince grados bajo cero.|Está quinze graus negativos lá fora.
        de>en|Es sind zehn Grad unter null.|It's minus ten degrees.
        de>en|Es sind zehn Grad unter dem Gefrierpunkt.|It's ten degrees below freezing.
        de>ru|Es sind zehn Grad unter null.|Десять градусов мороза.
        de>ru|Es sind zehn Grad unter null.|Минус десять градусов.
        de>ru|Es sind zehn Grad unter null.|Десять градусов ниже нуля.
        it>en|Ci sono meno dieci gradi.|It's minus ten degrees.
        it>en|Siamo a dieci gradi sotto zero.|It's ten below zero.
        pt>en|Está menos dez graus.|It's minus ten.
        pt>en|Está dez graus negativos.|It's minus ten degrees.
        pt>en|Está dez graus abaixo de zero.|It's ten below zero.
        pt>de|A temperatura é de 10 graus negativos.|Die Temperatur beträgt minus 10 Grad.
        ru>en|На улице десять градусов мороза.|It's minus ten outside.
        ru>en|На улице десять градусов ниже нуля.|It's ten below zero outside.
        ar>en|الحرارة عشر درجات تحت الصفر.|It's ten below zero.
        ar>en|الحرارة عشر درجات تحت الصفر.|It's minus ten degrees.
        en>ar|It's ten below zero.|الحرارة عشر درجات تحت الصفر.
        en>ar|It's minus ten degrees.|درجة الحرارة ناقص عشر درجات.
        en>de|It's ten below zero.|Es sind minus zehn Grad.
        en>de|It's ten below.|Es sind zehn Grad minus.
        en>ko|It's ten below zero.|영하 10도예요.
        en>hi|It's ten below zero.|शून्य से दस डिग्री नीचे है।
        hi>en|बाहर शून्य से पंद्रह डिग्री नीचे है।|It's minus fifteen degrees outside.
        zh>ru|外面零下十五度。|На улице минус пятнадцать.
        en>es|He has ten euros less.|Tiene diez euros menos.
        fr>en|Il a mangé moins de dix pommes.|He ate fewer than ten apples.
        fr>en|J'ai dix ans de moins.|I'm ten years younger.
        fr>en|Il a deux ans de moins que moi.|He is two years younger than me.
        es>en|Tiene al menos diez años.|He's at least ten.
        es>en|Por lo menos diez personas.|At least ten people.
        es>en|Cuesta menos de diez euros.|It costs less than ten euros.
        es>en|Hay menos diez sillas.|There are ten fewer chairs.
        es>en|Faltan más o menos diez minutos.|About ten minutes left.
        es>en|Más o menos diez grados.|About ten degrees.
        es>en|Hace más o menos diez grados.|It's about ten degrees.
        es>en|Hace por lo menos treinta grados.|It's at least thirty degrees.
        es>en|Hace menos de diez grados.|It's less than ten degrees.
        pt>en|Faz pelo menos trinta graus.|It's at least thirty degrees.
        pt>en|Está mais ou menos trinta graus.|It's about thirty degrees.
        it>en|Ci sono più o meno trenta gradi.|It's about thirty degrees.
        it>en|Ci sono almeno trenta gradi.|It's at least thirty degrees.
        it>en|Dieci meno tre fa sette.|Ten minus three is seven.
        fr>en|Dix moins trois font sept.|Ten minus three is seven.
        es>en|Diez menos tres son siete.|Ten minus three is seven.
        es>en|Son las siete menos diez.|It's ten to seven.
        fr>en|Il fait au moins trente degrés.|It's at least thirty degrees.
        fr>en|Il fait plus ou moins trente degrés.|It's more or less thirty degrees.
        fr>en|De moins dix à plus cinq degrés.|From minus ten to plus five degrees.
        fr>en|Entre moins cinq et moins dix degrés.|Between minus five and minus ten degrees.
        fr>en|Il y a dix personnes de moins.|There are ten fewer people.
        en>es|Five minus ten is minus five.|Cinco menos diez son menos cinco.
        fr>en|Cinq degrés de moins qu'hier.|Five degrees less than yesterday.
        fr>en|Il fait dix degrés de moins.|It's ten degrees colder.
        es>en|Hace diez grados menos que ayer.|It's ten degrees colder than yesterday.
        es>en|Hoy hace diez grados menos.|It's ten degrees colder today.
        en>es|He was ten meters below the surface.|Estaba diez metros por debajo de la superficie.
        en>de|The temperature dropped below zero, and 5 people froze.|Die Temperatur fiel unter null, und 5 Menschen froren.
        """

    /// A point before three digits in Spanish.
    static let thousands = """
        es>en|Gana 2.500 euros al mes.|He earns 2,500 euros a month.
        es>en|Gana 2.500 euros al mes.|He earns 2.500 euros a month.
        es>de|Gana 2.500 euros al mes.|Er verdient 2.500 Euro im Monat.
        es>fr|Gana 2.500 euros al mes.|Il gagne 2 500 euros par mois.
        es>fr|Gana 2.500 euros al mes.|Il gagne 2,500 euros par mois.
        es>en|Cuesta 12.000 euros.|It costs 12,000 euros.
        es>en|Cuesta 12.000 euros.|It costs twelve thousand euros.
        es>en|Hay 3.000 personas.|There are three thousand people.
        es>en|Pesa 3.500 kilos.|It weighs 3,500 kilos.
        en>es|It weighs 3.512 kilos.|Pesa 3.512 kilos.
        en>es|It weighs 3.512 kilos.|Pesa 3,512 kilos.
        en>es|2,500 people|2,500 personas
        en>es|He earns 2,500 dollars.|Gana 2,500 dólares.
        es>en|Gana 2,500 dólares.|He earns 2,500 dollars.
        es>en|Gana 2,500 dólares.|He earns 2.5 dollars.
        es>en|Pi es 3.142.|Pi is 3.142.
        fr>en|Il gagne 2.500 euros.|He earns 2,500 euros.
        """

    /// The first and the second of a month.
    static let days = """
        en>de|The second of May is a holiday.|Der zweite Mai ist ein Feiertag.
        en>de|The second of May is a holiday.|Der 2. Mai ist ein Feiertag.
        de>en|Wir treffen uns am ersten Mai.|We meet on the first of May.
        de>en|Wir treffen uns am ersten Mai.|We meet on May 1st.
        de>en|Wir treffen uns am ersten Mai.|We meet on May 1.
        zh>en|五月一号见。|See you on the first of May.
        zh>de|五月一号见。|Bis zum ersten Mai.
        en>ru|See you on the first of May.|Увидимся первого мая.
        en>ru|See you on the first of May.|Увидимся 1 мая.
        es>ru|Nos vemos el primero de mayo.|Увидимся первого мая.
        es>en|Nos vemos el uno de mayo.|See you on May 1.
        fr>en|On se voit le premier mai.|See you on May Day.
        it>en|Ci vediamo il primo maggio.|See you on May 1st.
        pt>en|Até primeiro de maio.|See you on May 1.
        ko>en|5월 1일에 만나요.|See you on the first of May.
        en>de|He came in second.|Er wurde Zweiter.
        en>de|Wait a second.|Warte eine Sekunde.
        en>de|The second half of May.|Die zweite Maihälfte.
        en>de|In the second week of May.|In der zweiten Maiwoche.
        en>fr|At the beginning of May.|Début mai.
        fr>en|Le premier mars.|The first of March.
        en>de|The first of May.|Der Tag der Arbeit.
        de>en|Der erste Mai war warm.|The first of May was warm.
        de>en|Anfang Mai.|In early May.
        de>en|Mein erster Mai in Berlin.|My first May in Berlin.
        en>de|The first May was warm.|Der erste Mai war warm.
        en>de|New Year's Day is January 1st.|Neujahr ist der erste Januar.
        en>de|On the twenty-second of March.|Am zweiundzwanzigsten März.
        hi>en|एक मई को छुट्टी है।|The first of May is a holiday.
        hi>en|दो मई को छुट्टी है।|The second of May is a holiday.
        """

    /// Times said by the distance from their hour.
    static let times = """
        en>ru|It's twenty to eight.|Без двадцати восемь.
        en>ru|It's twenty to eight.|Семь часов сорок минут.
        en>pt|It's twenty to eight.|São vinte para as oito.
        en>pt|It's twenty to eight.|São sete e quarenta.
        en>pt|It's twenty past eight.|São oito e vinte.
        es>pt|Son las ocho menos veinte.|São sete e quarenta.
        es>pt|Son las ocho menos veinte.|São vinte para as oito.
        es>pt|Son las ocho menos veinte.|São oito menos vinte.
        fr>en|Il est sept heures moins dix.|It's six fifty.
        fr>en|Il est sept heures moins dix.|It's ten to seven.
        fr>ru|Il est sept heures moins dix.|Без десяти семь.
        fr>ru|Il est sept heures moins dix.|Шесть пятьдесят.
        ja>ru|七時十分前です。|Без десяти семь.
        ru>pt|Без десяти семь.|São dez para as sete.
        en>fr|It's seven ten.|Il est sept heures dix.
        en>fr|At seven ten.|À sept heures dix.
        en>de|It's seven ten.|Es ist sieben Uhr zehn.
        en>de|It's twenty to eight.|Es ist sieben Uhr vierzig.
        en>de|At eight twenty.|Um acht Uhr zwanzig.
        en>ru|At eight twenty.|В восемь двадцать.
        en>ru|It's eight twenty.|Восемь часов двадцать минут.
        en>ru|The trip takes eight hours twenty minutes.|Поездка занимает восемь часов двадцать минут.
        en>hi|It's twenty to eight.|आठ बजने में बीस मिनट हैं।
        en>zh|It's twenty to eight.|差二十分八点。
        en>ar|It's ten to six.|السادسة إلا عشر دقائق.
        en>de|From ten to eight people.|Von zehn bis acht Personen.
        en>de|The score was ten to eight.|Es stand zehn zu acht.
        en>de|They won twenty to eight.|Sie gewannen zwanzig zu acht.
        en>fr|We won ten to seven.|Nous avons gagné dix à sept.
        en>es|The ratio is ten to one.|La proporción es de diez a uno.
        en>es|Count from twenty to eight.|Cuenta de veinte a ocho.
        de>en|Zwanzig vor acht.|Twenty to eight.
        en>it|It's twenty to eight.|Sono le otto meno venti.
        """

    /// Money in two numbers.
    static let money = """
        en>de|That's three euros and twenty cents.|Drei Euro zwanzig.
        en>fr|That's three euros and twenty cents.|Ça fait trois euros vingt.
        en>es|That's three euros and twenty cents.|Son tres euros con veinte.
        en>it|That's three euros and twenty cents.|Fa tre euro e venti.
        en>pt|That's three euros and twenty cents.|São três euros e vinte.
        de>en|Das macht drei Euro zwanzig.|That's three euros and twenty cents.
        fr>en|Ça fait trois euros vingt.|That's three euros and twenty cents.
        es>en|Son tres euros con veinte.|That's three euros and twenty cents.
        it>en|Fa tre euro e venti.|That's three euros and twenty cents.
        pt>en|São três euros e vinte.|That's three euros and twenty cents.
        fr>en|Ça fait cinq euros cinquante.|That's five euros and fifty cents.
        en>de|Twelve dollars and fifty cents, please.|Zwölf Dollar fünfzig, bitte.
        en>de|It costs twelve dollars and fifty cents.|Es kostet zwölf Dollar fünfzig.
        en>de|It costs twelve dollars and fifty cents.|Es kostet 12,50 Dollar.
        en>de|It costs twelve dollars and fifty cents.|Es kostet 12 Dollar und 50 Cent.
        en>zh|It costs twelve dollars and fifty cents.|十二块五。
        en>zh|Eleven yuan fifty.|十一块五。
        en>zh|It's 11.50 yuan.|十一块五。
        en>zh|3.5 yuan.|三块五。
        zh>en|十一块五。|11.5 yuan.
        zh>en|十一块五。|11.50 yuan.
        zh>en|十一块五。|Eleven yuan and fifty fen.
        zh>en|十一块五毛。|11.5 yuan.
        zh>en|苹果三块五一斤。|Apples are 3.5 yuan a jin.
        ru>en|Пять рублей пятьдесят.|Five rubles fifty kopecks.
        ru>en|Пять рублей пятьдесят копеек.|Five rubles fifty kopecks.
        en>de|I gave her three euros and twenty apples.|Ich gab ihr drei Euro und zwanzig Äpfel.
        en>fr|Twelve dollars and five cents.|Douze dollars cinq.
        """

    /// Parts, quarters of an hour, dozens.
    static let parts = """
        de>zh|Ein Drittel des Geldes ist verschwunden.|三分之一的钱不见了。
        it>zh|Un terzo dei soldi è sparito.|三分之一的钱不见了。
        de>ja|Ein Drittel des Geldes ist verschwunden.|お金の三分の一がなくなりました。
        it>ja|Un terzo dei soldi è sparito.|お金の3分の1がなくなりました。
        de>ko|Ein Drittel des Geldes ist verschwunden.|돈의 3분의 1이 사라졌어요.
        fr>zh|Un tiers de l'argent a disparu.|三分之一的钱不见了。
        fr>en|Un tiers de l'argent a disparu.|A third of the money is gone.
        fr>en|Un tiers de l'argent a disparu.|One third of the money is gone.
        fr>de|Un tiers de l'argent a disparu.|Ein Drittel des Geldes ist weg.
        ja>zh|お金の三分の一がなくなりました。|三分之一的钱不见了。
        es>zh|Ha desaparecido un tercio del dinero.|三分之一的钱不见了。
        es>ru|Ha desaparecido un tercio del dinero.|Треть денег пропала.
        es>ru|Ha desaparecido un tercio del dinero.|Пропала одна треть денег.
        en>ru|A third of the money is gone.|Треть денег пропала.
        en>zh|A third of the money is gone.|三分之一的钱不见了。
        en>pt|A third of the money is gone.|Um terço do dinheiro sumiu.
        ru>en|Треть денег пропала.|A third of the money is gone.
        ru>zh|Треть денег пропала.|三分之一的钱不见了。
        en>zh|Two thirds.|三分之二。
        de>zh|Zwei Drittel.|三分之二。
        fr>zh|Deux tiers.|三分之二。
        fr>zh|Les deux tiers.|三分之二。
        es>zh|Dos tercios.|三分之二。
        en>zh|Three quarters of the people.|四分之三的人。
        de>zh|Drei Viertel der Leute.|四分之三的人。
        en>fr|A third person came.|Une troisième personne est venue.
        en>fr|He lives on the third floor.|Il habite au troisième étage.
        en>zh|A quarter of the people.|四分之一的人。
        fr>en|Un quart de l'argent.|A quarter of the money.
        de>en|Das dauert eine Viertelstunde.|It takes a quarter of an hour.
        de>en|Das dauert eine Viertelstunde.|It takes fifteen minutes.
        de>fr|Das dauert eine Viertelstunde.|Ça prend un quart d'heure.
        de>zh|Das dauert eine Viertelstunde.|要十五分钟。
        de>zh|Das dauert eine Viertelstunde.|要一刻钟。
        de>ko|In einer Viertelstunde.|15분 후에.
        fr>en|Ça prend un quart d'heure.|It takes fifteen minutes.
        fr>en|Ça prend un quart d'heure.|It takes a quarter of an hour.
        fr>de|Ça prend un quart d'heure.|Das dauert fünfzehn Minuten.
        fr>ja|Un quart d'heure.|十五分です。
        es>en|Tarda un cuarto de hora.|It takes fifteen minutes.
        es>de|Tarda un cuarto de hora.|Es dauert eine Viertelstunde.
        it>en|Ci vuole un quarto d'ora.|It takes fifteen minutes.
        pt>en|Demora um quarto de hora.|It takes fifteen minutes.
        ru>en|Четверть часа.|Fifteen minutes.
        fr>en|Ça prend trois quarts d'heure.|It takes forty-five minutes.
        fr>en|Ça prend trois quarts d'heure.|It takes three quarters of an hour.
        fr>de|Ça prend trois quarts d'heure.|Das dauert eine Dreiviertelstunde.
        en>de|I've been waiting here for three quarters of an hour.|Ich warte hier seit einer Dreiviertelstunde.
        en>es|It takes three quarters of an hour.|Tarda tres cuartos de hora.
        en>it|It takes three quarters of an hour.|Ci vogliono tre quarti d'ora.
        en>zh|It takes three quarters of an hour.|要四十五分钟。
        es>zh|Tarda tres cuartos de hora.|要四十五分钟。
        es>zh|Tarda tres cuartos de hora.|要三刻钟。
        en>es|The apartment has three bedrooms.|El piso tiene tres cuartos.
        de>zh|Ein Dutzend Eier, bitte.|请给我一打鸡蛋。
        fr>zh|Une douzaine d'œufs.|一打鸡蛋。
        es>zh|Una docena de huevos.|一打鸡蛋。
        en>zh|A dozen eggs.|一打鸡蛋。
        en>zh|Two dozen eggs.|两打鸡蛋。
        en>zh|Twelve eggs.|十二个鸡蛋。
        de>ko|Ein Dutzend Eier.|계란 한 다스.
        de>ja|Ein Dutzend Eier.|卵を1ダース。
        en>ja|Two dozen eggs.|卵を2ダース。
        zh>en|请给我一打鸡蛋。|A dozen eggs, please.
        zh>en|请给我一打鸡蛋。|Twelve eggs, please.
        zh>en|他一打开门就走了。|He left as soon as he opened the door.
        zh>en|一打电话就知道了。|You find out as soon as you call.
        en>de|Half a dozen eggs.|Ein halbes Dutzend Eier.
        """

    /// The same, said wrongly.
    static let wrong = """
        zh>en|外面零下十五度。|It's fifteen outside.|numbers
        zh>en|外面零下十五度。|It's fifteen degrees outside.|numbers
        zh>en|今天零下10度。|It's ten degrees today.|numbers
        ja>en|今日は氷点下10度です。|It's ten degrees today.|numbers
        ja>de|外は氷点下十五度です。|Draußen sind es fünfzehn Grad.|numbers
        fr>en|Il fait moins dix degrés.|It's ten degrees.|numbers
        fr>en|Il fait moins quinze dehors.|It's fifteen outside.|numbers
        fr>es|Il fait moins quinze dehors.|Fuera hace quince grados.|numbers
        fr>de|Il fait moins quinze dehors.|Draußen sind es fünfzehn Grad.|numbers
        fr>zh|Il fait moins quinze dehors.|外面十五度。|numbers
        fr>ja|Il fait moins quinze dehors.|外は十五度です。|numbers
        fr>ko|Il fait moins quinze dehors.|바깥은 15도예요.|numbers
        fr>en|Il fait dix degrés sous zéro.|It's ten degrees.|numbers
        en>fr|It's ten degrees below zero.|Il fait dix degrés.|numbers
        es>de|Fuera hace quince grados bajo cero.|Draußen sind es fünfzehn Grad.|numbers
        es>en|Hace diez grados bajo cero.|It's ten degrees.|numbers
        es>en|Hace menos diez grados.|It's ten degrees.|numbers
        es>zh|Fuera hace quince grados bajo cero.|外面十五度。|numbers
        es>it|Fuera hace quince grados bajo cero.|Fuori ci sono quindici gradi.|numbers
        es>pt|Fuera hace quince grados bajo cero.|Está quinze graus lá fora.|numbers
        de>en|Es sind zehn Grad unter null.|It's ten degrees.|numbers
        de>ru|Es sind zehn Grad unter null.|Десять градусов тепла.|numbers
        de>ru|Es sind zehn Grad unter null.|Десять градусов.|numbers
        it>en|Ci sono meno dieci gradi.|It's ten degrees.|numbers
        it>en|Siamo a dieci gradi sotto zero.|It's ten degrees.|numbers
        pt>en|Faz menos dez graus.|It's ten degrees.|numbers
        pt>en|Está dez graus negativos.|It's ten degrees.|numbers
        pt>en|Está dez graus abaixo de zero.|It's ten degrees.|numbers
        ru>en|На улице десять градусов мороза.|It's ten degrees outside.|numbers
        ru>en|На улице десять градусов ниже нуля.|It's ten degrees outside.|numbers
        ar>en|الحرارة عشر درجات تحت الصفر.|It's ten degrees.|numbers
        en>ar|It's ten below zero.|الحرارة عشر درجات.|numbers
        en>de|It's ten below zero.|Es sind zehn Grad.|numbers
        en>ko|It's ten below zero.|10도예요.|numbers
        en>hi|It's ten below zero.|दस डिग्री है।|numbers
        hi>en|बाहर शून्य से पंद्रह डिग्री नीचे है।|It's fifteen degrees outside.|numbers
        ja>hi|外は氷点下十五度です。|बाहर पंद्रह डिग्री तापमान है।|numbers
        zh>ru|外面零下十五度。|На улице пятнадцать.|numbers
        fr>en|Entre moins cinq et moins dix degrés.|Between five and ten degrees.|numbers
        es>en|Gana 2.500 euros al mes.|He earns 2.5 euros a month.|numbers
        es>fr|Gana 2.500 euros al mes.|Il gagne 2,5 euros par mois.|numbers
        es>en|Cuesta 12.000 euros.|It costs 12 euros.|numbers
        es>en|Hay 3.000 personas.|There are 3 people.|numbers
        es>en|Hay 3.000 personas.|There are three people.|numbers
        en>es|He earns 2.5 euros.|Gana 2.500 euros.|numbers
        en>es|There are 3 people.|Hay 3.000 personas.|numbers
        es>de|El museo tiene 15.000 visitantes al día.|Das Museum hat 15 Besucher am Tag.|numbers
        es>en|Pesa 3.500 kilos.|It weighs 3.5 kilos.|numbers
        es>de|2.500 Personen|2,5 Personen|numbers
        en>de|The second of May is a holiday.|Der erste Mai ist ein Feiertag.|numbers
        de>en|Wir treffen uns am ersten Mai.|We meet on the second of May.|numbers
        zh>en|五月一号见。|See you on the second of May.|numbers
        zh>de|五月一号见。|Bis zum zweiten Mai.|numbers
        ja>de|五月一日に会いましょう。|Bis zum zweiten Mai.|numbers
        en>de|See you on the first of May.|Bis zum zweiten Mai.|numbers
        en>ru|See you on the first of May.|Увидимся второго мая.|numbers
        es>ru|Nos vemos el primero de mayo.|Увидимся второго мая.|numbers
        es>en|Nos vemos el uno de mayo.|See you on May 2.|numbers
        es>en|Nos vemos el dos de mayo.|See you on the first of May.|numbers
        fr>en|On se voit le premier mai.|See you on May 2nd.|numbers
        it>en|Ci vediamo il primo maggio.|See you on the second of May.|numbers
        pt>en|Até primeiro de maio.|See you on the second of May.|numbers
        ko>en|5월 1일에 만나요.|See you on the second of May.|numbers
        en>de|On the second of March 2020.|Am 1. März 2020.|numbers
        en>de|On the twenty-second of March.|Am 21. März.|numbers
        hi>en|दो मई को छुट्टी है।|The first of May is a holiday.|numbers
        en>ru|It's twenty to eight.|Восемь часов двадцать минут.|numbers
        en>pt|It's twenty to eight.|São oito e vinte.|numbers
        es>pt|Son las ocho menos veinte.|São oito e vinte.|numbers
        es>pt|Son las siete menos diez.|São sete e dez.|numbers
        fr>en|Il est sept heures moins dix.|It's seven ten.|numbers
        fr>ru|Il est sept heures moins dix.|Семь десять.|numbers
        fr>pt|Il est sept heures moins dix.|São sete e dez.|numbers
        ja>ru|七時十分前です。|Семь десять.|numbers
        ru>pt|Без десяти семь.|São sete e dez.|numbers
        es>ru|Son las siete menos diez.|Семь десять.|numbers
        en>fr|It's seven ten.|Il est sept heures moins dix.|numbers
        en>de|It's twenty to eight.|Es ist acht Uhr zwanzig.|numbers
        en>it|It's twenty to eight.|Sono le otto e venti.|numbers
        zh>en|十一块五。|11.05 yuan.|numbers
        zh>en|十一块五。|11 yuan.|numbers
        en>de|Three euros and twenty cents.|Drei Euro dreißig.|numbers
        en>de|Three euros and twenty cents.|Zwanzig Euro.|numbers
        en>de|He has twenty cents.|Er hat zwanzig.|numbers
        en>de|I gave him three euros and twenty cents.|Ich gab ihm drei und zwanzig.|numbers
        fr>zh|Un tiers de l'argent a disparu.|四分之一的钱不见了。|numbers
        fr>en|Un tiers de l'argent a disparu.|A quarter of the money is gone.|numbers
        fr>de|Un tiers de l'argent a disparu.|Ein Viertel des Geldes ist weg.|numbers
        ja>zh|お金の三分の一がなくなりました。|四分之一的钱不见了。|numbers
        es>zh|Ha desaparecido un tercio del dinero.|四分之一的钱不见了。|numbers
        es>ru|Ha desaparecido un tercio del dinero.|Четверть денег пропала.|numbers
        de>zh|Zwei Drittel.|三分之一。|numbers
        de>en|Das dauert eine Viertelstunde.|It takes fifty minutes.|numbers
        fr>en|Ça prend trois quarts d'heure.|It takes three hours.|numbers
        en>zh|Two dozen eggs.|三打鸡蛋。|numbers
        """
}
