/// Answers with counts that are told in words of their own, in the form of ``AnswersFirst``: dozens and their halves, duals,
/// decades, hours around midnight; not one may be judged wrongly.
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

    /// What explains the translation behind it.
    static let explained = """
        en>es|Is this seat taken?|¿Está ocupado este asiento? Esta es una forma educada de preguntar si el asiento está libre.|chatter
        en>it|It hurts here on the left.|Mi fa male qui a sinistra. Oppure: Mi fa male a sinistra.|chatter
        en>ru|It's her turn.|Её очередь. Буквально: это её поворот.|chatter
        en>pt|Is the fish fresh today?|O peixe está fresco hoje? Em português também se pode dizer "fresquinho".|chatter
        """

    /// The same, said wrongly.
    static let wrong = """
        en>de|Six eggs, please.|Ein Dutzend Eier, bitte.|numbers
        en>ar|One beer and two coffees, please.|بيرة واحدة وثلاث قهوات من فضلك.|numbers
        ko>en|아이가 셋인데 방이 두 개예요.|There are four children but two rooms.|numbers
        """
}
