package realtime

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"framework/engine/value"
	"framework/router"
	"framework/sockets"
	"framework/sockets/engineio"
)

// trustProxies sets the protocol, host and address of a handshake from the
// headers of trusted proxies; once, when the client connects.
func (v *Version) trustProxies(ctx context.Context, h *engineio.Handshake) {
	in := &router.Request{Header: h.Header.Header(), Host: h.Host, Remote: h.Remote, Peer: h.Remote}
	v.opts.Trust.Believe(ctx, in)
	h.Host, h.Remote = in.Host, in.Remote
	switch in.Protocol {
	case "https", "wss":
		h.Secure = true
	case "http", "ws":
		h.Secure = false
	}
}

// handshakeRequest is the request that made a connection, without its header.
func handshakeRequest(h *engineio.Handshake) *router.Request {
	in := &router.Request{Method: http.MethodGet, URL: h.URL, Host: h.Host, Remote: h.Remote, Peer: h.Remote, Protocol: "ws", Received: h.Received}
	if h.Secure {
		in.Protocol = "wss"
	}
	return in
}

// handshakeObject is a handshake as JavaScript sees it, with what beforeConnect
// added to it.
func (v *Version) handshakeObject(h *engineio.Handshake) *value.Map {
	in := handshakeRequest(h)
	header := h.Header.Header()
	headers := value.New(len(header))
	for _, name := range slices.Sorted(maps.Keys(header)) {
		separator := ", "
		if name == "Cookie" {
			separator = "; "
		}
		headers.Set(strings.ToLower(name), strings.Join(header[name], separator))
	}
	headers.Set("host", in.Host)
	query := queryObject(h.Query())
	var address any = in.Remote
	if v.script.opts.Switches.AddressObject {
		address = value.Of("address", in.Remote)
	}
	secure := in.Protocol == "wss"
	o := value.Of(
		"headers", headers, "time", h.Received.Format("Mon Jan 02 2006 15:04:05 GMT-0700"), "address", address,
		"xdomain", header.Get("Origin") != "", "secure", secure, "issued", h.Received.UnixMilli(), "url", h.URL,
		"query", query, "_query", query.Clone(), "method", http.MethodGet, "remoteAddress", in.Remote,
		"connection", value.Of("remoteAddress", in.Remote, "encrypted", secure),
	)
	if v.hasSession(h.Header) {
		o.Set("sessionID", v.opts.Sessions.ID(header["Cookie"]))
	}
	if m, ok := h.Data.(*value.Map); ok {
		for name, each := range m.DeepClone().All() {
			o.Set(name, each)
		}
	}
	return o
}

func queryObject(values url.Values) *value.Map {
	query := value.New(len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if list := values[name]; len(list) == 1 {
			query.Set(name, list[0])
		} else {
			query.Set(name, texts(list))
		}
	}
	value.StripPrototypeKeys(query)
	return query
}

// socketHandshake is the handshake of a socket, with what its client sent to
// connect to the namespace.
func (v *Version) socketHandshake(s *sockets.Socket) *value.Map {
	o := v.handshakeObject(s.Handshake())
	if auth := s.Auth(); auth != nil {
		o.Set("auth", auth.DeepClone())
	} else {
		o.Set("auth", value.New(0))
	}
	if query, ok := o.Value("query").(*value.Map); ok {
		for name, each := range queryObject(s.Query()).All() {
			query.Set(name, each)
		}
	}
	return o
}
