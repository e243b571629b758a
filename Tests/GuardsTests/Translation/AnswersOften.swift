/// Answers that say how often, per what length of time, in which decade, at what discount and in what money, in the form of
/// ``AnswersFirst``; not one may be judged wrongly.
enum AnswersOften {
    static let right = """
        en>de|It's $12.50.|Das macht zwölf Dollar fünfzig.
        en>de|That's twelve dollars and fifty cents.|Das macht 12,50 Dollar.
        es>en|Son tres euros con veinte.|It's 3.20 euros.
        ja>en|3ドル20セントです。|It's $3.20.
        zh>en|三欧元二十欧分。|It's 3.20 euros.
        en>fr|Twenty pounds and fifty pence.|20,50 livres.
        en>de|Take it twice a day.|Nehmen Sie es zweimal täglich.
        en>ru|Take it twice a day.|Принимайте это два раза в день.
        en>ru|Take it twice a day.|Принимайте это дважды в день.
        en>de|Call me once a day.|Rufen Sie mich einmal täglich an.
        en>ru|Call me once a day.|Звоните мне раз в день.
        en>fr|Once you arrive, call me three times a day.|Une fois arrivé, appelez-moi trois fois par jour.
        en>de|Take two tablets three times a day.|Nehmen Sie dreimal täglich zwei Tabletten.
        en>ja|Take two tablets three times a day.|一日三回二錠飲んでください。
        en>zh|Take two tablets three times a day.|一天三次，每次两片。
        en>ko|Take it twice a day.|하루에 두 번 드세요.
        en>hi|Take it twice a day.|दिन में दो बार लें।
        en>ar|Take it three times a day.|تناوله ثلاث مرات في اليوم.
        en>de|Take it two or three times a day.|Nehmen Sie es zwei- bis dreimal täglich.
        en>ru|Take it two or three times a day.|Принимайте это два-три раза в день.
        en>zh|Take it two or three times a day.|一天吃两三次。
        en>ja|Take it two or three times a day.|一日二、三回飲んでください。
        en>de|We sold twice as many.|Wir haben doppelt so viele verkauft.
        en>ru|We sold three times as many.|Мы продали втрое больше.
        en>ru|Sales have doubled.|Продажи выросли в два раза.
        en>zh|Sales have tripled.|销售额增加了两倍。
        en>zh|We sold twice as many.|我们卖了两倍。
        en>fr|This is the third time.|C'est la troisième fois.
        en>ru|I'm here for the third time and have two hours.|Я здесь в третий раз, и у меня два часа.
        en>zh|I'm here for the third time, and he came twice.|我是第三次来，他来过两次。
        en>ko|Take exit three, twice to the left.|3번 출구로 나가서 두 번 왼쪽으로 가세요.
        en>ja|It is the third time, and two people are waiting.|三回目で、二人が待っています。
        en>de|Two doubles and a double room for three nights.|Zwei doppelte und ein Doppelzimmer für drei Nächte.
        de>en|Morgens und abends je einmal, also zweimal täglich.|Once in the morning and once in the evening, so every day twice.
        en>de|The rent is 900 euros a month.|Die Miete beträgt 900 Euro im Monat.
        en>fr|The rent is 900 euros a month.|Le loyer est de 900 euros par mois.
        en>ja|The rent is 900 euros a month.|家賃は月900ユーロです。
        en>zh|The rent is 900 euros a month.|房租每个月900欧元。
        en>ko|The rent is 900 euros a month.|집세는 한 달에 900유로예요.
        en>es|The rent is 900 euros a month.|El alquiler son 900 euros al mes.
        en>it|The rent is 900 euros a month.|L'affitto è di 900 euro al mese.
        en>pt|The rent is 900 euros a month.|O aluguel é de 900 euros por mês.
        en>ru|The rent is 900 euros a month.|Аренда стоит 900 евро в месяц.
        en>ar|The rent is 900 euros a month.|الإيجار 900 يورو في الشهر.
        en>hi|The rent is 900 euros a month.|किराया 900 यूरो प्रति माह है।
        en>de|He earns twenty euros an hour.|Er verdient zwanzig Euro die Stunde.
        en>fr|He earns twenty euros an hour.|Il gagne vingt euros de l'heure.
        en>ru|He earns twenty euros an hour.|Он зарабатывает двадцать евро в час.
        en>ja|He earns twenty euros an hour.|彼の時給は20ユーロです。
        en>de|It has 15,000 visitors a year.|Es hat 15.000 Besucher im Jahr.
        en>de|It has 15,000 visitors a year.|Es hat jährlich 15.000 Besucher.
        en>de|I run daily.|Ich laufe jeden Tag.
        en>ja|I run every day.|毎日走っています。
        en>de|We are open every day.|Wir haben täglich geöffnet.
        es>en|Tome una pastilla dos veces al día después de comer.|Take one tablet twice a day after eating.
        en>de|I paid 50 euros a month ago, and I go there every day.|Ich habe vor einem Monat 50 Euro bezahlt und gehe jeden Tag hin.
        es>de|Nos vimos al día siguiente y trabajamos dos veces por semana.|Wir trafen uns am nächsten Tag und arbeiten zweimal die Woche.
        ja>en|今週に二回会議があり、毎日練習します。|There are two meetings this week, and we practise every day.
        zh>en|每周五开会，每天练习。|We meet every Friday and practise every day.
        ar>en|نلتقي كل يوم جمعة، وأدفع 20 يورو في الأسبوع.|We meet every Friday, and I pay 20 euros a week.
        ru>en|В день рождения он выпил два пива.|He drank two beers on his birthday.
        de>en|Im Jahr 2020 zahlte er 20 Euro pro Woche.|In 2020 he paid 20 euros a week.
        en>de|In the nineties I worked in Berlin.|In den Neunzigern habe ich in Berlin gearbeitet.
        de>fr|Der Krieg endete in den Vierzigerjahren.|La guerre a pris fin dans les années quarante.
        de>ru|In den Vierzigerjahren war alles anders.|В сороковых годах всё было иначе.
        de>zh|In den Vierzigerjahren.|四十年代。
        de>it|In den Vierzigerjahren.|Negli anni quaranta.
        ru>es|В сороковых годах.|En los años cuarenta.
        ru>ko|В сороковых годах.|40년대에.
        ru>en|В сороковых годах.|In the forties.
        en>de|In the 1940s.|In den Vierzigerjahren.
        en>ru|In the 1940s.|В сороковые годы.
        en>fr|In the nineteen forties.|Dans les années quarante.
        en>de|In the nineteen-forties.|In den 1940er Jahren.
        en>de|In the nineteen forties.|In den Vierzigerjahren.
        en>zh|There's a 20 percent discount.|打八折。
        de>zh|Es gibt 20 % Rabatt.|打八折。
        zh>en|现在打八折。|Now it's 80% of the price.
        zh>en|打二折。|It's 80% off.
        """

    /// The same, said wrongly.
    static let wrong = """
        en>de|It's $12.50.|Das macht zwölf Euro fünfzig.|numbers
        en>de|That's twelve dollars and fifty cents.|Das macht 12,50 Euro.|numbers
        en>fr|That's twelve dollars and fifty cents.|Ça fait 12,50 euros.|numbers
        de>en|Das macht zwölf Euro fünfzig.|That's $12.50.|numbers
        es>en|Son tres euros con veinte.|It's 3.20 dollars.|numbers
        ja>en|3ドル20セントです。|It's €3.20.|numbers
        zh>en|三欧元二十欧分。|It's 3.20 dollars.|numbers
        en>fr|Twenty pounds and fifty pence.|20,50 euros.|numbers
        en>de|Take it twice a day.|Nehmen Sie es dreimal täglich.|numbers
        en>ru|Take it twice a day.|Принимайте это три раза в день.|numbers
        en>de|Call me once a day.|Rufen Sie mich dreimal täglich an.|numbers
        en>de|Take two tablets three times a day.|Nehmen Sie zweimal täglich drei Tabletten.|numbers
        en>ja|Take two tablets three times a day.|一日二回三錠飲んでください。|numbers
        de>en|Nehmen Sie es viermal täglich.|Take it twice a day.|numbers
        en>de|We sold twice as many.|Wir haben dreimal so viele verkauft.|numbers
        en>ru|We sold twice as many.|Мы продали втрое больше.|numbers
        de>en|Das ist doppelt so teuer.|That's three times as expensive.|numbers
        en>ru|Sales have doubled.|Продажи утроились.|numbers
        en>de|Take it twice a day.|Nehmen Sie es zweimal wöchentlich.|numbers
        en>fr|Take it twice a day.|Prenez-le deux fois par semaine.|numbers
        en>ru|Take it twice a day.|Принимайте это два раза в неделю.|numbers
        en>ja|Take it twice a day.|週に二回飲んでください。|numbers
        en>zh|Take it twice a day.|每周吃两次。|numbers
        en>ko|Take it twice a day.|일주일에 두 번 드세요.|numbers
        en>ar|Take it twice a day.|تناوله مرتين في الأسبوع.|numbers
        en>hi|Take it twice a day.|हफ़्ते में दो बार लें।|numbers
        en>it|Take it twice a day.|Lo prenda due volte alla settimana.|numbers
        en>pt|Take it twice a day.|Tome duas vezes por semana.|numbers
        en>es|Take it twice a day after meals.|Tómelo dos veces a la semana después de comer.|numbers
        de>en|Nehmen Sie es zweimal täglich.|Take it twice a week.|numbers
        en>fr|The rent is 900 euros a month.|Le loyer est de 900 euros par semaine.|numbers
        en>zh|The rent is 900 euros a month.|房租每周900欧元。|numbers
        en>de|The rent is 900 euros a month.|Die Miete beträgt 900 Euro pro Woche.|numbers
        en>ja|The rent is 900 euros a month.|家賃は週900ユーロです。|numbers
        en>de|He earns twenty euros an hour.|Er verdient zwanzig Euro am Tag.|numbers
        en>de|In the nineties I worked in Berlin.|In den Achtzigern habe ich in Berlin gearbeitet.|numbers
        de>en|In den Neunzigern war ich in Rom.|In the eighties I was in Rome.|numbers
        de>fr|In den Vierzigerjahren.|Dans les années cinquante.|numbers
        en>de|In the nineteen forties.|In den Fünfzigerjahren.|numbers
        en>zh|There's a 20 percent discount.|打二折。|numbers
        de>zh|Es gibt 20 % Rabatt.|打二折。|numbers
        """
}
