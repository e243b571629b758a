extension WordList {
    static let portuguese = WordList(
        frequent: """
            de a que o e é do da em um para não com uma os no se na por mais as dos como mas foi ao ele das tem à seu
            sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos
            ter seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas
            havia seja qual será nós tenho lhe deles essas esses pelas este fosse dele tu te vocês vos lhes meus
            minhas teu tua teus tuas nosso nossa nossos nossas dela delas esta estes estas aquele aquela aqueles
            aquelas isto aquilo estou estamos estive esteve estava estavam estiver sou somos são éramos eram fui fomos
            seria seriam temos tém tive teve tinham terá teria vou vai vamos vão fazer faz fez faço feito pode podem
            posso podemos poder quer quero queremos querem queria gostaria deve devem preciso precisa precisamos sei
            sabe saber dizer disse diz ver vi viu onde porque porquê quê quanto quantos quantas quais cada todo toda
            todos todas tudo nada algo alguém ninguém algum alguma alguns algumas nenhum nenhuma outro outra outros
            outras muita muitos muitas pouco pouca poucos tanto tantos então assim ainda agora hoje ontem amanhã
            sempre nunca aqui ali lá aí bem mal sim ano anos dia dias vez vezes tempo vida coisa coisas gente pessoa
            pessoas casa homem mulher mundo parte apenas enquanto embora porém contudo portanto pois sobre sob desde
            durante contra após antes dentro fora além através segundo senão dum duma deste desta desse dessa disso
            disto neste nesta nesse nessa nisso nele nela daquele daquela comigo dois qualquer quaisquer cujo cuja
            ambos cerca novos novas últimos últimas primeiros mesma mesmos mesmas tão tal tais menos seguinte
            """,
        common: """
            olá oi tchau adeus obrigado obrigada favor desculpe desculpa licença bem-vindo bom boa tarde noite manhã
            madrugada semana mês meses segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça
            quarta quinta sexta feira sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro
            outubro novembro dezembro primavera verão outono inverno duas três quatro cinco seis sete oito nove dez
            onze doze quinze vinte trinta quarenta cinquenta cem cento mil milhão milhões meia meio quarto terceiro
            primeiro primeira número hora horas minuto minutos cedo logo mãe pai irmã irmão filho filha filhos esposa
            marido amigo amiga amigos família criança crianças mulheres homens menino menina rapaz nome porta janela
            mesa cadeira cama cozinha rua estrada cidade país água pão leite café chá carne peixe frango arroz ovo
            ovos queijo maçã fruta açúcar sal vinho cerveja almoço jantar comida comer beber fome sede conta barato
            caro dinheiro preço pagar banco cartão loja mercado comprar vender aberto fechado trem comboio estação
            ônibus autocarro aeroporto voo avião bilhete passagem carro bicicleta esquerda direita reto perto longe
            norte sul leste oeste mapa hotel chave chaves passaporte bagagem mala médico médica enfermeira hospital
            farmácia remédio dor cabeça mão mãos pé pés olho olhos ouvido boca coração corpo doente saúde ajuda ajudar
            fogo polícia perigo emergência chamar chama telefone mensagem escrever ler falar falo fala perguntar
            responder entender entendo aprender ensinar escola aluno alunos estudante professor livro página papel
            palavra palavras língua pergunta carta dar colocar encontrar deixar sentir sinto parecer parece mostrar
            tentar usar começar terminar correr andar dirigir voar dormir esperar espera trazer enviar levar jogar
            brincar olhar ouvir acreditar acho lembrar esquecer amor amar odiar feliz triste zangado cansado medo
            bonito bonita feio grande grandes pequeno pequena alto baixo jovem velho curto longo forte fraco quente
            frio calor chuva chove neve sol vento céu mar rio montanha árvore flor cachorro cão gato cavalo pássaro
            vermelho azul verde amarelo preto branco fácil difícil importante diferente possível melhor pior mau ruim
            verdade falso cheio vazio livre ocupado pronto certo talvez junto juntos sozinho quase bastante empresa
            negócio trabalho trabalhar escritório chefe reunião cliente serviço lei governo estado guerra paz história
            música canção filme imagem notícias computador problema exemplo informação sistema ideia razão resultado
            caso ponto grupo área lado linha ir ido indo vir vem venho veio vindo chegar chegou chega sair passar
            passa ficar fica ficou conhecer viver vivo morar moro pensar penso seguir voltar fazendo dizendo sendo
            tendo visto posto dito escrito nação nacional internacional educação universidade desenvolvimento
            experiência qualidade ciência natureza cultura sociedade público privado político econômico social geral
            especial vários próprio disponível necessário semelhante simples único inteiro novo nova último última
            próximo cima frente atrás rápido devagar aniversário avó avô jornal século povo rei rainha morte edifício
            senhor senhora brasileiro português ministro ministério câmara prefeito eleições votos leis juiz justiça
            segurança projeto projetos programa programas serviços recursos meios medidas mudança mudanças nível
            níveis aumento crescimento mercados empresas trabalhadores trabalhador emprego preços companhia produtos
            produto indústria energia tecnologia rede equipe equipa jogador jogadores partido partidos jogo jogos gol
            golo temporada campeonato filmes obra obras autor artista arte livros imagens texto centro centros zona
            região província município bairro prédio parque jovens cidadãos população moradores vizinhos vítimas
            acidente fatos realizar realizou realizado conseguiu encontra encontrou apresentou anunciou garantiu
            afirmou explicou disseram acrescentou recebeu permitir permite inclui oferece existe existem busca
            procurar procura criar criou deram levou pediu começou seguintes anterior atual principal principais
            maiores melhores boas várias diversos diferentes pequenas longa amplo pleno total metade dobro pele sangue
            tratamento doença doenças pacientes estudo estudos pesquisa investigação resultados dados análise
            verdadeiramente aproximadamente especialmente atualmente finalmente somente realmente exatamente
            simplesmente relógio sapatos roupa camisa saia brinquedo presente festa casamento sono sorte viagem
            viagens praia ilha ponte igreja nesses ligação comissão situação opinião decisão televisão canções regiões
            relações condições irmãos pães alemão milhares melhoria
            maravilhoso absolutamente certamente perfeito ótimo acordo entendido obviamente provavelmente infelizmente
            """,
        endings: """
            ção ções dade dades mente mento mentos ando endo indo ado ada ados adas ido ida idos ar er ir ava avam ia
            iam ão ões ãe õe agem gem eiro eira eiros ência ância vel veis ais éis oso osa inho inha ista ismo amos
            emos imos aram eram iram ou eu iu
            """)
}
