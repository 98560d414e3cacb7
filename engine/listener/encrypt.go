package listener

import (
	"crypto/tls"
	"net"
)

// Encrypt has what comes in at ln encrypted, unless current is nil now. Each
// client meets what is current then, which is not nil any more.
func Encrypt(ln net.Listener, current func() *tls.Config) net.Listener {
	if current() == nil {
		return ln
	}
	return tls.NewListener(ln, &tls.Config{
		MinVersion:         tls.VersionTLS12, // replaced for each client: see below
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return current(), nil },
	})
}
