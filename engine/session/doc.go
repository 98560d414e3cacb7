// Package session gives requests their session: a signed cookie in the format of
// express-session, and a store for the data.
package session
