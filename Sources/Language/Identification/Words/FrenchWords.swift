extension WordList {
    static let french = WordList(
        frequent: """
            de la le et les des l' à en d' un du une est que dans qui il pour a pas au sur ne ce par plus avec se je
            vous on qu' son sont c' mais s' n' nous comme ou si leur y elle tout été même sa ses aux cette ont j' fait
            bien être deux tu ça mon où faire lui entre sans peut après ces encore aussi avait était autres notre
            votre ma me te moi toi très dit quand ils elles donc non oui rien jamais toujours alors avant sous pendant
            depuis contre chez vers dont cela celui ceux celle quel quelle quels quelles comment pourquoi parce quoi
            ici là leurs mes tes vos nos ton ta autre tous toute toutes chaque quelque quelques plusieurs peu trop
            beaucoup moins assez déjà bientôt souvent parfois maintenant aujourd'hui hier demain suis es sommes êtes
            ai as avons avez aurait serait sera seront fut étaient avaient avoir faut peux pouvons pouvez peuvent veux
            veut voulons voulez vais vas va allons allez vont fais font faites dis dire voir vu m' t' ainsi ni car
            puis lorsque lorsqu' jusqu' jusque puisque cependant pourtant afin selon malgré parmi auprès voilà voici
            eux soi premier première dernier dernière aucun aucune certains personne chose choses jour jours an ans
            année temps fois homme femme monde vie pays eau gens cet celles laquelle lequel lesquels dès or hors
            environ ceci nouveaux nouvelles dernières derniers mêmes tels telle tel durant également
            """,
        common: """
            bonjour salut bonsoir merci revoir pardon désolé désolée bienvenue s'il plaît matin soir après-midi nuit
            semaine mois lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin
            juillet août septembre octobre novembre décembre printemps automne hiver trois quatre cinq six sept huit
            neuf dix onze douze quinze vingt trente quarante cinquante cent mille million demi quart deuxième
            troisième numéro nombre heure heures minute minutes tôt tard mère père soeur sœur frère fils fille mari
            ami amie amis famille enfant enfants femmes hommes garçon bébé nom maison chambre porte fenêtre table
            chaise lit cuisine rue route ville village pain lait café thé viande poisson poulet riz oeuf œuf oeufs
            fromage pomme fruits sucre sel vin bière petit-déjeuner déjeuner dîner nourriture manger boire faim soif
            addition cher chère argent prix payer banque carte espèces magasin marché acheter vendre ouvert fermé
            train gare bus aéroport vol avion billet voiture vélo gauche droite droit près loin nord sud ouest plan
            hôtel clé clef passeport bagages valise médecin docteur infirmière hôpital pharmacie médicament douleur
            tête main mains pied pieds oeil yeux oreille bouche coeur cœur corps malade santé aide aider feu police
            danger urgence appeler appelle téléphone message écrire lire parler parle parlez demander répondre
            comprendre comprends apprendre enseigner école étudiant professeur livre page papier mot mots langue
            question lettre donner donne mettre trouver garder laisser sentir sembler semble montrer essayer utiliser
            commencer arrêter finir courir marcher conduire voler dormir attendre attendez rencontrer apporter envoyer
            porter tenir jouer regarder écouter entendre croire crois souvenir oublier espérer aimer aime amour
            détester heureux heureuse triste fâché fatigué peur beau belle laid grand grande petit petite haut bas
            jeune vieux vieille court long longue fort faible chaud froid pluie pleut neige soleil vent ciel mer
            rivière fleuve montagne arbre fleur chien chat cheval oiseau rouge bleu vert jaune noir blanc facile
            difficile important importante différent possible mieux meilleur pire mauvais bon bonne vrai faux plein
            vide libre occupé prêt sûr peut-être ensemble seul seule presque entreprise travail travailler bureau
            patron réunion client service loi état guerre paix histoire musique chanson film image ordinateur problème
            exemple information système idée raison résultat cas point groupe côté ligne mis pris venu venir viens
            vient allé arriver arrive partir part sortir passer passe rester savoir sait sais connaître vivre habite
            penser pense suivre devenir doit dois devons devez doivent pouvoir vouloir voudrais pourrais faisait
            disait étant ayant nation national internationale éducation université développement expérience qualité
            science nature culture société public privé politique économique général spécial certain propre disponible
            nécessaire semblable simple unique niveau nouveau nouvelle dessus dessous dehors devant derrière vite
            lentement tellement grand-mère anniversaire étage escalier siècle peuple roi reine mort bâtiment ministre
            ministère mairie maire élections voix lois juge justice sécurité projet projets programme programmes
            services ressources moyens mesures changement changements niveaux augmentation croissance marchés
            entreprises travailleurs employé emploi emplois compagnie produits produit industrie énergie technologie
            réseau équipe équipes joueur joueurs parti partis jeu jeux but saison championnat oeuvre œuvre oeuvres
            auteur artiste art livres images texte centre centres zone région province commune quartier immeuble parc
            jeunes citoyens population voisins victimes accident faits réaliser réalisé réussi trouve trouvé présenté
            annoncé assuré expliqué affirmé ajouté reçu permettre permet comprend offre existe existent cherche
            chercher créer créé donné porté demandé commencé suivant suivants suivante précédent actuel actuelle
            principal principale principaux majeur meilleurs meilleure bonnes diverses différents petites petits longs
            vaste total moitié double peau sang traitement maladie maladies patients étude études recherche chercheurs
            résultats données analyse vraiment spécialement actuellement finalement seulement réellement exactement
            simplement montre chaussures vêtements chemise jupe jouet cadeau fête mariage sommeil chance voyage
            voyages plage île pont église situation opinion décision télévision relations conditions frères allemand
            milliers conseil proposition directeur
            merveilleux absolument certainement parfait formidable accord compris évidemment probablement malheureusement
            """,
        spoken: """
            ouais ouaip ben bah euh hein bof tiens ah oh eh hé ho aïe zut mince flûte chut bravo super génial
            cool top nickel chouette sympa entendu effectivement exact carrément franchement sérieux
            sérieusement justement forcément clairement volontiers grave tranquille voyons attention impossible
            dommage tant pis rassure bref enfin hop coucou allô bye félicitations enchanté enchantée bienvenus
            prie excuse excuser excusez pardonnez remercie remercions remerciements plaisir bises bisous bisou
            chéri chérie mademoiselle madame monsieur messieurs mesdames mec gars type copain copine copains
            pote potes gamin gamins gosses truc trucs machin bidule genre façon coup bout espèce sorte plutôt
            surtout davantage complètement totalement apparemment heureusement généralement rarement sinon sitôt
            aussitôt suite immédiatement ailleurs partout nulle dedans avance retard voire attends regarde
            regardez écoute écoutez venez dites donnez mettez mets prends prenez prend prenons tenez laisse
            laissez entrez entrer assieds asseyez assis assise lève levez fin date stop courage ciao hey chef
            menu match test job couple suppose continue grandes sort station parole photo resto fun shopping
            parking sandwich mobile final sport club arrête arrêtez dépêche dépêchez montrez aidez expliquez
            explique répète répétez répéter essaie essayez oublie oubliez cherchez appelez passez tournez
            continuez goûte goûtez souviens souvenez rappelle rappelez imagine calme calmez bouge reste restez
            restons rentre rentrer rentrons rentrez pars partez partons sors sortez mange mangez mangeons bois
            buvez dors dormez dort lis lisez écris écrivez ouvre ouvrez ouvrir ferme fermez fermer choisis
            choisir choisissez croit croyez penses pensez pensais sens sent trouves adore adorer déteste préfère
            préférez espère souhaite souhaitez désire désirez vouliez voulais voulait voudriez voudrait pourriez
            pourrait pouvait pouvais savez savais savait sache connais connaissez connaît vois voyez voit voient
            entends entendez comprenez connu su pu voulu cru lu bu eu dû tenu perdu vendu fini choisi sorti
            dormi mangé parlé regardé écouté attendu oublié acheté payé travaillé joué pensé aimé resté rentré
            tombé arrivé arrivée cassé étais étiez étions avais aviez aurais auriez aura auras aurez aurai serai
            serez seras serais seriez ferai feras fera ferez irai iras ira irez faisais faisiez irait viendra
            viendrez verra verrai devrais devrait devriez aille fasse soit soyez sois ayez aie puisse marche
            marchent fonctionne habites habitez travaille travailles travaillez joue achète achetez paie payez
            coûte coûtent rend rendre perdre vends prête prêter emprunter gagner laver nettoyer cuisiner
            préparer ranger réveiller lever coucher habiller doucher rire pleurer chanter danser nager sourire
            visiter inviter rappeler rendez réserver commander annuler tomber casser coûter tourner œil
            traverser monter descendre descends change zéro treize quatorze seize soixante septante huitante
            nonante vingts dizaine douzaine vingtaine paire seconde secondes maman papa mamie papi papy mémé
            pépé tata tonton oncle tante cousin cousine neveu nièce grands parents époux épouse fiancé voisin
            voisine collègue collègues invité invités inconnu bébés gamine ado adulte demoiselle dame violet
            violette orange rose gris grise marron brun brune blond blonde blanche bleue verte noire couleur
            foncé clair claire bras jambe jambes doigt doigts genou épaule cou gorge ventre estomac dos dent
            dents lèvre lèvres nez visage figure cheveux poitrine os cheville coude poignet fièvre grippe toux
            tousse rhume mal dentiste ordonnance comprimé comprimés pilule piqûre ambulance blessé blessée
            blessure enceinte allergie allergique guéri soigner vertige opération sirop beurre salade soupe
            gâteau gâteaux biscuit chocolat glace bonbon bonbons tarte crêpe pommes patate patates tomate
            tomates oignon ail carotte carottes concombre poivre champignon champignons haricots maïs jus citron
            banane raisin fraise fraises cerise poire pêche boeuf bœuf porc jambon saucisse saucisson steak
            dinde crevettes pâtes huile vinaigre farine confiture crème yaourt miel croissant baguette dessert
            entrée plat plats serveur serveuse pourboire assiette bol tasse verre bouteille fourchette couteau
            cuillère délicieux délicieuse sucré salé cookie cookies cake tickets jean jeans star camping hobby
            tablette spaghetti relax business interview snack plans discuter social termine fitness rock local
            espresso cappuccino épicé frais fraîche cuit repas goûter apéro boisson restaurant supermarché
            boulangerie boucherie caisse monnaie ticket taille réduction soldes remboursement portefeuille sac
            poche manteau veste pull chapeau casquette chaussettes pantalon robe ceinture gants écharpe bague
            lunettes parapluie vêtement chaussure appartement appart chambres salon salle bain bains toilettes
            jardin balcon garage cave toit mur sol plafond ascenseur canapé lampe étagère armoire tiroir frigo
            four évier robinet miroir tapis rideau oreiller couverture serviette savon loyer propriétaire
            locataire meubles linge lessive poubelle ménage chauffage lumière douche coin place carrefour métro
            tramway quai voie départ embouteillage passager siège vacances touriste réservation trajet étranger
            mètre mètres kilomètres permis essence imprimante copie fichier dossier courrier mail internet
            portable batterie chargeur clavier bouton écran appareil photos patronne salaire contrat entretien
            boulot pause devoirs examen classe leçon cours note crayon cahier maths blague bruit rêve secret
            erreur faute soucis souci ennuis vérité mensonge ensoleillé nuageux orage nuage nuages tempête
            brouillard degrés lac forêt herbe feuille lune étoile étoiles mouton vache cochon canard souris
            lapin ours lion singe serpent abeille mouche animal animaux bête rapide rapidement lent lente
            doucement sale mouillé sec doux douce mou lourd léger légère épais profond vivant prudent riche
            pauvre fier timide jaloux ennuyeux ennuie marrant drôle rigolo bizarre intéressant intéressante
            surpris surprise énervé inquiet inquiète gêné amoureux amoureuse ivre intelligent idiot stupide fou
            folle paresseux poli gentil gentille méchant honnête normal normale content contente joli jolie
            mignon mignonne magnifique superbe excellent excellente horrible affreux terrible ridicule
            incroyable dangereux nul gros grosse énorme dieu diable merde putain con foutre foutu enfer bordel
            balle ballon foot football tennis guitare piano concert théâtre musée bibliothèque gym piscine
            cinéma randonnée week end moment instant matinée soirée journée nuits minuit veille noël pâques
            férié
            """,
        endings: """
            tion tions ment ments eur eurs euse eux eau eaux aux ais ait aient ions iez ez er ir re oir é ée és ées
            ique iques ité ance ence isme iste age ette elle onne ois oit
            """)
}
