package engine

// encryptionChanged is a message if a reload changes TLS settings that need a
// restart.
func encryptionChanged(old, s *Snapshot) string {
	switch {
	case old.TLS() == nil && s.TLS() != nil:
		return "config.ssl counts after a restart: the server goes on without encryption"
	case old.TLS() != nil && s.TLS() == nil:
		return "config.ssl is gone, which counts after a restart: the server goes on with the last certificate"
	}
	return ""
}
