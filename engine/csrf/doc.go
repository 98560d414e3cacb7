// Package csrf refuses requests that another site made a visitor's browser
// send: those that change something have to carry a token of the session.
package csrf
