extension WordList {
    static let english = WordList(
        frequent: """
            the of and to a in is that i it you for was on with as be he at this have are not by but from they we or
            his what had an will she all one there were can so if do which their my me your who her been more no when
            up out would about just them then into has like him time some know how could people its other than now
            only our very these think get over two see don't it's i'm that's go good also want because us any way make
            well did here most where even back going through after first down much right said should yeah too those
            yes let's say really being got may work still year years before own while never last need why take
            something come long day many am does made thing things look same between both off might always every
            another again around old great such little man life must home new part place world each can't didn't
            doesn't isn't wasn't won't you're we're they're i've you've we've i'll you'll he's she's what's there's
            let couldn't wouldn't shouldn't haven't hasn't aren't weren't i'd who's where's how's under without during
            against whether although though since until however rather therefore whose whom itself himself themselves
            yourself myself ourselves upon within among toward across behind above below per shall including according
            based together further several following whole due recent various latest
            """,
        common: """
            hello hi goodbye bye thanks thank please sorry welcome excuse morning evening afternoon night tonight
            today tomorrow yesterday week month monday tuesday wednesday thursday friday saturday sunday january
            february march april june july august september october november december spring summer autumn winter
            three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million
            half quarter second third number hour hours minute minutes early late later soon ago already yet mother
            father sister brother son daughter wife husband friend friends family child children woman women men boy
            girl baby name house room door window table chair bed kitchen street road city town country water bread
            milk coffee tea meat fish chicken rice egg eggs cheese apple fruit sugar salt wine beer breakfast lunch
            dinner food eat drink hungry thirsty bill cheap expensive money price pay bank card cash shop store market
            buy sell open closed train station bus airport flight plane ticket car bicycle taxi driver left straight
            near far north south east west map hotel key passport luggage doctor nurse hospital pharmacy medicine pain
            head hand foot feet eye eyes ear mouth heart body sick ill health help fire police danger emergency call
            phone message write read speak talk tell ask answer understand learn teach school student teacher book
            page paper pen word words language question letter give put find keep leave feel seem show try use turn
            start stop begin end run walk drive fly sleep wake sit stand wait meet bring send carry hold play watch
            listen hear believe remember forget hope love hate happy sad angry tired afraid beautiful ugly big small
            large high low young short strong weak hot cold warm cool weather rain snow sun wind sky sea river
            mountain tree flower dog cat horse bird animal red blue green yellow black white brown color easy
            difficult hard important different possible better best worse worst bad nice fine wrong true false full
            empty free busy ready sure maybe perhaps nothing everything anything everyone someone nobody nowhere
            somewhere often sometimes usually alone enough quite almost company business job office boss meeting
            customer service government law state power war peace history music song film movie picture story news
            computer screen problem example information system idea reason result case point fact group area side line
            means mean meant makes making took taken taking came coming went gone saw seen seeing gave given giving
            told asked asking called calling looked looking working worked playing living lived trying tried using
            used wanted needs needed thought known knows thinks says saying written wrote reading bought brought found
            lost felt kept held heard met paid sent sold spent stood understood won built broke chosen nation national
            international education university development management experience quality research science nature
            culture society public private social political economic general special certain able available likely
            necessary particular similar simple single minister ministry mayor election elections vote votes laws
            judge justice security project projects program programs services resources measures change changes level
            levels increase growth markets companies workers worker employment prices products product industry energy
            technology network team teams player players party parties game games goal season championship works
            author artist art books images text center centre region province neighborhood building park youth
            citizens population neighbors victims accident facts achieve achieved managed finds presented announced
            assured explained stated added received allow allows includes offers exists search create created carried
            requested began previous current main major larger smaller wide total double skin blood treatment disease
            diseases patients study studies researchers results data analysis truly approximately especially currently
            finally exactly simply shoes clothes shirt skirt toy gift birthday wedding luck trip travel beach island
            bridge church situation opinion decision television relations conditions brothers german thousands council
            proposal director members member
            done wonderful absolutely certainly definitely perfect awesome agreed obviously probably unfortunately
            """,
        spoken: """
            okay alright anyway dear oh hey wow nope nah yep yup gotcha gonna wanna gotta dunno kinda sorta
            cheers congratulations congrats fun funny lovely brilliant amazing excellent fantastic terrible
            horrible awful ridiculous silly stupid crazy weird strange indeed totally completely seriously
            honestly basically literally hopefully luckily personally clearly apparently pretty else instead
            guess suppose wonder mind matter care worry promise bet swear hurry relax shut stay pick pull push
            check fix drop throw catch break cut hit stuff lot lots bit kind sort couple piece bunch whatever
            whoever whenever wherever somehow anymore anybody somebody everybody talking telling thinking doing
            getting having eating sleeping sitting standing wearing waiting staying leaving running walking
            driving media error legal fast fall real final favor natural pass papa mama super top exact
            impossible attention chef idiot photo photos surprise intelligent instant cent chat ours latte
            cappuccino espresso cafe café club buying paying moving feeling helping learning starting wondering
            kidding joking cooking cleaning washing shopping liked loved talked started stopped finished
            happened walked helped moved turned opened worried stayed missed remembered slept ate drank drove
            flew ran sat wore woke forgot forgotten hurt grew fell chose spoke spoken eaten gotten happen miss
            join visit enjoy spend borrow lend return cook clean wash wear dress shave shower cry laugh smile
            kiss hug dance sing swim climb trust prefer recommend decide choose imagine explain repeat spell
            count add mix press click type save share deal shot chance plan plans moment ages weekend holiday
            holidays vacation date schedule appointment clock noon midnight zero thirteen fourteen fifteen
            sixteen seventeen eighteen nineteen sixty seventy eighty ninety once twice fourth fifth mom mum dad
            mommy mummy daddy grandma grandpa grandmother grandfather granny uncle aunt cousin nephew niece
            parents kids kid guy guys folks buddy mate sir madam mister mrs ms sweetheart honey darling
            boyfriend girlfriend neighbor neighbour roommate colleague guest stranger lady gentleman pink purple
            orange grey gray gold silver dark bright light arm arms leg legs finger fingers toe knee shoulder
            neck throat stomach belly tooth teeth tongue lip lips nose face hair chest bone ankle elbow fever
            flu cough headache sneeze allergy allergic pill pills dentist surgery bandage ambulance dizzy
            pregnant healthy prescription butter salad soup sandwich cake cookie cookies chocolate candy pie
            potato potatoes tomato tomatoes onion garlic carrot cucumber pepper lettuce mushroom beans corn
            juice lemon lime banana grape grapes strawberry cherry pear peach beef pork ham bacon sausage steak
            turkey shrimp seafood noodles oil vinegar flour jam cream ice snack dessert meal menu waiter
            waitress tip plate dish bowl cup glass bottle fork knife spoon delicious tasty sweet sour salty
            spicy fresh restaurant supermarket bakery butcher mall size receipt discount sale refund wallet
            purse bag pocket coat jacket sweater hat cap socks trousers pants jeans belt gloves scarf ring
            glasses umbrella flat apartment bedroom bathroom toilet garden yard garage roof wall floor stairs
            elevator lift sofa couch lamp shelf land rock rat male solo plaza local post sport site principal
            actual extra sales pause opera studio cinema scale figure note rose violet image village route
            unique client coin cave grave souvenir court content bizarre genre casino biscuit crayon zone
            programme analyse include suite salon robe ideal fitness meter kilometer portable regular popular
            jersey pan chorizo tortilla spaghetti paprika fate prove pace brief bat bravo desk drawer fridge
            oven stove sink tap mirror carpet curtain pillow blanket towel soap rent landlord furniture laundry
            trash rubbish garbage corner square traffic lights crosswalk subway underground tram platform gate
            track tickets departure arrival delay delayed passenger seat journey tour tourist suitcase
            reservation booking reserve cancel directions mile miles printer copy file folder email mail
            password internet website mobile cell battery charger laptop keyboard button camera tablet salary
            contract interview deadline report presentation homework exam test class lesson grade pencil
            notebook math subject joke noise voice sound dream secret mistake trouble truth lie lies sunny
            cloudy rainy windy foggy storm cloud temperature degrees ocean lake forest grass leaf leaves moon
            star stars sunrise sunset sheep cow pig duck mouse rabbit bear lion tiger monkey elephant snake
            spider bee quick quickly slow slowly loud quiet quietly dirty wet dry soft heavy thick thin deep
            dead alive safe dangerous careful lucky rich poor proud shy jealous lonely bored boring excited
            exciting interested interesting scared nervous upset surprised shocked confused embarrassed
            comfortable awake asleep drunk clever smart lazy polite rude honest strict normal fair pleasant tiny
            huge inside outside upstairs downstairs away apart besides ahead towards abroad overseas ball
            football soccer tennis match guitar piano band concert theater theatre museum library gym pool
            camping hobby bless god hell damn sake pardon apologize apologies appreciate grateful pleasure
            """,
        endings: """
            ing tion tions ness ment ments able ible ful less ship ly ght ough ould ther ever body thing where self
            some ward hood ied ies ally ously ity ive ous ish ize ized ck ed er ers est
            """)
}
