// Package sessionstore keeps sessions in a session store of the project,
// written for express-session.
package sessionstore
