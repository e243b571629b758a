// Hearing
