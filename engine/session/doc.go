// Package session gives requests their session: the signed cookie of the
// classic releases, and the store behind it.
package session
