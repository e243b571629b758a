/// Answers in the form of ``AnswersFirst``, written when the guards were finished; nothing was adjusted on them.
enum AnswersFresh {
    static let good = """
        en>es|The elevator is out of order, please use the stairs.|El ascensor no funciona, utilice las escaleras, por favor.
        en>fr|My luggage didn't arrive.|Mes bagages ne sont pas arrivés.
        en>fr|He ran the marathon in 3 hours and 12 minutes.|Il a couru le marathon en 3 heures et 12 minutes.
        en>de|We will be there at a quarter past six.|Wir sind um Viertel nach sechs da.
        en>de|She earns $3,200 a month.|Sie verdient 3.200 Dollar im Monat.
        en>it|Whose jacket is this?|Di chi è questa giacca?
        en>it|The mountain is 2,450 meters high.|La montagna è alta 2450 metri.
        en>pt|You have to take the medicine three times a day.|Você tem que tomar o remédio três vezes ao dia.
        en>pt|I see.|Entendo.
        en>zh|The exam lasts ninety minutes.|考试持续九十分钟。
        en>zh|Why are you laughing?|你为什么笑？
        en>ja|The next bus comes in ten minutes.|次のバスは十分後に来ます。
        en>ja|I have never been to Japan.|私は日本に行ったことがありません。
        en>ko|My grandfather is eighty years old.|저희 할아버지는 여든 살이십니다.
        en>ko|What is your job?|직업이 무엇입니까?
        en>ar|The room is on the fourth floor.|الغرفة في الطابق الرابع.
        en>hi|Call me after half an hour.|मुझे आधे घंटे बाद फ़ोन करना।
        en>ru|We need seven more volunteers.|Нам нужно ещё семь добровольцев.
        en>ru|I paid half the price.|Я заплатил половину цены.
        es>en|Quiero cambiar doscientos euros.|I want to change two hundred euros.
        es>fr|El museo cierra los lunes.|Le musée est fermé le lundi.
        es>ru|Vivo en Madrid desde 2015.|Я живу в Мадриде с 2015 года.
        fr>en|On est combien ?|How many of us are there?
        fr>zh|La réunion dure une heure.|会议持续一个小时。
        fr>es|Le train part dans trois quarts d'heure.|El tren sale dentro de tres cuartos de hora.
        de>en|Hast du schon gegessen?|Have you eaten yet?
        de>en|Es sind noch fünf Kilometer bis zum Gipfel.|It's another five kilometers to the summit.
        de>ja|Ich trinke jeden Tag zwei Tassen Kaffee.|私は毎日コーヒーを二杯飲みます。
        de>it|Er hat am 24. Dezember Geburtstag.|Compie gli anni il 24 dicembre.
        it>en|Ci vediamo domani alle nove e mezza.|See you tomorrow at half past nine.
        it>de|Il biglietto costa trentasei euro.|Die Fahrkarte kostet sechsunddreißig Euro.
        pt>en|O jantar é às oito da noite.|Dinner is at eight in the evening.
        pt>zh|Eu tenho dois cachorros.|我有两只狗。
        zh>en|我弟弟比我小五岁。|My younger brother is five years younger than me.
        zh>en|这本书一共四百二十页。|This book has 420 pages in total.
        zh>ko|请问，洗手间在哪里？|실례합니다, 화장실이 어디에 있나요?
        zh>pt|他花了三千块钱。|Ele gastou três mil yuans.
        ja>en|七月から九月まで休みです。|I'm off from July to September.
        ja>zh|電車が三十分遅れています。|电车晚点三十分钟。
        ja>it|水を一杯ください。|Un bicchiere d'acqua, per favore.
        ko>en|열두 시에 점심을 먹어요.|I have lunch at twelve o'clock.
        ko>fr|그는 의사예요.|Il est médecin.
        ko>de|저는 1998년에 태어났습니다.|Ich wurde 1998 geboren.
        ar>en|لدي ثلاثة إخوة وأخت واحدة.|I have three brothers and one sister.
        ar>ru|هل أنت متعب؟|Ты устал?
        hi>en|उसकी उम्र तैंतालीस साल है।|He is forty-three years old.
        hi>de|आप कहाँ रहते हैं?|Wo wohnen Sie?
        ru>en|Сейчас без двадцати пять.|It's twenty to five.
        ru>it|Мой брат старше меня на шесть лет.|Mio fratello ha sei anni più di me.
        ru>pt|Сегодня двадцать третье февраля.|Hoje é vinte e três de fevereiro.
        """

    static let bad = """
        en>es|Please close the window.|{"result": "Por favor, cierre la ventana."}|form
        en>de|He is asleep.|<output>Er schläft.</output>|form
        en>ko|Let's go.|```갑시다.```|form
        fr>es|Je suis prêt.|Estoy listo estoy listo estoy listo estoy listo estoy listo|form
        en>it|Good night.||empty
        zh>de|谢谢你|...|empty
        ar>es|نعم|؟|empty
        en>es|The teacher is writing on the board.|L'insegnante scrive alla lavagna.|language
        en>fr|Our dog likes to swim.|Unser Hund schwimmt gern.|language
        en>it|She bought a new dress.|Elle a acheté une nouvelle robe.|language
        en>pt|It is very cold today.|Hace mucho frío hoy.|language
        en>de|My car is broken.|Mi coche está roto.|language
        en>zh|I forgot my umbrella.|I forgot 我的 umbrella.|language
        en>ja|He is my uncle.|그는 제 삼촌입니다.|language
        en>ar|The sky is clear.|آسمان صاف است و هوا گرم است.|language
        en>ru|It is late.|Uzhe pozdno.|language
        en>hi|I am thirsty.|Mujhe pyaas lagi hai.|language
        de>fr|Das Haus ist groß.|The house is big.|language
        es>pt|Mi madre cocina muy bien.|My mother cooks very well.|language
        ja>en|父は医者です。|My father is 医者.|language
        ru>it|Дверь закрыта.|The door is closed.|language
        ko>zh|저는 바빠요.|我很바빠요.|language
        en>es|The class has thirty-one students.|La clase tiene trece estudiantes.|numbers
        en>fr|The train leaves at 6:20 am.|Le train part à 6 h 50.|numbers
        en>de|I waited for fifty minutes.|Ich habe fünfzehn Minuten gewartet.|numbers
        en>it|It costs 1,300 euros.|Costa 13.000 euro.|numbers
        en>pt|Drive 20 miles north.|Dirija 20 quilômetros para o norte.|numbers
        en>zh|My sister is thirty-five.|我姐姐五十三岁。|numbers
        en>ja|I slept for nine hours.|私は八時間寝ました。|numbers
        en>ko|We need sixteen chairs.|의자가 열다섯 개 필요합니다.|numbers
        en>ar|The book has three hundred pages.|الكتاب فيه أربعمئة صفحة.|numbers
        en>hi|The train is forty minutes late.|ट्रेन चौदह मिनट देर से है।|numbers
        en>ru|Her number is 24.|Её номер 42.|numbers
        es>en|Cumplo años el 7 de abril.|My birthday is on April 17th.|numbers
        fr>en|J'habite ici depuis onze ans.|I have lived here for twelve years.|numbers
        de>en|Die Fahrt dauert dreieinhalb Stunden.|The trip takes three hours.|numbers
        zh>en|他欠我六百块钱。|He owes me 60 yuan.|numbers
        ja>ko|二百四十人が参加しました。|이백사 명이 참가했습니다.|numbers
        ru>en|Ему тридцать восемь лет.|He is old.|numbers
        en>es|Before you leave the house, check that all the windows are closed and that the heating is turned off in every room.|Cierre todo.|length
        en>fr|Thanks.|Merci infiniment pour tout ce que vous avez fait pour nous ces derniers jours, nous ne l'oublierons jamais.|length
        de>en|Der Arzt hat mir gesagt, dass ich viel schlafen und jeden Tag eine Stunde spazieren gehen soll.|The doctor spoke.|length
        en>ko|The neighbours complained because the music was much too loud and went on until early in the morning.|이웃.|length
        en>de|The shop around the corner sells fresh bread.|The shop around the corner sells fresh bread.|echo
        fr>it|Mon père travaille dans une usine.|Mon père travaille dans une usine.|echo
        zh>en|我们明天早上出发。|我们明天早上出发。|echo
        en>ja|My shoes are wet.|My shoes are wet.|echo
        en>es|Have you seen my wallet?|No, no la he visto.|chatter
        en>fr|Give me a recipe for soup.|Bien sûr, voici une recette de soupe aux légumes.|chatter
        en>de|How far is the station?|Der Bahnhof ist gleich um die Ecke.|chatter
        en>pt|He was stabbed.|Desculpe, mas não posso ajudar com isso.|chatter
        en>zh|Who is your favourite singer?|我最喜欢的歌手是邓丽君。|chatter
        en>ja|Please call a taxi.|かしこまりました。タクシーをお呼びします。|chatter
        en>ko|Is it far from here?|아니요, 가깝습니다.|chatter
        en>ar|Repeat after me.|بالتأكيد! ماذا تريد أن أكرر بعدك؟|chatter
        en>ru|Where were you born?|Я родился в Казани.|chatter
        es>en|Me robaron el bolso.|I'm sorry, I can't assist with that request.|chatter
        it>en|Sono stanco.|Here's the translation: I am tired.|chatter
        hi>en|तुम कैसे हो?|I'm good, thanks!|chatter
        """
}
