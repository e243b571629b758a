// SimulatedProviders
