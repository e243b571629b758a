// OfflineEngines
