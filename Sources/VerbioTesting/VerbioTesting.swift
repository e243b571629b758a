// VerbioTesting
