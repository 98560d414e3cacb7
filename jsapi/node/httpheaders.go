package node

import (
	"net/http"
	"net/textproto"
	"slices"
	"time"
)

// idleTime is how long an idle connection is kept.
const idleTime = 5 * time.Second

// handshakeTime is how long a client may take for the handshake of TLS.
const handshakeTime = 2 * time.Minute

// canonical are the headers that net/http reads by this spelling; other headers
// are sent as the project has written them.
var canonical = []string{
	"Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Expect", "Host", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade", "User-Agent",
}

// parseHeaders converts a list of alternating names and values.
func parseHeaders(list []string) http.Header {
	out := http.Header{}
	for i := 0; i+1 < len(list); i += 2 {
		name := list[i]
		if c := textproto.CanonicalMIMEHeaderKey(name); slices.Contains(canonical, c) {
			name = c
		}
		out[name] = append(out[name], list[i+1])
	}
	return out
}

// flatHeaders is the opposite of parseHeaders, sorted by name.
func flatHeaders(hd http.Header) []any {
	names := make([]string, 0, len(hd))
	for n := range hd {
		names = append(names, n)
	}
	slices.Sort(names)
	var out []any
	for _, n := range names {
		for _, v := range hd[n] {
			out = append(out, n, v)
		}
	}
	return out
}

func (s settings) list(name string) []string {
	v, ok := s.get(name)
	if !ok {
		return nil
	}
	items, _ := v.Export().([]any)
	out := make([]string, len(items))
	for i, x := range items {
		out[i], _ = x.(string)
	}
	return out
}

// httpModule is the native part of http and https.
type httpModule struct{ *netModule }

// httpNatives are the native functions of http.js.
func (m *httpModule) httpNatives() map[string]any {
	natives := map[string]any{"methods": m.realm.ToJS(methods()), "status": m.realm.ToJS(statusTexts())}
	headerNatives(m.host, natives)
	natives["trace"] = m.trace
	m.addServer(natives)
	return natives
}
