package node

import (
	"net/http"
	"slices"
	"time"
)

// handshakeTime is how long a client may take for the handshake of TLS.
const handshakeTime = 2 * time.Minute

// headersFrom converts a list of names and values in turn.
func headersFrom(list []string) http.Header {
	out := http.Header{}
	for i := 0; i+1 < len(list); i += 2 {
		out.Add(list[i], list[i+1])
	}
	return out
}

// flatHeaders are names and values in turn, sorted by name.
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

// httpNatives are the native functions of http.js and its parts.
func (m *httpModule) httpNatives() map[string]any {
	natives := map[string]any{"methods": m.realm.ToJS(methods()), "status": m.realm.ToJS(statusTexts())}
	headerNatives(m.host, natives)
	natives["trace"] = m.trace
	natives["forward"] = m.forward
	return natives
}
