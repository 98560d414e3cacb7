package engine

// encryptionChanged says that a reload asks for what only a restart can do.
func encryptionChanged(old, s *Snapshot) string {
	switch {
	case old.TLS() == nil && s.TLS() != nil:
		return "config.ssl counts after a restart: the server goes on without encryption"
	case old.TLS() != nil && s.TLS() == nil:
		return "config.ssl is gone, which counts after a restart: the server goes on with the last certificate"
	}
	return ""
}
