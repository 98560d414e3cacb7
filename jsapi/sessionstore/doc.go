// Package sessionstore keeps sessions in a store that the project brings along,
// written for express-session.
package sessionstore
