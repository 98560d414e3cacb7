// Package symmetric has the ciphers of OpenSSL that Node offers, by their names and piece
// by piece: AES in all its modes, triple DES and ChaCha20.
package symmetric
