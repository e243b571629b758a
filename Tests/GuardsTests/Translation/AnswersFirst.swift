/// Answers of translators, good and bad, on which the guards were adjusted. One per line: pair, text, answer and, if it is
/// bad, the flag expected first among those that may find it; `|` between them.
enum AnswersFirst {
    static let good = """
        en>es|Good morning, how can I help you?|Buenos días, ¿en qué puedo ayudarle?
        en>es|I would like two coffees and a croissant, please.|Quisiera dos cafés y un cruasán, por favor.
        en>es|The meeting starts at 3:30 pm.|La reunión empieza a las 15:30.
        en>es|My flight was cancelled and I need a hotel for tonight.|Mi vuelo fue cancelado y necesito un hotel para esta noche.
        en>es|I'm sorry, but I can't come tomorrow.|Lo siento, pero no puedo ir mañana.
        en>fr|Where is the nearest pharmacy?|Où se trouve la pharmacie la plus proche ?
        en>fr|It costs $12.50 per person.|Cela coûte 12,50 $ par personne.
        en>fr|We have been waiting for an hour and a half.|Nous attendons depuis une heure et demie.
        en>fr|Sure, I'll call you back in ten minutes.|Bien sûr, je vous rappelle dans dix minutes.
        en>fr|OK.|D'accord.
        en>de|Can you speak more slowly, please?|Können Sie bitte langsamer sprechen?
        en>de|The population grew by 2.5 million in 1990.|Die Bevölkerung wuchs 1990 um 2,5 Millionen.
        en>de|Thank you very much for your help.|Vielen Dank für Ihre Hilfe.
        en>de|He lives on the third floor, room 312.|Er wohnt im dritten Stock, Zimmer 312.
        en>de|I don't understand the question.|Ich verstehe die Frage nicht.
        en>it|The train to Milan leaves from platform 9.|Il treno per Milano parte dal binario 9.
        en>it|She has two brothers and one sister.|Ha due fratelli e una sorella.
        en>it|What time does the museum close?|A che ora chiude il museo?
        en>pt|I have a reservation under the name Smith.|Tenho uma reserva em nome de Smith.
        en>pt|Turn left after 500 meters.|Vire à esquerda depois de 500 metros.
        en>pt|About 30 percent of the patients recovered.|Cerca de 30 por cento dos pacientes se recuperaram.
        en>zh|Please send me the report before Friday.|请在星期五之前把报告发给我。
        en>zh|The city has 2.3 million inhabitants.|这座城市有230万居民。
        en>zh|How much does this cost?|这个多少钱？
        en>zh|I bought three books yesterday.|我昨天买了三本书。
        en>ja|I am allergic to peanuts.|私はピーナッツアレルギーです。
        en>ja|The meeting has been moved to May 5th.|会議は5月5日に変更されました。
        en>ja|Could you take a picture of us?|私たちの写真を撮っていただけますか。
        en>ja|There are four people in my family.|私の家族は四人です。
        en>ko|Where is the bathroom?|화장실이 어디예요?
        en>ko|I have worked here for 15 years.|저는 여기서 15년 동안 일했습니다.
        en>ko|Two tickets for the 7 pm show, please.|오후 7시 공연 표 두 장 주세요.
        en>ar|I need to see a doctor.|أحتاج إلى رؤية طبيب.
        en>ar|The shop opens at nine in the morning.|يفتح المتجر في الساعة التاسعة صباحًا.
        en>ar|We ordered 25 chairs.|طلبنا ٢٥ كرسيًا.
        en>hi|My phone number has changed.|मेरा फ़ोन नंबर बदल गया है।
        en>hi|The ticket costs 1,500 rupees.|टिकट की कीमत 1,500 रुपये है।
        en>hi|Do you speak Hindi?|क्या आप हिंदी बोलते हैं?
        en>ru|I lost my passport yesterday.|Вчера я потерял паспорт.
        en>ru|The temperature will fall to -10 degrees.|Температура опустится до -10 градусов.
        en>ru|Wait five minutes, please.|Подождите пять минут, пожалуйста.
        es>en|¿Cuánto cuesta la habitación doble?|How much is the double room?
        es>en|Mi abuela cumple ochenta y tres años el domingo.|My grandmother turns eighty-three on Sunday.
        es>en|El 60 % de los votantes dijo que sí.|60% of voters said yes.
        es>en|No tengo tiempo ahora.|I don't have time now.
        es>fr|Nos vemos a las cuatro y media.|On se voit à quatre heures et demie.
        es>de|El paquete pesa dos kilos.|Das Paket wiegt zwei Kilo.
        es>pt|Estoy buscando la estación de autobuses.|Estou procurando a rodoviária.
        es>it|Hace mucho calor hoy.|Oggi fa molto caldo.
        fr>en|J'ai besoin d'un adaptateur pour mon ordinateur.|I need an adapter for my laptop.
        fr>en|Il y a quatre-vingt-douze marches.|There are ninety-two steps.
        fr>en|Le magasin ferme à 19 h 30.|The shop closes at 7:30 p.m.
        fr>de|Je voudrais réserver une table pour quatre personnes.|Ich möchte einen Tisch für vier Personen reservieren.
        fr>es|Quel est votre numéro de chambre ?|¿Cuál es su número de habitación?
        fr>it|Merci beaucoup, à demain.|Grazie mille, a domani.
        fr>ar|Le bus passe toutes les vingt minutes.|تمر الحافلة كل عشرين دقيقة.
        de>en|Der Zug hat zwanzig Minuten Verspätung.|The train is twenty minutes late.
        de>en|Die Miete beträgt 1.250 Euro im Monat.|The rent is 1,250 euros a month.
        de>en|Wir treffen uns um halb acht vor dem Kino.|We are meeting at half past seven in front of the cinema.
        de>en|Natürlich, das machen wir gerne.|Of course, we are happy to do that.
        de>fr|Haben Sie noch ein Zimmer frei?|Avez-vous encore une chambre libre ?
        de>es|Mein Bruder ist achtundzwanzig Jahre alt.|Mi hermano tiene veintiocho años.
        de>ru|Das Konzert beginnt um 20 Uhr.|Концерт начинается в 20 часов.
        de>zh|Das Auto kostet 25.000 Euro.|这辆车要两万五千欧元。
        it>en|Vorrei un bicchiere d'acqua, per favore.|I would like a glass of water, please.
        it>en|Sei molto gentile.|You are very kind.
        it>es|Il prossimo treno parte tra un quarto d'ora.|El próximo tren sale en un cuarto de hora.
        it>de|Abbiamo venduto duemilacinquecento biglietti.|Wir haben zweitausendfünfhundert Karten verkauft.
        pt>en|A reunião foi adiada para segunda-feira.|The meeting was postponed to Monday.
        pt>en|Preciso de meia dúzia de ovos.|I need half a dozen eggs.
        pt>es|Ela mora em Lisboa há dez anos.|Ella vive en Lisboa desde hace diez años.
        pt>fr|Onde fica a saída?|Où est la sortie ?
        zh>en|请给我一杯水。|Please give me a glass of water.
        zh>en|这家餐厅有三百五十个座位。|This restaurant has 350 seats.
        zh>en|我们一起去吧。|Let's go together.
        zh>ja|明天下午三点半开会。|明日の午後3時半に会議があります。
        zh>ko|我十二月去北京。|저는 12월에 베이징에 갑니다.
        zh>fr|百分之二十的学生没有来。|Vingt pour cent des étudiants ne sont pas venus.
        zh>ru|他跑了十公里。|Он пробежал десять километров.
        ja>en|すみません、駅はどこですか。|Excuse me, where is the station?
        ja>en|昨日は一日中雨が降っていました。|It rained all day yesterday.
        ja>en|りんごを六つください。|Six apples, please.
        ja>zh|価格は三千円です。|价格是三千日元。
        ja>ko|会議は午前十時に始まります。|회의는 오전 열 시에 시작합니다.
        ja>de|駅まで歩いて十五分かかります。|Zu Fuß sind es fünfzehn Minuten bis zum Bahnhof.
        ko>en|저는 서울에서 태어났어요.|I was born in Seoul.
        ko>en|사과 다섯 개에 만 원이에요.|Five apples cost 10,000 won.
        ko>ja|여기서 공항까지 한 시간 걸려요.|ここから空港まで一時間かかります。
        ko>zh|우리 반에는 학생이 서른두 명 있습니다.|我们班有三十二个学生。
        ar>en|أين أقرب محطة مترو؟|Where is the nearest metro station?
        ar>en|دفعت خمسة وأربعين دولارًا.|I paid forty-five dollars.
        ar>fr|لدي موعد في الساعة الثالثة والنصف.|J'ai un rendez-vous à trois heures et demie.
        ar>es|شكرًا جزيلاً على مساعدتك.|Muchas gracias por su ayuda.
        hi>en|मुझे डॉक्टर से मिलना है।|I need to see a doctor.
        hi>en|इस गाँव में पच्चीस हज़ार लोग रहते हैं।|Twenty-five thousand people live in this village.
        hi>en|दुकान साढ़े नौ बजे खुलती है।|The shop opens at half past nine.
        hi>ar|मेरी बेटी सात साल की है।|ابنتي عمرها سبع سنوات.
        ru>en|Сколько стоит билет до Москвы?|How much is a ticket to Moscow?
        ru>en|Мы ждали полтора часа.|We waited an hour and a half.
        ru>de|Мой адрес: улица Ленина, дом 15.|Meine Adresse: Leninstraße, Haus 15.
        ru>fr|Она купила двадцать один билет.|Elle a acheté vingt et un billets.
        ru>zh|Завод основан в 1954 году.|工厂成立于1954年。
        """

    static let bad = """
        en>es|Good morning, how are you?|{"translation": "Buenos días, ¿cómo está?"}|form
        en>es|Good morning, everyone.|```\\nBuenos días a todos.\\n```|form
        en>fr|The weather is nice today.|<translation>Il fait beau aujourd'hui.</translation>|form
        en>de|I like this city.|**Ich mag diese Stadt.**|form
        en>it|Thank you for coming.|Grazie per essere venuti.<|im_end|>|form
        en>ru|Good evening.|Добрый ве\u{FFFD}ер.|form
        en>pt|We need more time.|Precisamos precisamos precisamos precisamos precisamos precisamos de mais tempo.|form
        en>ja|I am tired.|疲れました疲れました疲れました疲れました疲れました|form
        de>en|Ich komme später.|I will come later. I will come later. I will come later. I will come later. I will come later.|form
        en>es|I'm ready.|[INST] Estoy listo.|form
        en>es|Hello|...|empty
        en>zh|We will see.||empty
        ja>en|明日行きます。|—|empty
        ar>fr|مرحبًا بكم|   |empty
        ru>de|Спасибо|!|empty
        en>es|I need to go to the hospital right now.|J'ai besoin d'aller à l'hôpital tout de suite.|language
        en>fr|Where do you live now?|¿Dónde vives ahora?|language
        en>de|This is my brother.|Dit is mijn broer en hij is the best of them.|language
        en>de|The food was very good.|La comida estaba muy buena.|language
        en>it|I don't know where she is.|No sé dónde está.|language
        en>pt|We want to buy a house.|Queremos comprar una casa y el coche.|language
        en>ru|I live in Moscow.|Ya zhivu v Moskve.|language
        en>zh|See you tomorrow.|また明日お会いしましょう。|language
        en>ja|The cat sleeps on the sofa.|猫在沙发上睡觉，非常可爱。|language
        en>ko|I like tea.|私はお茶が好きです。|language
        en>ar|How are you today?|Kayfa haluka al-yawm?|language
        en>hi|My name is Anna.|Mera naam Anna hai.|language
        fr>es|Je suis très content de vous voir.|I am very happy to see you.|language
        es>fr|El niño tiene hambre.|The boy is hungry.|language
        de>it|Wir haben keine Zeit.|We don't have time.|language
        zh>en|我喜欢这里的天气。|我喜欢 the weather 这里。|language
        ru>en|Я хочу купить хлеб.|I want to buy хлеб.|language
        en>ru|I want to buy bread and milk.|Я хочу buy bread и молоко.|language
        ja>en|彼は医者です。|彼 is a doctor.|language
        ko>en|저는 학생입니다.|Je suis étudiant.|language
        hi>en|यह मेरा घर है।|Yah mera घर hai.|language
        en>es|The meeting starts at 3:30 pm.|La reunión empieza a las 4:30.|numbers
        en>es|I would like two coffees, please.|Quisiera tres cafés, por favor.|numbers
        en>fr|It costs $12.50 per person.|Cela coûte 12,50 € par personne.|numbers
        en>fr|She is ninety-two years old.|Elle a quatre-vingt-deux ans.|numbers
        en>de|The rent is 1,250 euros.|Die Miete beträgt 1.520 Euro.|numbers
        en>de|We meet at half past seven.|Wir treffen uns um halb sieben.|numbers
        en>it|Take 15 drops a day.|Prenda 50 gocce al giorno.|numbers
        en>pt|The bridge is 300 meters long.|A ponte tem 300 quilômetros de comprimento.|numbers
        en>zh|The city has 2.3 million inhabitants.|这座城市有23万居民。|numbers
        en>zh|I bought three books yesterday.|我昨天买了书。|numbers
        en>ja|The meeting is on May 5th.|会議は6月5日です。|numbers
        en>ko|Two tickets for the 7 pm show, please.|오후 8시 공연 표 두 장 주세요.|numbers
        en>ar|We ordered 25 chairs.|طلبنا ٥٢ كرسيًا.|numbers
        en>hi|Twenty-five thousand people live here.|यहाँ पच्चीस लाख लोग रहते हैं।|numbers
        en>ru|Wait five minutes, please.|Подождите пятнадцать минут, пожалуйста.|numbers
        de>en|Der Zug hat zwanzig Minuten Verspätung.|The train is late.|numbers
        fr>en|Il y a soixante-quinze invités.|There are sixty-five guests.|numbers
        es>en|El 60 % de los votantes dijo que sí.|16% of voters said yes.|numbers
        zh>en|这辆车要两万五千欧元。|This car costs 2,500 euros.|numbers
        ja>en|りんごを六つください。|Eight apples, please.|numbers
        ko>en|우리 반에는 학생이 서른두 명 있습니다.|There are 42 students in our class.|numbers
        ar>en|دفعت خمسة وأربعين دولارًا.|I paid fifty-four dollars.|numbers
        hi>en|दुकान साढ़े नौ बजे खुलती है।|The shop opens at ten.|numbers
        ru>en|Завод основан в 1954 году.|The factory was founded in 1945.|numbers
        it>de|Abbiamo venduto duemilacinquecento biglietti.|Wir haben zwölfhundert Karten verkauft.|numbers
        pt>en|Preciso de vinte e três cadeiras.|I need twenty chairs.|numbers
        en>es|Please send the report to me before Friday, because the manager wants to read it over the weekend.|Envíe el informe.|length
        en>fr|We had a long conversation about the future of the company and about what each of us could do to help.|Nous avons parlé.|length
        en>de|Yes, please.|Ja, bitte, und ich möchte außerdem noch sagen, dass ich sehr froh bin, heute hier zu sein und mit Ihnen zu sprechen.|length
        en>zh|I saw him at the market this morning with his wife and children, and he told me that they are moving to another city soon.|我看见他了。|length
        en>ja|The doctor said that I should rest at home, drink a lot of water and come back if the fever does not go down.|医者です。|length
        zh>en|谢谢|Thank you so much for everything you have done for me and for my family during all of this difficult time we have gone through.|length
        ru>en|Хорошо.|Good, I will do it as soon as I can and then I will come over to your place so that we can talk about everything.|length
        ar>en|لا|No, I do not want to go there with you because I am busy with other things and my family is waiting for me.|length
        es>en|Tengo una cita con el dentista el lunes por la mañana y después voy a recoger a mis hijos en la escuela.|I have an appointment.|length
        ko>en|네.|Yes, I understand what you mean and I will take care of it as soon as possible, so please do not worry about it any more.|length
        en>es|I have never been to this part of the city before.|I have never been to this part of the city before.|echo
        en>fr|The children are playing in the garden.|The children are playing in the garden|echo
        de>en|Ich habe gestern einen alten Freund getroffen.|Ich habe gestern einen alten Freund getroffen.|echo
        fr>de|Nous allons partir en vacances la semaine prochaine.|Nous allons partir en vacances la semaine prochaine. Wir fahren nächste Woche in Urlaub.|echo
        zh>ja|今天天气很好，我们去公园吧。|今天天气很好，我们去公园吧。|echo
        ja>zh|私は毎日日本語を勉強しています。|私は毎日日本語を勉強しています。|echo
        es>pt|Mañana vamos a la playa con mis primos.|Mañana vamos a la playa con mis primos.|echo
        it>en|Non ho capito bene quello che hai detto.|non ho capito bene quello che hai detto|echo
        ru>en|Мы живём в большом доме у реки.|Мы живём в большом доме у реки.|echo
        hi>en|मैं कल दिल्ली जा रहा हूँ।|मैं कल दिल्ली जा रहा हूँ।|echo
        en>es|Tell me how to get to the airport.|Lo siento, pero no puedo ayudarte con eso.|chatter
        en>es|My neighbour is very loud at night.|Aquí tienes la traducción: Mi vecino hace mucho ruido por la noche.|chatter
        en>fr|Write down the address for me.|Bien sûr ! Quelle adresse souhaitez-vous que je note ?|chatter
        en>fr|I hate this place.|Je suis désolé, mais je ne peux pas traduire ce contenu.|chatter
        en>de|What is the capital of Australia?|Die Hauptstadt von Australien ist Canberra.|chatter
        en>de|The knife is on the table.|Übersetzung: Das Messer liegt auf dem Tisch.|chatter
        en>es|My sister lives in Canada.|ES: Mi hermana vive en Canadá.|chatter
        en>es|My sister lives in Canada.|Mi hermana vive en Canadá. Explicación: «sister» significa hermana.|chatter
        en>it|How old are you?|Sono un assistente e non ho età.|chatter
        en>pt|Where do you come from?|Eu sou de Lisboa, e você?|chatter
        en>zh|Tell me a joke.|作为人工智能，我很乐意给您讲个笑话。|chatter
        en>zh|What is your name?|我叫小明。|chatter
        en>ja|Do you like music?|はい、私は音楽が大好きです。|chatter
        en>ja|He was shot in the leg.|申し訳ありませんが、そのリクエストにはお応えできません。|chatter
        en>ko|The patient is bleeding.|죄송하지만 그 요청은 도와드릴 수 없습니다.|chatter
        en>ar|He sells drugs.|عذرًا، لا يمكنني المساعدة في ذلك.|chatter
        en>hi|How do I open this door?|क्षमा करें, मैं इसमें सहायता नहीं कर सकता।|chatter
        en>ru|Stop talking to me.|Хорошо, вот перевод: Перестань со мной разговаривать.|chatter
        de>en|Wie heißt dein Hund?|As an AI, I don't have a dog.|chatter
        es>en|¿Qué hora es?|It is a quarter past ten.|chatter
        fr>en|Il pleut.|It's raining. (Note: this is an informal expression.)|chatter
        zh>en|你好|Hello! How can I help you today?|chatter
        ja>en|元気ですか？|I'm fine, thank you.|chatter
        ru>en|Как дела?|I'm doing great, thanks for asking!|chatter
        ar>en|كيف حالك؟|I am well, thank God.|chatter
        """
}
