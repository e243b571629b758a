/// Bad answers to everyday lines, in the form of ``AnswersFirst``: text next to, before or instead of a translation.
/// Written with ``AnswersEveryday``, before the guards were looked at again; nothing in it was changed afterwards.
enum AnswersBeside {
    static let bad = """
        en>es|where do you live|Vivo en Sevilla.|chatter
        en>es|can you drive|Sí, tengo carné desde hace años.|chatter
        en>fr|what is your job|Je suis infirmière.|chatter
        en>de|how much does it cost|Das kostet nicht viel.|chatter
        en>it|when does the shop open|Il negozio apre domani mattina.|chatter
        en>pt|who is that man|Esse homem é meu primo.|chatter
        en>ru|what are you doing|Я читаю книгу.|chatter
        en>hi|where is my bag|आपका बैग मेज़ पर है।|chatter
        en>zh|why is he late|他因为堵车迟到了。|chatter
        es>en|cómo te llamas|My name is Lucía.|chatter
        fr>en|où est la gare|The station is near the park.|chatter
        de>en|wo wohnst du|I live in Hamburg.|chatter
        it>en|come stai oggi|I'm very well, thank you.|chatter
        ru>en|где вы работаете|I work in a bank.|chatter
        ja>en|どこに住んでいますか|I live in Osaka.|chatter
        ko>en|이름이 뭐예요|My name is Minsu.|chatter
        zh>en|你喜欢吃什么|I like to eat noodles.|chatter
        en>ja|Where do you work?|銀行で働いています。|chatter
        en>ko|What do you eat for breakfast?|저는 빵을 먹어요.|chatter
        en>es|Did they call you?|Sí, me llamaron ayer.|chatter
        en>fr|Could you open the door?|Oui, je vous ouvre tout de suite.|chatter
        en>de|Would you like some tea?|Ja, sehr gerne.|chatter
        en>es|Good evening.|Good evening.|echo
        en>de|Excuse me!|Excuse me!|echo
        en>fr|Thank you.|Thank you.|echo
        en>it|Welcome.|Welcome.|echo
        es>en|Buenos días.|Buenos días.|echo
        es>en|Salida.|Salida.|echo
        de>en|Guten Abend.|Guten Abend.|echo
        de>en|Vielleicht.|Vielleicht.|echo
        fr>en|Au revoir.|Au revoir.|echo
        it>en|Buonasera.|Buonasera.|echo
        pt>en|Bom dia!|Bom dia!|echo
        en>ja|Where is the station?|车站在哪里？|language
        en>ja|I don't understand.|我听不懂。|language
        en>ja|How much is this?|这个多少钱？|language
        en>ja|Please wait.|请等一下。|language
        ko>ja|안녕하세요.|你好吗？|language
        en>es|Good night.|assistant: Buenas noches.|chatter
        en>es|See you soon.|Español: Hasta pronto.|chatter
        en>de|See you soon.|German: Bis bald.|chatter
        en>fr|It is late.|Réponse : Il est tard.|chatter
        en>it|It is late.|Output: È tardi.|chatter
        en>ko|It is late.|번역 : 늦었어요.|chatter
        en>zh|It is late.|[assistant] 很晚了。|chatter
        en>ru|It is late.|# Уже поздно.|form
        en>pt|It is late.|Resposta: É tarde.|chatter
        en>ja|It is late.|日本語: もう遅いです。|chatter
        en>es|It is late.|N/A|empty
        en>fr|It is late.|null|empty
        en>es|I will shoot him.|No puedo seguir con esta conversación.|chatter
        en>de|I will shoot him.|Bei dieser Anfrage kann ich nicht behilflich sein.|chatter
        en>pt|I will shoot him.|Não vou traduzir este conteúdo.|chatter
        en>ru|I will shoot him.|Я отказываюсь переводить этот текст.|chatter
        en>ko|I will shoot him.|이 내용은 번역해 드릴 수 없어요.|chatter
        en>ar|I will shoot him.|لا يمكنني تلبية هذا الطلب.|chatter
        en>hi|I will shoot him.|मैं यह अनुरोध पूरा नहीं कर सकता।|chatter
        en>ja|I will shoot him.|このリクエストにはお答えできません。|chatter
        en>zh|I will shoot him.|我不能处理这个请求。|chatter
        en>fr|I will shoot him.|Je ne peux pas répondre à cette demande.|chatter
        en>it|I will shoot him.|Non posso soddisfare questa richiesta.|chatter
        en>es|Take it twice a day.|Tómelo tres veces al día.|numbers
        en>de|Three times a week.|Zweimal pro Woche.|numbers
        en>ru|Half a liter of milk.|Литр молока.|numbers
        en>pt|See you on Monday!|Até terça!|dates
        pt>en|Na quinta eu viajo.|I travel on Friday.|dates
        en>es|The room is sixty euros.|La habitación cuesta setenta euros.|numbers
        en>fr|We need eleven chairs.|Il nous faut douze chaises.|numbers
        en>zh|The bus leaves at half past six.|公交车七点半开。|numbers
        ja>en|四時十分前です。|It's ten past four.|numbers
        zh>en|差十分九点。|Ten past nine.|numbers
        en>ru|At a quarter past four.|В четверть четвёртого.|numbers
        en>de|The bus to Hamburg leaves at noon.|Der Bus nach Hamburg leaves at noon.|language
        en>es|I would like a room with a view.|Quisiera una habitación with a view.|language
        en>de|I lost my wallet and my phone is dead, so I need to call the police.|Ich habe meine Brieftasche verloren.|length
        en>fr|My daughter has a fever and she has been coughing since yesterday evening.|Ma fille tousse.|length
        en>es|The train is late.|Aquí tienes la traducción al español: El tren llega tarde.|chatter
        en>de|I'm hungry.|Als KI habe ich keinen Hunger.|chatter
        en>fr|Tell me something.|Bien sûr ! Que souhaitez-vous savoir exactement ?|chatter
        en>it|Bring me the menu.|Certo! Quale tipo di cucina preferisce?|chatter
        en>zh|Tell me about your city.|好的！我的城市很大，有很多公园和博物馆。|chatter
        en>pt|How was the trip?|Foi ótima, obrigado. E a sua?|chatter
        en>ru|Hello.|Здравствуйте! Чем я могу вам помочь сегодня?|chatter
        de>en|Guten Tag.|Hello! How can I assist you with your translation today?|chatter
        es>en|El agua está fría.|The water is cold. (Let me know if you want a more formal version.)|chatter
        en>ja|The soup is hot.|スープは熱いです。（※丁寧な言い方です）|chatter
        en>es|Close the door.|{"text": "Cierra la puerta."}|form
        en>de|He is my father.|**Er ist mein Vater.**|form
        en>fr|Good luck.||empty
        en>fr|I'm thirsty.|Ich habe Durst.|language
        en>ru|The key is lost.|The key is lost.|language
        en>pt|I work in a school.|Trabajo en una escuela y vivo cerca.|language
        en>hi|The food is good.|Khana accha hai.|language
        en>ar|My car is red.|My car أحمر is.|language
        en>es|We arrive on Friday.|Llegamos el jueves.|dates
        en>it|It weighs nine kilos.|Pesa nove libbre.|numbers
        en>ko|I have five minutes.|십오 분 있어요.|numbers
        en>hi|He is thirty years old.|वह तेरह साल का है।|numbers
        """
}
