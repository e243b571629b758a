// Interpreting
