package httpd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"framework/engine/certificate"
	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/value"
)

// ServerOptions say what a Server is read from.
type ServerOptions struct {
	Switches Switches
	Config   *config.Config
	Settings config.Settings
	Log      *slog.Logger
	// Function reports whether a setting is a function.
	Function func(v any) bool
	// Certificate asks SNICallback, a function, for the certificate of a name.
	Certificate func(ctx context.Context, callback any, name string) (any, error)
}

// Server are the settings of the HTTP server.
type Server struct {
	TLS *tls.Config // nil for without encryption
	// Settings are those given, with the limits that Node's servers have other names
	// for.
	Settings config.Settings
	// Warnings are for the project.
	Warnings []problem.Problem
}

// serverReader reads the settings of the HTTP server.
type serverReader struct {
	ServerOptions
	warnings []problem.Problem
}

func (r *serverReader) warn(warnings ...problem.Problem) {
	r.warnings = append(r.warnings, warnings...)
}

// options are those of Node's servers. on says that HTTPS is to be spoken; source is
// where a setting was made.
func (r *serverReader) options() (options *value.Map, source func(option string) string, on bool, err error) {
	options = value.New(8)
	from := map[string]string{}
	for _, path := range r.Switches.ServerSections {
		v, _ := r.Config.Get(path)
		if v == true && path == "ssl" {
			on = true
			continue
		}
		m, err := r.Config.Map(path)
		if err != nil {
			return nil, nil, false, err
		}
		for k, each := range m.All() {
			options.Set(k, each)
			from[k] = path + "." + k
		}
	}
	ssl, _ := r.Config.Map("ssl") // read above
	has := func(name string) bool { return value.Truthy(ssl.Value(name)) }
	if has("key") != has("cert") {
		return nil, nil, false, &config.Error{Key: "ssl", Source: r.Config.Source("ssl"), Want: "key and cert together", Got: keysOf(ssl)}
	}
	on = on || has("key") || has("pfx")
	source = func(option string) string {
		if path, ok := from[option]; ok {
			return path
		}
		return "ssl." + option
	}
	return options, source, on, nil
}

// keysOf are the names in m, whose values are secrets.
func keysOf(m *value.Map) []any {
	out := []any{}
	for _, k := range m.Keys() {
		out = append(out, k)
	}
	return out
}

// ReadServer reads the settings of the HTTP server: its certificate, and its
// limits.
func ReadServer(opts ServerOptions) (Server, error) {
	r := &serverReader{ServerOptions: opts}
	encrypted, set, err := r.read()
	return Server{TLS: encrypted, Settings: set, Warnings: r.warnings}, err
}

func (r *serverReader) read() (*tls.Config, config.Settings, error) {
	set := r.Settings
	options, source, on, err := r.options()
	if err != nil {
		return nil, set, err
	}
	if set, err = r.limits(options, source); err != nil {
		return nil, set, err
	}
	if !on {
		if value.Truthy(options.Value("key")) || value.Truthy(options.Value("pfx")) {
			r.warn(problem.In(r.Config.Source(source("key")), "%s holds a key, but HTTP is spoken without encryption: add ssl: true", source("key")))
		}
		return nil, set, nil
	}
	encrypted, warnings, err := certificate.New(options, time.Now())
	var wrong *certificate.Error
	if errors.As(err, &wrong) {
		where := source(wrong.Option)
		file := ""
		if s := r.Config.Source(where); s != "" {
			file = " (set in " + s + ")"
		}
		return nil, set, fmt.Errorf("config %s%s: %s", where, file, wrong.Reason)
	}
	for _, w := range warnings {
		r.warn(problem.General("%s", w))
	}
	if err != nil {
		return nil, set, err
	}
	return encrypted, set, r.certificatesByName(encrypted, options, source)
}

// sniTimeout bounds a call of SNICallback.
const sniTimeout = 10 * time.Second

// certificatesByName asks the project's SNICallback for the certificate of each
// name.
func (r *serverReader) certificatesByName(encrypted *tls.Config, options *value.Map, source func(string) string) error {
	v := options.Value("SNICallback")
	if !value.Truthy(v) {
		return nil
	}
	key := source("SNICallback")
	if !r.Function(v) {
		return &config.Error{Key: key, Source: r.Config.Source(key), Want: "a function (name, done)", Got: v}
	}
	certificate.ByName(encrypted, func(ctx context.Context, name string) (*value.Map, error) {
		ctx, free := context.WithTimeout(ctx, sniTimeout)
		defer free()
		found, err := r.Certificate(ctx, v, name)
		if err != nil {
			r.Log.Error("config."+key+" failed: the client is refused", "name", name, "error", err)
			return nil, err
		}
		own, _ := found.(*value.Map)
		return own, nil
	})
	return nil
}

// serverLimits gives the limits of Node's servers to the settings, and warns of
// options without an effect.
func (r *serverReader) limits(options *value.Map, source func(string) string) (config.Settings, error) {
	set := r.Settings
	for _, name := range options.Keys() {
		var into *time.Duration
		switch name {
		case "keepAliveTimeout":
			into = &set.IdleTimeout
		case "headersTimeout":
			into = &set.HeadTimeout
		case "requestTimeout":
			into = &set.BodyTimeout
		case "maxHeaderSize":
			n, err := r.Config.Int(source(name), 0)
			if err != nil {
				return set, err
			}
			set.HeadLimit = n
			continue
		default:
			if !slices.Contains(certificate.Options, name) && !r.Function(options.Value(name)) {
				r.warn(problem.In(r.Config.Source(source(name)), "%s has no effect", source(name)))
			}
			continue
		}
		d, err := r.Config.Milliseconds(source(name), *into)
		if err != nil {
			return set, err
		}
		*into = d
	}
	return set, nil
}
