#include "CWords.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// The lists of words of the modules: Sources/MODULE/Words.

static const unsigned char guards_boilerplate_json[] = {
#embed "../../Guards/Words/boilerplate.json"
};

static const unsigned char guards_borrowed_txt[] = {
#embed "../../Guards/Words/borrowed.txt"
};

static const unsigned char guards_chatter_json[] = {
#embed "../../Guards/Words/chatter.json"
};

static const unsigned char guards_days_txt[] = {
#embed "../../Guards/Words/days.txt"
};

static const unsigned char guards_denials_txt[] = {
#embed "../../Guards/Words/denials.txt"
};

static const unsigned char guards_question_words_json[] = {
#embed "../../Guards/Words/question-words.json"
};

static const unsigned char guards_questions_json[] = {
#embed "../../Guards/Words/questions.json"
};

static const unsigned char guards_references_json[] = {
#embed "../../Guards/Words/references.json"
};

static const unsigned char guards_weekdays_txt[] = {
#embed "../../Guards/Words/weekdays.txt"
};

static const unsigned char language_abbreviations_txt[] = {
#embed "../../Language/Words/abbreviations.txt"
};

static const unsigned char language_characters_txt[] = {
#embed "../../Language/Words/characters.txt"
};

static const unsigned char language_de_txt[] = {
#embed "../../Language/Words/de.txt"
};

static const unsigned char language_en_txt[] = {
#embed "../../Language/Words/en.txt"
};

static const unsigned char language_es_txt[] = {
#embed "../../Language/Words/es.txt"
};

static const unsigned char language_fr_txt[] = {
#embed "../../Language/Words/fr.txt"
};

static const unsigned char language_it_txt[] = {
#embed "../../Language/Words/it.txt"
};

static const unsigned char language_known_names_txt[] = {
#embed "../../Language/Words/known-names.txt"
};

static const unsigned char language_names_txt[] = {
#embed "../../Language/Words/names.txt"
};

static const unsigned char language_pt_txt[] = {
#embed "../../Language/Words/pt.txt"
};

static const unsigned char numerals_numbers_txt[] = {
#embed "../../Numerals/Words/numbers.txt"
};

static const unsigned char numerals_rates_txt[] = {
#embed "../../Numerals/Words/rates.txt"
};

static const unsigned char numerals_units_txt[] = {
#embed "../../Numerals/Words/units.txt"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    {"Guards/boilerplate.json", guards_boilerplate_json, sizeof guards_boilerplate_json},
    {"Guards/borrowed.txt", guards_borrowed_txt, sizeof guards_borrowed_txt},
    {"Guards/chatter.json", guards_chatter_json, sizeof guards_chatter_json},
    {"Guards/days.txt", guards_days_txt, sizeof guards_days_txt},
    {"Guards/denials.txt", guards_denials_txt, sizeof guards_denials_txt},
    {"Guards/question-words.json", guards_question_words_json, sizeof guards_question_words_json},
    {"Guards/questions.json", guards_questions_json, sizeof guards_questions_json},
    {"Guards/references.json", guards_references_json, sizeof guards_references_json},
    {"Guards/weekdays.txt", guards_weekdays_txt, sizeof guards_weekdays_txt},
    {"Language/abbreviations.txt", language_abbreviations_txt, sizeof language_abbreviations_txt},
    {"Language/characters.txt", language_characters_txt, sizeof language_characters_txt},
    {"Language/de.txt", language_de_txt, sizeof language_de_txt},
    {"Language/en.txt", language_en_txt, sizeof language_en_txt},
    {"Language/es.txt", language_es_txt, sizeof language_es_txt},
    {"Language/fr.txt", language_fr_txt, sizeof language_fr_txt},
    {"Language/it.txt", language_it_txt, sizeof language_it_txt},
    {"Language/known-names.txt", language_known_names_txt, sizeof language_known_names_txt},
    {"Language/names.txt", language_names_txt, sizeof language_names_txt},
    {"Language/pt.txt", language_pt_txt, sizeof language_pt_txt},
    {"Numerals/numbers.txt", numerals_numbers_txt, sizeof numerals_numbers_txt},
    {"Numerals/rates.txt", numerals_rates_txt, sizeof numerals_rates_txt},
    {"Numerals/units.txt", numerals_units_txt, sizeof numerals_units_txt},
};

const unsigned char *verbio_words(const char *name, size_t *count) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (strcmp(files[index].name, name) != 0) continue;
        *count = files[index].count;
        return files[index].bytes;
    }
    return NULL;
}
