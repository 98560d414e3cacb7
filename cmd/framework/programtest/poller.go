package programtest

import (
	"fmt"
	"net/http"
	"strings"
)

// Poller is how a client that polls talks to a server.
type Poller struct {
	Name    string
	Open    string // is sent first, "" for nothing
	Ask     string // a request for /wait/slow
	Closing string // the packet that closes the connection, with the last answer

	shake         string // the path of the first request
	before, after string // what its answer has around the id of the client
	path          string // with that id
	first         bool   // the client is there with its first poll
}

// Pollers returns one of each protocol.
func Pollers() []Poller {
	return []Poller{
		{
			Name: "Engine.IO 3", shake: "/socket.io/?EIO=3&transport=polling&nosession=true", before: `"sid":"`, after: `"`,
			path: "/socket.io/?EIO=3&transport=polling&sid=%s", Ask: `46:420["get",{"url":"/wait/slow","method":"get"}]`, Closing: "1:1",
		},
		{
			Name: "Engine.IO 4", shake: "/socket.io/?EIO=4&transport=polling&nosession=true", before: `"sid":"`, after: `"`,
			path: "/socket.io/?EIO=4&transport=polling&sid=%s", Open: "40", Ask: `420["get",{"url":"/wait/slow","method":"get"}]`, Closing: "1",
		},
		{
			Name: "0.9", shake: "/socket.io/1/?nosession=true", after: ":", path: "/socket.io/1/xhr-polling/%s", first: true,
			Ask: `5:1+::{"name":"get","args":[{"url":"/wait/slow","method":"get"}]}`,
		},
	}
}

// Connect returns the path at which a new client polls; ask sends its requests.
func (p Poller) Connect(ask func(method, path, body string, header ...string) (int, string)) (string, error) {
	status, body := ask(http.MethodGet, p.shake, "")
	_, rest, _ := strings.Cut(body, p.before)
	id, _, _ := strings.Cut(rest, p.after)
	if status != http.StatusOK || id == "" {
		return "", fmt.Errorf("%s: no handshake: %d %s", p.Name, status, body)
	}
	path := fmt.Sprintf(p.path, id)
	if p.first {
		if status, body := ask(http.MethodGet, path, ""); status != http.StatusOK {
			return "", fmt.Errorf("%s: the first poll: %d %s", p.Name, status, body)
		}
	}
	return path, nil
}
