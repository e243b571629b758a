#ifndef CWORDS_H
#define CWORDS_H

#include <stddef.h>

// The list of words Sources/MODULE/Words/FILE, which is part of the program, by its name MODULE/FILE. NULL if there is none.
// The bytes live as long as the process.
const unsigned char *verbio_words(const char *name, size_t *count);

#endif
