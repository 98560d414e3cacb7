package snapshot

import (
	"context"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/socket"
	"framework/sockets"
)

// scriptHub is the hub as JavaScript reaches it.
type scriptHub struct {
	*sockets.Hub
	host     *Host
	lifetime *lifetime
	gateway  *gateway
}

var _ socket.Hub = scriptHub{}

// In implements socket.Hub.
func (h scriptHub) In(namespace string) socket.Rooms {
	if namespace == "/" {
		return recheckedRooms{h.Namespace, h.Hub, h.gateway}
	}
	return h.Hub.In(namespace)
}

// Declared implements socket.Hub.
func (h scriptHub) Declared() { h.host.openNamespaces(h.lifetime) }

// Emit implements socket.Hub.
func (h scriptHub) Emit(id, event string, args []any, answered func(args []any, err error)) error {
	s := h.Socket(id)
	switch {
	case s == nil:
		return nil
	case answered != nil:
		return s.EmitAck(answered, event, args...)
	}
	return s.Emit(event, args...)
}

// Disconnect implements socket.Hub.
func (h scriptHub) Disconnect(ctx context.Context, id string, all bool) {
	if s := h.Socket(id); s != nil {
		sockets.After(ctx, func() { s.Disconnect(all) })
	}
}

// Transport implements socket.Hub.
func (h scriptHub) Transport(id string) string {
	if s := h.Socket(id); s != nil {
		return s.Transport()
	}
	return ""
}

// Handshake implements socket.Hub.
func (h scriptHub) Handshake(id string) *value.Map {
	s, q := h.Socket(id), h.gateway.now().requests
	if s == nil || q == nil {
		return nil
	}
	return q.socketHandshake(s)
}

// connectSockets gives the realm the sockets, for hooks and the bootstrap too.
func connectSockets(r *jsapi.Realm, b *build, src source, js *app.App) (*socket.Set, error) {
	set, err := socket.New(r, socket.Options{
		Hub: scriptHub{b.hub, b.Host, b.lifetime, b.gateway}, Log: b.log, Rooms: src.profile.Sockets.Rooms, TypedArrays: src.profile.Sockets.TypedArrays, Require: js.Loader().Require,
	})
	if err != nil {
		return nil, err
	}
	return set, js.Set("io", set.IO())
}
