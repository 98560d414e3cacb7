// Package derive makes keys from passwords by PBKDF2 (RFC 8018) and scrypt (RFC 7914),
// as the standard library and golang.org/x/crypto do, but so that it can be interrupted:
// how long it takes is up to whoever chooses the parameters.
package derive
