package sockets_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"framework/engine/value"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/sockettest"
	"framework/sockets/virtual"
)

// lobby accepts every client, answers every request, and sends an event to
// everybody in the room for a POST.
type lobby struct{ hub *sockets.Hub }

func (l *lobby) Admit(context.Context, *engineio.Handshake) (http.Header, error) {
	return nil, nil
}
func (l *lobby) Guards(string) bool                                             { return false }
func (l *lobby) Enter(_ context.Context, _ *sockets.Socket, d func(error) bool) { d(nil) }
func (l *lobby) Connect(ctx context.Context, s *sockets.Socket) {
	if err := l.hub.Join(ctx, s.ID(), "lobby"); err != nil {
		fmt.Println(err)
	}
}

func (l *lobby) Request(ctx context.Context, _ *sockets.Socket, r *virtual.Request) sockets.Answer {
	if r.Method == http.MethodPost {
		if err := l.hub.Broadcast(ctx, []string{"lobby"}, nil, "posted", r.URL, r.Body); err != nil {
			fmt.Println(err)
		}
	}
	return sockets.Answer{Status: http.StatusOK, Body: []byte(r.Method)}
}
func (l *lobby) Event(context.Context, *sockets.Socket, string, []any, func(...any) error) {}
func (l *lobby) Disconnect(context.Context, *sockets.Socket, engineio.Reason)              {}

// A hub serves the connections of sockets, and passes what their clients send to a
// dispatcher.
func ExampleHub() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	l := &lobby{}
	l.hub = sockets.NewHub(sockets.Options{}, l)
	server := httptest.NewServer(l.hub)
	defer server.Close()
	defer l.hub.Shutdown(ctx)

	client, err := sockettest.Dial(ctx, server.URL, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	answer, err := client.Request(ctx, "POST /pet", value.Of("name", "Rex"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, answer.Body)
	events, err := client.Heard(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range events {
		fmt.Println(e)
	}
	// Output:
	// 200 POST
	// posted "/pet" {"name":"Rex"}
}
