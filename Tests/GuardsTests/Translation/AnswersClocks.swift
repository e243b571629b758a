/// Ordinals, times of day and halves that a language says its own way, in the form of ``AnswersNear``.
enum AnswersClocks {
    static let good = """
        ar>en|موعدنا في الساعة الثانية عشرة.|Our appointment is at twelve.
        ar>en|الاجتماع في الساعة الحادية عشرة والنصف.|The meeting is at half past eleven.
        ar>en|يفتح المتحف في الساعة الحادية عشرة صباحا.|The museum opens at 11 a.m.
        en>ar|The last bus leaves at half past eleven at night.|تغادر آخر حافلة في الساعة الحادية عشرة والنصف ليلا.
        en>ar|It's a quarter to twelve.|الساعة الثانية عشرة إلا ربعا.
        en>ar|At one in the morning.|في الواحدة ليلا.
        en>ar|At 12:10.|في الساعة الثانية عشرة وعشر دقائق.
        en>ar|At ten past two.|في الساعة الثانية وعشر دقائق.
        ar>en|أسكن في الطابق الثالث عشر.|I live on the thirteenth floor.
        ar>de|القرن التاسع عشر.|Das neunzehnte Jahrhundert.
        en>ar|The twenty-first century.|القرن الحادي والعشرون.
        en>ar|In the twenty-first century.|في القرن الحادي والعشرين.
        en>ar|On the twenty-fifth of May.|في الخامس والعشرين من مايو.
        en>ar|On the 31st of December.|في الحادي والثلاثين من ديسمبر.
        ar>en|في الثالث عشر من مايو.|On the thirteenth of May.
        ar>fr|الساعة الثالثة وعشرون دقيقة.|Il est trois heures vingt.
        en>ar|The first ten minutes are free.|أول عشر دقائق مجانية.
        en>ar|The eleventh and the twelfth.|الحادي عشر والثاني عشر.
        en>ar|For the fifteenth time.|للمرة الخامسة عشرة.
        en>ar|The third of twenty guests.|الثالث من عشرين ضيفا.
        it>en|Sono le tre e un quarto.|It's 3:15.
        it>en|Alle otto meno un quarto.|At a quarter to eight.
        en>it|At 7:45.|Alle otto meno un quarto.
        it>de|Alle otto e tre quarti.|Um 8:45 Uhr.
        it>en|All'una e un quarto.|At a quarter past one.
        it>ru|Sono le tre e un quarto.|Четверть четвёртого.
        en>it|At 8:15 p.m.|Alle otto e un quarto di sera.
        es>en|Son las tres y un cuarto.|It's 3:15.
        es>en|A las ocho menos un cuarto.|At 7:45.
        it>en|Alle tre e dieci.|At ten past three.
        it>en|Ho vent'anni.|I'm twenty.
        it>en|Ha quarant’anni.|She is forty years old.
        en>it|He is thirty-eight years old.|Ha trentott'anni.
        en>it|My father is fifty.|Mio padre ha cinquant'anni.
        en>it|She's ninety.|Ha novant'anni.
        it>en|Tra ventiquattr'ore.|In 24 hours.
        it>en|Ne parliamo a quattr'occhi.|Let's talk about it in private.
        zh>en|火车四点二十开。|The train leaves at 4:20.
        zh>en|我们七点四十见。|We meet at 7:40.
        zh>en|现在十点五十了。|It's ten to eleven.
        zh>en|下午三点四十见。|See you at 3:40 p.m.
        zh>en|八点二十至九点四十。|From 8:20 to 9:40.
        zh>en|我们四点二十走, 好吗?|We leave at 4:20, all right?
        zh>en|我四点二十才走。|I only leave at 4:20.
        zh>en|七点四十楼下见。|See you downstairs at 7:40.
        zh>en|我四点二十回家。|I go home at 4:20.
        zh>en|一点二十开会。|The meeting is at 1:20.
        zh>de|8点30出发。|Abfahrt um halb neun.
        zh>en|四点二十个人来。|Twenty people are coming at four.
        zh>en|我有一点钱。|I have a little money.
        zh>en|今晚八点四个人的桌子。|A table for four at eight tonight.
        zh>en|七点两个人。|Two people at seven.
        zh>en|九点五趟火车。|Five trains at nine.
        zh>en|八点四位，谢谢。|Four people at eight, please.
        zh>en|明晚八点四个座位。|Four seats at eight tomorrow evening.
        zh>en|三点五个小时。|3.5 hours.
        zh>en|平均每户三点四人。|3.4 people per household on average.
        zh>en|价格是八点四元。|The price is 8.4 yuan.
        zh>en|飞行时间是一个半小时。|The flight takes one and a half hours.
        zh>de|飞行时间是一个半小时。|Der Flug dauert anderthalb Stunden.
        zh>en|一个半小时以后。|In ninety minutes.
        en>de|We wait two hours.|Wir warten 120 Minuten.
        zh>en|增长了三点二个百分点。|It grew by 3.2 percentage points.
        zh>fr|学了一个半月。|J'ai étudié pendant un mois et demi.
        zh>en|学了两个半月。|I studied for two and a half months.
        zh>en|那是一个半岛。|That is a peninsula.
        en>ko|I have three children.|아이가 셋이에요.
        ko>en|모두 넷입니다.|There are four in all.
        ko>en|넷플릭스 봐요.|I watch Netflix.
        en>ko|My birthday is June 6th.|제 생일은 유월 육일이에요.
        en>ko|October 10th.|시월 십일.
        en>ko|October 11th.|시월 십일일.
        en>ko|On the twentieth of October.|시월 이십일에.
        ko>zh|비행 시간은 한 시간 반입니다.|飞行时间是一个半小时。
        en>ko|I practise for an hour and a half.|한 시간 반 동안 연습해요.
        ko>en|한 시간 반복해서 들었어요.|I listened to it over and over for an hour.
        ko>en|일월 일일.|January 1st.
        ko>en|오월 오일은 어린이날이에요.|May 5th is Children's Day.
        en>hi|It costs 350 rupees.|इसकी कीमत साढ़े तीन सौ रुपये है।
        hi>en|पौने दो सौ रुपये।|175 rupees.
        ru>en|Давайте встретимся в час дня.|Let's meet at 1 p.m.
        en>ru|At one in the morning.|В час ночи.
        ru>de|Совещание в час дня.|Die Besprechung ist um 13 Uhr.
        ru>en|В 2 часа дня.|At 2 p.m.
        ru>en|В любой час дня и ночи.|At any hour of the day or night.
        """

    static let wrong = """
        ar>en|موعدنا في الساعة الثانية عشرة.|Our appointment is at ten.|numbers
        ar>en|أسكن في الطابق الثالث عشر.|I live on the third floor.|numbers
        en>ar|I live on the third floor.|أسكن في الطابق الثالث عشر.|numbers
        ar>en|الاجتماع في الساعة الحادية عشرة.|The meeting is at ten.|numbers
        en>ar|The twentieth century.|القرن الحادي والعشرون.|numbers
        en>ar|At one in the afternoon.|في الواحدة ليلا.|numbers
        it>en|Sono le tre e un quarto.|It's 3:01.|numbers
        it>en|Alle otto meno un quarto.|At 7:59.|numbers
        it>en|Alle otto e tre quarti.|At 8:03.|numbers
        es>en|Son las tres y un cuarto.|It's 3:01.|numbers
        it>en|Ho vent'anni.|I'm thirty.|numbers
        it>en|Ho quarant'anni.|I have years.|numbers
        zh>en|火车四点二十开。|The train leaves at 4:20 with twenty people.|numbers
        zh>en|我们七点四十见。|See you at 7:14.|numbers
        zh>en|今晚八点四个人的桌子。|A table for 8.4 people tonight.|numbers
        zh>en|七点两个人。|7.2 people.|numbers
        zh>en|飞行时间是一个半小时。|The flight takes half an hour.|numbers
        zh>en|飞行时间是一个半小时。|The flight takes one and a half days.|numbers
        zh>en|要一个半月。|It takes half a month.|numbers
        zh>en|要一个半月。|It takes a year and a half.|numbers
        ko>en|아이가 셋이에요.|I have four children.|numbers
        ko>en|시월 십일.|October 11th.|numbers
        en>hi|It costs 350 rupees.|साढ़े तीन रुपये।|numbers
        hi>en|साढ़े तीन सौ रुपये।|It costs 303.5 rupees.|numbers
        ru>en|Совещание в час дня.|The meeting is at three p.m.|numbers
        ru>en|Совещание в час дня.|The meeting is in the afternoon.|numbers
        ru>en|В час ночи.|At 1 p.m.|numbers
        """
}
