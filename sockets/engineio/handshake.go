package engineio

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Handshake is the request that made a connection.
type Handshake struct {
	URL      string // as received: path and query
	Header   Fields // with the cookies; Authorize may set others
	Host     string // with port
	Remote   string // address of the peer without port; Authorize may put another one here
	Secure   bool   // came over TLS; Authorize may know better
	Received time.Time
	// Data is a value that Authorize stores with the connection.
	Data any
	// Worker is which worker of the server has the connection; Authorize chooses it.
	Worker int
}

// Query are the parameters of the URL, with what of them can be read.
func (h *Handshake) Query() url.Values {
	_, query, _ := strings.Cut(h.URL, "?")
	values, _ := url.ParseQuery(query) // as url.URL.Query does
	return values
}

// NewHandshake copies the parts of a request that are used after it.
func NewHandshake(r *http.Request) *Handshake {
	remote, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		remote = r.RemoteAddr
	}
	return &Handshake{
		URL: strings.Clone(r.RequestURI), Header: PackFields(r.Header), Host: r.Host,
		Remote: remote, Secure: r.TLS != nil, Received: time.Now(),
	}
}
