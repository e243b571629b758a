/// Answers with counts that have their own words, in the form of ``AnswersFirst``: dozens and their halves, duals, decades,
/// hours around midnight; not one may be judged wrongly.
enum AnswersCounted {
    static let right = """
        en>de|Half a dozen eggs, please.|Sechs Eier, bitte.
        en>de|Half a dozen eggs, please.|Ein halbes Dutzend Eier, bitte.
        en>fr|Half a dozen eggs, please.|Une demi-douzaine d'œufs, s'il vous plaît.
        en>ja|Half a dozen eggs, please.|卵を六個ください。
        de>en|Ein halbes Dutzend Eier, bitte.|Six eggs, please.
        es>en|Quiero media docena de huevos.|I'd like six eggs.
        it>es|Vorrei mezza dozzina di uova.|Quisiera media docena de huevos.
        pt>de|Quero meia dúzia de ovos.|Ich möchte sechs Eier.
        ru>en|Мне полдюжины яиц.|Six eggs for me.
        en>ar|One beer and two coffees, please.|بيرة واحدة وقهوتان من فضلك.
        en>ar|We have two daughters and two cars.|لدينا ابنتان وسيارتان.
        en>ar|There are two universities in the city.|في المدينة جامعتان.
        de>ar|Ich nehme zwei Bananen.|سآخذ موزتين.
        ar>en|سآخذ موزتين.|I'll take two bananas.
        ko>en|아이가 셋인데 방이 두 개예요.|There are three children but two rooms.
        ko>de|우리는 넷인데요.|Wir sind zu viert.
        """

    /// Ranges that are no times, ones before counters, two rates in one text, metres as centimetres, early today.
    static let ranges = """
        en>ja|We're open from nine to six.|9時から6時まで開いています。
        en>zh|We're open from nine to six.|我们九点到六点营业。
        en>fr|The shop is open from nine to six.|Le magasin est ouvert de 9 h à 18 h.
        en>de|I work nine to five.|Ich arbeite von neun bis fünf.
        en>ja|Breakfast is from seven to ten.|朝食は7時から10時までです。
        en>de|It's ten to six.|Es ist zehn vor sechs.
        en>ja|Take two tablets twice a day.|1日2回、1回2錠飲んでください。
        en>ja|I work eight hours a day.|1日8時間働きます。
        en>ja|The course is every Monday and costs 40 euros a month.|コースは毎週月曜日で、月額40ユーロです。
        en>zh|She calls me every evening and visits me twice a week.|她每天晚上给我打电话，一周来看我两次。
        de>ru|Ich arbeite fünf Tage die Woche, acht Stunden am Tag.|Я работаю пять дней в неделю по восемь часов.
        en>fr|It's three euros an hour or eighteen a day.|C'est trois euros de l'heure ou dix-huit la journée.
        en>de|It's 90 euros a week or 300 euros a month.|Es kostet 90 Euro die Woche oder 300 Euro im Monat.
        en>ja|He is 1.82 m tall.|彼の身長は182センチです。
        de>en|Ich gehe heute früh schlafen.|I'm going to bed early tonight.
        en>ru|The meeting is this afternoon at five.|Встреча сегодня вечером в пять.
        """

    /// What explains the translation after it, or opens it, next to a clock in the text.
    static let explained = """
        en>es|Is this seat taken?|¿Está ocupado este asiento? Esta es una forma educada de preguntar si el asiento está libre.|chatter
        en>it|It hurts here on the left.|Mi fa male qui a sinistra. Oppure: Mi fa male a sinistra.|chatter
        en>ru|It's her turn.|Её очередь. Буквально: это её поворот.|chatter
        en>de|The bus to Graz leaves at 3:15.|Sure! Der Bus nach Graz fährt um 3:15 Uhr ab.|chatter
        en>pt|Is the fish fresh today?|O peixe está fresco hoje? Em português também se pode dizer "fresquinho".|chatter
        """

    /// The same, said wrongly.
    static let wrong = """
        en>fr|900 euros a month.|900 euros par semaine.|numbers
        en>de|Take it twice a day.|Nehmen Sie es zweimal wöchentlich.|numbers
        en>ru|It's twenty to six.|Сейчас шесть двадцать.|numbers
        en>ja|Take it three times a day.|1日2回飲んでください。|numbers
        en>de|See you tomorrow afternoon.|Bis heute Nachmittag.|dates
        en>de|Six eggs, please.|Ein Dutzend Eier, bitte.|numbers
        en>ar|One beer and two coffees, please.|بيرة واحدة وثلاث قهوات من فضلك.|numbers
        ko>en|아이가 셋인데 방이 두 개예요.|There are four children but two rooms.|numbers
        """
}
