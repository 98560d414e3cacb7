//go:build !unix

package node

// credentialNatives is empty: process.js loads credentials.js on Unix only.
func (m *processModule) credentialNatives() map[string]any { return nil }
