package snapshot

import (
	"net/http"

	"framework/engine/value"
	"framework/router"
	"framework/sockets"
)

// firehose is the room of those who hear of everything, in the release that has
// it and in development.
const firehose = "sails_firehose"

// hasFirehose reports whether sockets can hear of everything.
func hasFirehose(c configuration) bool { return c.profile.Firehose && !c.set.Production() }

// firehoseBinding has the socket that asks for it hear of everything.
func firehoseBinding(hub *sockets.Hub) *router.Binding {
	return &router.Binding{
		Address: router.Address{Verb: http.MethodGet, Path: "/firehose"},
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			x.Response.Header().Set("Content-Type", "text/plain; charset=utf-8")
			if x.Request.Socket == "" {
				return router.Answered, x.Response.Commit(http.StatusBadRequest, []byte("The firehose is for sockets: ask for it with io.socket.get('/firehose'), and listen to the event 'firehose'."))
			}
			if err := hub.Join(x.Context(), x.Request.Socket, firehose); err != nil {
				return router.Answered, err
			}
			return router.Answered, x.Response.Commit(http.StatusOK, []byte("OK"))
		}),
		Options: value.New(0), Family: router.Before, Target: "firehose of development", Source: "the release",
	}
}
