package config

import (
	"maps"
	"slices"
	"strings"

	"framework/engine/value"
)

// Observe are the settings of what is logged, counted and traced.
type Observe struct {
	LogFormat string // "", "text" or "json"
	// LogRequests has every request logged at the level info.
	LogRequests bool
	// LogUser is a path of names in the session, nil for none.
	LogUser []string
	// Redact leaves secrets out of texts of the log; RedactNames are names of secrets
	// besides the usual ones.
	Redact      bool
	RedactNames []string
	Metrics     Metrics
	Tracing     Tracing
	Window      Window
}

// Metrics are the settings of the metrics.
type Metrics struct {
	On bool
	// Token is asked for, unless it is "".
	Token string
}

// Tracing are the settings of traces.
type Tracing struct {
	On bool
	// Endpoint receives the spans over OTLP/HTTP, "" for nobody.
	Endpoint string
	Headers  map[string]string
	// Ratio is the part of the traces that begin here that is recorded.
	Ratio   float64
	Service string
}

// observe reads the settings of what is logged, counted and traced.
func (r *reader) observe(production bool) Observe {
	o := Observe{
		LogFormat: r.string("log.format", ""), LogRequests: r.bool("log.requests", false),
	}
	if v, _ := r.c.Get("log.user"); v != nil && v != false {
		o.LogUser = r.sessionPath("log.user", v)
	}
	switch v, _ := r.c.Get("log.redact"); v := v.(type) {
	case nil:
		o.Redact = production
	case []any:
		o.Redact = true
		for _, each := range v {
			name, ok := each.(string)
			if !ok || name == "" {
				r.fail(&Error{"log.redact", r.c.Source("log.redact"), "true, false or a list of names", v})
				break
			}
			o.RedactNames = append(o.RedactNames, name)
		}
	default:
		o.Redact = r.bool("log.redact", production)
	}
	o.Metrics = r.metrics()
	o.Tracing = r.tracing()
	o.Window = r.window(production)
	return o
}

// sessionPath reads "session.user.id".
func (r *reader) sessionPath(key string, v any) []string {
	text, _ := v.(string)
	path := strings.Split(text, ".")
	if len(path) < 2 || path[0] != "session" || slices.Contains(path, "") {
		r.fail(&Error{key, r.c.Source(key), `the path of a member of the session, such as "session.userId"`, v})
		return nil
	}
	return path[1:]
}

// section reads a setting that is true, false or an object of known members.
func (r *reader) section(key string, known ...string) (m *value.Map, on bool) {
	switch v, _ := r.c.Get(key); v := v.(type) {
	case nil, value.Undefined:
		return value.New(0), false
	case *value.Map:
		for _, name := range v.Keys() {
			if !slices.Contains(known, name) {
				r.fail(&Error{key + "." + name, r.c.Source(key + "." + name), "one of " + strings.Join(known, ", "), v.Value(name)})
			}
		}
		return v, true
	default:
		return value.New(0), r.bool(key, false)
	}
}

func (r *reader) metrics() Metrics {
	_, on := r.section("metrics", "token")
	if !on {
		return Metrics{}
	}
	m := Metrics{On: true}
	if v, _ := r.c.Get("metrics.token"); v != nil {
		if m.Token = r.string("metrics.token", ""); m.Token == "" {
			r.fail(&Error{"metrics.token", r.c.Source("metrics.token"), "a text that is not empty", v})
		}
	}
	return m
}

func (r *reader) tracing() Tracing {
	_, on := r.section("tracing", "endpoint", "headers", "ratio", "service")
	if !on {
		return Tracing{}
	}
	t := Tracing{On: true, Ratio: 1, Endpoint: r.string("tracing.endpoint", ""), Service: r.string("tracing.service", ""), Headers: map[string]string{}}
	switch v, _ := r.c.Get("tracing.ratio"); v := v.(type) {
	case nil:
	case int64:
		t.Ratio = float64(v)
	case float64:
		t.Ratio = v
	default:
		t.Ratio = -1
	}
	if t.Ratio < 0 || t.Ratio > 1 {
		v, _ := r.c.Get("tracing.ratio")
		r.fail(&Error{"tracing.ratio", r.c.Source("tracing.ratio"), "a number from 0 to 1", v})
	}
	headers, err := r.c.Map("tracing.headers")
	r.note(err)
	for name, v := range headers.All() {
		text, ok := v.(string)
		if !ok {
			r.fail(&Error{"tracing.headers." + name, r.c.Source("tracing.headers." + name), "text", v})
		}
		t.Headers[name] = text
	}
	return t
}

// Equal reports whether both send the same to the same.
func (t *Tracing) Equal(other *Tracing) bool {
	return t.On == other.On && t.Endpoint == other.Endpoint && t.Ratio == other.Ratio && t.Service == other.Service && maps.Equal(t.Headers, other.Headers)
}
