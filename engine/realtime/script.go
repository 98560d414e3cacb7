package realtime

import (
	"context"
	"sync/atomic"

	"framework/blueprints/pubsub"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/node"
	scripted "framework/jsapi/pubsub"
	"framework/jsapi/socket"
	"framework/router"
	"framework/sockets"
)

// ScriptOptions configure the JavaScript side of a version.
type ScriptOptions struct {
	Isolate  *jsapi.Isolate
	App      *app.App
	Switches Switches
	PubSub   pubsub.Switches
	// Request is the req of an exchange; it is called once there are routes.
	Request func(x *router.Exchange) jsapi.Value
}

// Script is sails.io and sails.sockets of a version. Hooks, timers and the bootstrap
// run while that is built: they find what is finished by then. Safe for concurrent
// use, but for NewScript and Socket, which are for the loop.
type Script struct {
	server  *Server
	opts    ScriptOptions
	isolate *jsapi.Isolate
	sockets *socket.Set
	models  *scripted.Set
	events  atomic.Pointer[pubsub.Set] // nil before there are models
	version atomic.Pointer[Version]    // nil before there are routes
}

// NewScript gives a realm sails.io and sails.sockets.
func (s *Server) NewScript(r *jsapi.Realm, opts ScriptOptions) (*Script, error) {
	out := &Script{server: s, opts: opts, isolate: opts.Isolate}
	var err error
	out.sockets, err = socket.New(r, socket.Options{
		Hub: scriptHub{s.hub, out}, Log: s.opts.Log, Rooms: opts.Switches.Rooms, TypedArrays: opts.Switches.TypedArrays,
		Require: opts.App.RequireModule,
	})
	if err != nil {
		return nil, err
	}
	if err := opts.App.Set("io", out.sockets.IO()); err != nil {
		return nil, err
	}
	out.models, err = scripted.New(r, scripted.Options{
		Hub:     scriptRooms{rooms{s.hub}, checkedRooms{s.hub.Namespace, out}},
		Socket:  out.sockets.Socket,
		Data:    out.sockets.Data,
		Inspect: func(v jsapi.Value) string { return node.Inspect(r, v) },
		Request: opts.Request, Switches: opts.PubSub, RefuseUnknown: opts.Switches.RefuseUnknown,
		Isolate: opts.Isolate, Log: s.opts.Log,
	})
	if err != nil {
		return nil, err
	}
	return out, opts.App.Set("sockets", out.models.Sockets())
}

// Socket is the object of a socket.
func (s *Script) Socket(id string) (jsapi.Value, error) { return s.sockets.Socket(id) }

// scriptHub is the hub as sails.io reaches it.
type scriptHub struct {
	*sockets.Hub
	script *Script
}

var _ socket.Hub = scriptHub{}

// In implements socket.Hub.
func (h scriptHub) In(namespace string) socket.Rooms {
	if namespace == "/" {
		return checkedRooms{h.Namespace, h.script}
	}
	return h.Hub.In(namespace)
}

// Declared implements socket.Hub.
func (h scriptHub) Declared() { h.script.server.OpenNamespaces(h.script) }

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
		sockets.AfterAnswer(ctx, func() { s.Disconnect(all) })
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
	s, v := h.Socket(id), h.script.version.Load()
	if s == nil || v == nil {
		return nil
	}
	return v.socketHandshake(s)
}
