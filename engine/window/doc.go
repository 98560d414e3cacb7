// Package window is the development page of a running server: its routes, requests,
// records, sockets, models and reloads, and a console. It has the page, who may open it,
// and what the page asks for.
package window
