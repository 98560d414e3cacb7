// Package asymmetric reads, writes, makes and uses asymmetric keys as Node does with
// OpenSSL: RSA, RSA-PSS, DSA, elliptic curves, Ed25519, X25519, Ed448, X448 and
// Diffie-Hellman. Keys are immutable and safe for concurrent use.
package asymmetric
