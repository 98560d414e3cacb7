// Package certificate makes the TLS configuration of the server from the
// options of Node's https: key, cert, ca, pfx, passphrase and others.
package certificate
