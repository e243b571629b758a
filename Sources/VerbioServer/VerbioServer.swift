// VerbioServer
