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
        endings: """
            tion tions ment ments eur eurs euse eux eau eaux aux ais ait aient ions iez ez er ir re oir é ée és ées
            ique iques ité ance ence isme iste age ette elle onne ois oit
            """)
}
