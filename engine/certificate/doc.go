// Package certificate makes the server's side of TLS from the options that
// Node's https takes: key, cert, ca, pfx, passphrase and what goes with them.
package certificate
