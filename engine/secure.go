package engine

// encryptionChanged is a message if a reload changes TLS settings that need a
// restart.
func encryptionChanged(old, s *Snapshot) string {
	switch {
	case old.TLS() == nil && s.TLS() != nil:
		return "config.ssl takes effect after a restart: until then the server runs without encryption"
	case old.TLS() != nil && s.TLS() == nil:
		return "config.ssl was removed, which takes effect after a restart: until then the server uses the last certificate"
	}
	return ""
}
