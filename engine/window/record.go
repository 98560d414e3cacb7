package window

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"framework/engine/logging"
	"framework/engine/observe"
	"framework/engine/value"
)

const (
	// maxRecord is how many bytes one record may have, maxText one text in it.
	maxRecord = 64 << 10
	maxText   = 8 << 10
	// maxDepth is how deep the values of a body are shown.
	maxDepth = 16
)

// record is a request as the page shows it. Times are in milliseconds; those of parts are
// since the beginning of the request.
type record struct {
	Kind      string      `json:"kind"` // "request"
	Number    int64       `json:"number"`
	ID        string      `json:"id"`
	At        time.Time   `json:"at"`
	Transport string      `json:"transport"`
	Method    string      `json:"method"`
	URL       string      `json:"url"`
	Status    int         `json:"status"`
	Took      float64     `json:"took"`
	Routing   float64     `json:"routing"`
	Bytes     int64       `json:"bytes"`
	Route     string      `json:"route,omitempty"`
	Target    string      `json:"target,omitempty"`
	Family    string      `json:"family,omitempty"`
	Source    string      `json:"source,omitempty"`
	User      string      `json:"user,omitempty"`
	Socket    string      `json:"socket,omitempty"`
	Error     string      `json:"error,omitempty"`
	Frames    []string    `json:"frames,omitempty"`
	Steps     []step      `json:"steps"`
	Count     int         `json:"queryCount"`
	QueryTook float64     `json:"queryTook"`
	Queries   []query     `json:"queries"`
	Published []published `json:"published"`
	Headers   [][2]string `json:"headers,omitempty"`
	// Body is a text of JSON, nil for none.
	Body *string `json:"body,omitempty"`
	// Cut: parts were left out because they are too long.
	Cut bool `json:"cut,omitempty"`
}

type step struct {
	Kind   string  `json:"kind"`
	Name   string  `json:"name,omitempty"`
	Source string  `json:"source,omitempty"`
	At     float64 `json:"at"`
	Took   float64 `json:"took"`
}

type query struct {
	SQL   string  `json:"sql"`
	Args  int     `json:"args"`
	Rows  int     `json:"rows"`
	Line  string  `json:"line,omitempty"`
	At    float64 `json:"at"`
	Took  float64 `json:"took"`
	Error string  `json:"error,omitempty"`
}

type published struct {
	Event   string   `json:"event"`
	Rooms   []string `json:"rooms"` // nil for all sockets
	Sockets int      `json:"sockets"`
	At      float64  `json:"at"`
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// record copies what the page shows of a request, without secrets.
func (h *Handler) record(r *observe.Request) *record {
	out := &record{
		Kind: "request", ID: r.ID, At: r.Started, Transport: string(r.Transport), Method: r.Method, URL: cut(r.Path), Status: r.Status,
		Took: milliseconds(r.Took), Routing: milliseconds(r.Routing()), Bytes: r.Bytes,
		Route: r.Route, Target: r.Target, Family: r.Family, Source: r.Source, User: r.User, Socket: r.Socket,
		Steps: []step{}, Queries: []query{}, Published: []published{},
	}
	for _, s := range r.Steps() {
		out.Steps = append(out.Steps, step{string(s.Kind), s.Name, s.Source, milliseconds(s.At), milliseconds(s.Took)})
	}
	count, took := r.Queries.Total()
	out.Count, out.QueryTook = count, milliseconds(took)
	for _, s := range r.Queries.Last() {
		q := query{SQL: cut(s.Text), Args: s.Args, Rows: s.Rows, Line: s.Line, Took: milliseconds(s.Took)}
		if !s.Began.IsZero() {
			q.At = milliseconds(s.Began.Sub(r.Started))
		}
		if s.Err != nil {
			q.Error = h.text(s.Err.Error())
		}
		out.Queries = append(out.Queries, q)
	}
	for _, p := range r.Published() {
		out.Published = append(out.Published, published{p.Event, p.Rooms, p.Sockets, milliseconds(p.At)})
	}
	if r.Err != nil {
		out.Error = h.text(r.Err.Error())
		out.Frames = frames(r.Err)
	}
	if c := r.Content; c != nil {
		out.URL = h.address(c.URL)
		out.Headers = h.headers(c.Header)
		if m, ok := c.Body.(*value.Map); c.Body != nil && (!ok || m.Len() > 0) {
			text := string(value.Append(nil, h.shown(c.Body, 0)))
			out.Body = &text
		}
	}
	return out
}

// frames is the call stack of an error.
func frames(err error) []string {
	if traced, ok := errors.AsType[logging.Traced](err); ok {
		return traced.Trace()
	}
	return nil
}

// cut shortens a text.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + " …"
}

// text is a text of the project without its secrets.
func (h *Handler) text(text string) string { return cut(h.redaction.Text(text)) }

// address is a URL without secrets in its query.
func (h *Handler) address(address string) string {
	path, rest, ok := strings.Cut(address, "?")
	if !ok {
		return cut(address)
	}
	parts := strings.Split(rest, "&")
	for i, part := range parts {
		name, _, ok := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(name)
		if err != nil {
			plain = name
		}
		if ok && h.server.Secret(plain) {
			parts[i] = name + "=" + url.QueryEscape(logging.Hidden)
		}
	}
	return cut(path + "?" + strings.Join(parts, "&"))
}

// headers are those of a request by their names, without secrets.
func (h *Handler) headers(in http.Header) [][2]string {
	var out [][2]string
	for name, values := range in {
		for _, v := range values {
			if h.server.Secret(name) {
				v = logging.Hidden
			}
			out = append(out, [2]string{name, cut(v)})
		}
	}
	slices.SortFunc(out, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return out
}

// shown is a value of a body without secrets, as far as it is shown.
func (h *Handler) shown(v any, depth int) any {
	if depth > maxDepth {
		return "…"
	}
	switch v := v.(type) {
	case *value.Map:
		out := value.New(v.Len())
		for name, member := range v.All() {
			if h.server.Secret(name) {
				out.Set(name, logging.Hidden)
				continue
			}
			out.Set(name, h.shown(member, depth+1))
		}
		return out
	case []any:
		out := make([]any, 0, min(len(v), maxItems))
		for _, member := range v[:min(len(v), maxItems)] {
			out = append(out, h.shown(member, depth+1))
		}
		if len(v) > maxItems {
			out = append(out, "…")
		}
		return out
	case string:
		return cut(v)
	case []byte:
		return "(bytes)"
	}
	return v
}

// maxItems is how many members of a list are shown.
const maxItems = 200
