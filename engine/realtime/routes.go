package realtime

import (
	"net/http"

	"framework/engine/value"
	"framework/router"
)

// FrontRoutes are the bindings in front of the project's own routes.
func (s *Server) FrontRoutes(settings *Settings) []*router.Binding {
	if settings.off || !settings.firehose {
		return nil
	}
	return []*router.Binding{s.firehoseBinding()}
}

// BackRoutes are the bindings behind the project's own routes.
func (*Server) BackRoutes(settings *Settings) []*router.Binding {
	if settings.off || !settings.cookieScript {
		return nil
	}
	return []*router.Binding{cookieBinding(settings.cookieType)}
}

// cookiePath is where sails.io.js of a page of another site loads a script from,
// to be given the cookie of a session before it connects.
const cookiePath = "/__getcookie"

// cookieBinding answers it, behind the project's own routes.
func cookieBinding(contentType string) *router.Binding {
	return &router.Binding{
		Address: router.Address{Verb: http.MethodGet, Path: cookiePath},
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			x.Response.Header().Set("Content-Type", contentType)
			return router.Answered, x.Response.Commit(http.StatusOK, []byte("_sailsIoJSConnect();"))
		}),
		Options: value.New(0), Family: router.After, Target: "cookie for sails.io.js", Source: "config/sockets.js",
	}
}

// firehose is the room of the sockets that get all messages of models, in 0.10
// in development.
const firehose = "sails_firehose"

// firehoseRoom is the room of the firehose, "" where a project has none.
func (w Switches) firehoseRoom(production bool) string {
	if w.Firehose && !production {
		return firehose
	}
	return ""
}

// firehoseBinding puts the requesting socket into the room firehose.
func (s *Server) firehoseBinding() *router.Binding {
	return &router.Binding{
		Address: router.Address{Verb: http.MethodGet, Path: "/firehose"},
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			x.Response.Header().Set("Content-Type", "text/plain; charset=utf-8")
			if x.Request.Socket == "" {
				return router.Answered, x.Response.Commit(http.StatusBadRequest, []byte("The firehose is for sockets: request it with io.socket.get('/firehose'), and listen to the event 'firehose'."))
			}
			if err := s.hub.Join(x.Context(), x.Request.Socket, firehose); err != nil {
				return router.Answered, err
			}
			return router.Answered, x.Response.Commit(http.StatusOK, []byte("OK"))
		}),
		Options: value.New(0), Family: router.Before, Target: "firehose of development", Source: "the release",
	}
}
