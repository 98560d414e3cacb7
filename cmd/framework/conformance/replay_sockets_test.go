package conformance_test

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"framework/engine/value"
	"framework/sockets/sockettest"
)

// answerTimeout is how long a socket may take to answer, on a busy machine too.
const answerTimeout = 30 * time.Second

// sockets are the connected clients of a player, by name.
type sockets map[string]*sockettest.Client

func (s sockets) close() {
	for _, c := range s {
		c.Close()
	}
}

// playAny plays a step of any kind, and adds the events that all clients have
// received meanwhile if the scenario has sockets.
func (p *player) playAny(s step, version string) result {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	var r result
	switch s.Kind {
	case "connect":
		r = p.connect(ctx, s, version)
	case "disconnect":
		if err := p.sockets[s.Client].Leave(ctx); err != nil {
			return result{Error: err.Error()}
		}
		delete(p.sockets, s.Client)
		r.Disconnect = "ok"
	case "socket":
		r = p.ask(ctx, s, version)
	default:
		r = p.play(s)
	}
	if r.Error == "" && p.listens {
		if err := p.hear(ctx, s, &r); err != nil {
			r.Error = err.Error()
		}
	}
	return r
}

// connect opens a socket. The client libraries of 0.10 and 0.11 send no headers.
func (p *player) connect(ctx context.Context, s step, version string) result {
	header := http.Header{}
	for k, v := range s.Headers {
		header.Set(k, p.fill(v))
	}
	if line := p.cookies(s.Jar); line != "" && version != "0.10.5" && version != "0.11.5" {
		header.Set("Cookie", line)
	}
	c, err := sockettest.Dial(ctx, p.base, header)
	if err != nil {
		return result{Error: err.Error()}
	}
	p.sockets[s.Client] = c
	return result{Connect: "ok"}
}

// cookies is the Cookie header of a jar.
func (p *player) cookies(jar string) string {
	var pairs []string
	for k, v := range p.jars[jar] {
		pairs = append(pairs, k+"="+v)
	}
	sort.Strings(pairs)
	return strings.Join(pairs, "; ")
}

// ask sends a virtual request. What there is of the answer is as the client
// library of the release hands it out.
func (p *player) ask(ctx context.Context, s step, version string) result {
	data := any(value.Undefined{})
	if s.Data != nil {
		v, err := value.Parse([]byte(p.fill(string(s.Data))))
		if err != nil {
			return result{Error: err.Error()}
		}
		data = v
	}
	headers := map[string]string{}
	for k, v := range s.Headers {
		headers[k] = p.fill(v)
	}
	answer, err := p.sockets[s.Client].Request(ctx, s.Method+" "+p.fill(s.Path), data, headers)
	if err != nil {
		return result{Error: err.Error()}
	}
	if (version == "0.12.14" || version == "0.11.5") && !value.Truthy(answer.Body) {
		answer.Body = value.New(0)
	}
	header := http.Header{}
	for name, val := range answer.Headers.All() {
		if text, ok := val.(string); ok {
			header.Set(name, text)
		}
	}
	p.save(s, value.Append(nil, answer.Body))
	r := p.normal(s, answer.Status, header, nil)
	if _, none := answer.Body.(value.Undefined); !none && !s.MaskBody {
		v := p.decoded(s, answer.Body)
		r.JSON = &v
	}
	return r
}

// decoded is a value as the transcripts have it.
func (p *player) decoded(s step, v any) any {
	var out any
	if err := json.Unmarshal(value.Append(nil, v), &out); err != nil {
		panic(err) // it was written from a value
	}
	return p.value(s, out, "")
}

// hear collects the events that the clients have received, in the order of
// their names.
func (p *player) hear(ctx context.Context, s step, r *result) error {
	names := make([]string, 0, len(p.sockets))
	for name := range p.sockets {
		names = append(names, name)
	}
	slices.Sort(names)
	r.Events = []any{}
	for _, name := range names {
		events, err := p.sockets[name].Heard(ctx)
		if err != nil {
			return err
		}
		for _, e := range events {
			data := any(e.Args)
			if len(e.Args) == 1 {
				data = e.Args[0]
			}
			r.Events = append(r.Events, map[string]any{"client": name, "event": e.Name, "data": p.decoded(s, data)})
		}
	}
	return nil
}

var numeral = regexp.MustCompile(`^[0-9]+$`)

// typedKeys gives the keys of records in recorded messages the type in which
// they are stored: 0.10 to 0.12 write some of them as text.
// docs/differences.md says why ours always have that type.
func typedKeys(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = typedKeys(v[i])
		}
	case map[string]any:
		for k := range v {
			text, ok := v[k].(string)
			if ok && (k == "id" || k == "addedId" || k == "removedId") && numeral.MatchString(text) {
				var n any
				_ = json.Unmarshal([]byte(text), &n) // it is digits
				v[k] = n
				continue
			}
			v[k] = typedKeys(v[k])
		}
	}
	return v
}
