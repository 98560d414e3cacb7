package virtual

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"framework/engine/value"
)

// VersionParameter is the header, and the query parameter, in which a client
// says which release of sails.io.js it is.
const VersionParameter = "__sails_io_sdk_version"

// ErrorEvent is sent to a client with the ParseError if it wants no
// acknowledgement.
const ErrorEvent = "sails:parseError"

// Client is what the shape of acknowledgements depends on.
type Client struct {
	// Bare clients, of Socket.IO 0.9 before release 0.10 of sails.io.js, get
	// the body alone.
	Bare bool
}

// ClientOf reads the release from a handshake: from its headers, else from its
// query. A client that names none is treated as one of the newest, unless it
// uses Socket.IO 0.9: those releases named none.
func ClientOf(header, query interface{ Get(name string) string }, legacy bool) Client {
	version := header.Get(VersionParameter)
	if version == "" {
		version = query.Get(VersionParameter)
	}
	if version == "" {
		return Client{Bare: legacy}
	}
	parts := strings.SplitN(version, ".", 3)
	major, err := strconv.Atoi(parts[0])
	if err != nil || len(parts) < 2 {
		return Client{}
	}
	minor, err := strconv.Atoi(parts[1])
	return Client{Bare: err == nil && major == 0 && minor < 10}
}

// NoCallback are the details of the error of a request that is followed by
// something else than a callback.
const NoCallback = "Could not parse request- callback may be omitted... but if provided, it must be a function."

// IsMethod reports whether an event is a request: its name is the method, in
// lower case.
func IsMethod(event string) bool {
	switch event {
	case "get", "post", "put", "patch", "delete", "options", "head":
		return true
	}
	return false
}

// Request is one virtual request.
type Request struct {
	Method string // upper case
	URL    string // path and query
	Header http.Header
	Body   any // *value.Map or []any; nil without data, whatever the method
}

// Parse reads the arguments of an event whose name IsMethod. The method that the
// argument also names is not looked at. Where the argument is the JSON of a
// request, as clients of Socket.IO 0.9 send it, limits are those of that JSON.
func Parse(event string, args []any, limits value.Limits) (*Request, *ParseError) {
	var argument any
	if len(args) > 0 {
		argument = args[0]
	}
	if text, ok := argument.(string); ok {
		parsed, err := value.ParseUntrusted([]byte(text), limits)
		if _, many := errors.AsType[*value.TooManyError](err); many || errors.Is(err, value.ErrStructure) {
			return nil, parseError("Invalid socket.io message: it has " + err.Error() + ".")
		}
		if err != nil {
			return nil, parseError("Invalid socket.io message: it is neither an object nor the JSON of one.")
		}
		argument = parsed
	}
	if len(args) > 1 {
		return nil, parseError(NoCallback)
	}
	m, _ := argument.(*value.Map)
	address := m.Value("url")
	if address == nil || address == "" {
		return nil, parseError("No url provided in request: " + value.Inspect(argument))
	}
	target, ok := address.(string)
	if !ok {
		return nil, parseError("Invalid url provided: " + value.Inspect(address))
	}
	return &Request{Method: strings.ToUpper(event), URL: local(target), Header: header(m), Body: body(m)}, nil
}

// local is the path and query of an address: clients may name the server, which
// they are connected to.
func local(address string) string {
	for _, scheme := range []string{"http://", "https://"} {
		rest, ok := strings.CutPrefix(address, scheme)
		if !ok {
			continue
		}
		at := strings.IndexAny(rest, "/?")
		switch {
		case at < 0:
			return "/"
		case rest[at] == '?':
			return "/" + rest[at:]
		}
		return rest[at:]
	}
	return address
}

func header(m *value.Map) http.Header {
	h := http.Header{}
	given, _ := m.Value("headers").(*value.Map)
	if given == nil {
		return h
	}
	for name, val := range given.All() {
		switch val := val.(type) {
		case string:
			h.Set(name, val)
		case int64, float64, bool:
			h.Set(name, string(value.Append(nil, val)))
		}
	}
	return h
}

// body is the data, over what its alias params has.
func body(m *value.Map) any {
	data, params := m.Value("data"), m.Value("params")
	if list, ok := data.([]any); ok {
		return list
	}
	object, _ := data.(*value.Map)
	under, _ := params.(*value.Map)
	switch {
	case object != nil && under != nil:
		merged := under.Clone()
		for key, val := range object.All() {
			merged.Set(key, val)
		}
		return merged
	case object != nil:
		return object
	case under != nil:
		return under
	}
	return nil
}

// ParseError is the answer to an event that is not a request.
type ParseError struct{ Details string }

func parseError(details string) *ParseError { return &ParseError{details} }

func (e *ParseError) Error() string {
	return "Failed to parse incoming socket.io request: " + e.Details
}

// Object is what the client gets.
func (e *ParseError) Object() *value.Map {
	return value.Of(
		"code", "SAILS:HOOK:SOCKETS:PARSE_VIRTUAL_REQ", "name", "Error", "status", int64(http.StatusBadRequest),
		"message", "Failed to parse incoming socket.io request.", "details", e.Details,
	)
}
