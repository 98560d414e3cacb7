package shim

import (
	"github.com/dop251/goja"

	"framework/jsapi"
)

// show makes debuggers show the members that req and res have in Node and Express, which are
// getters of prototypes here.
func (s *Shim) show() {
	s.realm.Show(s.reqProto, jsapi.Display{
		Members: []string{
			"method", "url", "originalUrl", "params", "query", "body", "headers", "cookies", "signedCookies", "session", "sessionID", "options", "route",
			"httpVersion", "wantsJSON", "isSocket", "_startTime", "res",
		},
		Ready: s.readable,
		Own:   map[string]goja.Value{"session": s.sessionOf[0]},
	})
	s.realm.Show(s.resProto, jsapi.Display{Members: []string{"statusCode", "headersSent", "locals", "req"}, Ready: s.readable})
}

// readable reports whether reading a member changes nothing and runs no code of scripts: the
// getters of Go, but not that of a session which has yet to be read from its store.
func (s *Shim) readable(o *goja.Object, member string) bool {
	e := s.find(o)
	if e == nil {
		return false
	}
	return s.getters[member] && (member != "session" || e.x.Session == nil || e.session.object != nil)
}
