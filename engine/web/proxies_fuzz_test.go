package web_test

import (
	"net/http"
	"strings"
	"testing"

	"framework/engine/web"
	"framework/router"
)

// FuzzBelieve: headers of untrusted hosts change nothing, and the address is
// always that of a hop, or one from a header of a trusted hop.
func FuzzBelieve(f *testing.F) {
	for _, s := range []string{"1.2.3.4", "1.2.3.4, 10.0.0.1", ",,", "[::1]:80", "unknown, ::ffff:10.0.0.1%eth0", strings.Repeat("10.0.0.1,", 50)} {
		f.Add(s, "https, http", "a.example:81", "10.0.0.0/8")
	}
	f.Fuzz(func(t *testing.T, forwarded, protocol, host, list string) {
		r := func() *router.Request {
			return &router.Request{Peer: "10.0.0.9", Remote: "10.0.0.9", Protocol: "http", Host: "own", Header: http.Header{
				"X-Forwarded-For": {forwarded}, "X-Forwarded-Proto": {protocol}, "X-Forwarded-Host": {host},
			}}
		}
		trust, err := web.TrustAddresses(strings.Split(list, ","))
		if err != nil {
			trust = nil
		}
		for _, each := range []web.Trust{nil, trust, web.TrustAll, web.TrustHops(1)} {
			req := r()
			each.Believe(t.Context(), req)
			believed := each != nil && each(t.Context(), req.Peer, 0)
			if !believed && (req.Remote != "10.0.0.9" || req.Protocol != "http" || req.Host != "own" || req.Forwarded != nil) {
				t.Errorf("%q changed %+v, of a host that is not believed", forwarded, req)
			}
			if len(req.Forwarded) > 0 && req.Remote != req.Forwarded[0] || req.Remote == "" {
				t.Errorf("%q: %q of %q", forwarded, req.Remote, req.Forwarded)
			}
		}
	})
}
