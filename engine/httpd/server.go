package snapshot

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"time"

	"framework/engine/certificate"
	"framework/engine/config"
	"framework/engine/value"
	"framework/jsapi/app"
)

// tlsReader reads how the server speaks.
type tlsReader struct {
	*build
	configuration
	realm
}

// serverOptions are the options of Node's servers. on says that
// HTTPS is to be spoken; source is where a setting was made.
func (b tlsReader) serverOptions() (options *value.Map, source func(option string) string, on bool, err error) {
	options = value.New(8)
	from := map[string]string{}
	for _, path := range b.profile.ServerOptions {
		v, _ := b.cfg.Get(path)
		if v == true && path == "ssl" {
			on = true
			continue
		}
		m, err := b.cfg.Map(path)
		if err != nil {
			return nil, nil, false, err
		}
		for k, each := range m.All() {
			options.Set(k, each)
			from[k] = path + "." + k
		}
	}
	ssl, _ := b.cfg.Map("ssl") // read above
	has := func(name string) bool { return value.Truthy(ssl.Value(name)) }
	if has("key") != has("cert") {
		return nil, nil, false, &config.Error{Key: "ssl", Source: b.cfg.Source("ssl"), Want: "key and cert together", Got: keysOf(ssl)}
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

// prepareServer reads with what the server speaks: its certificate and the
// limits that Node's servers have other names for, which are those of the settings.
func prepareServer(b tlsReader) (*tls.Config, config.Settings, error) {
	set := b.set
	options, source, on, err := b.serverOptions()
	if err != nil {
		return nil, set, err
	}
	if set, err = b.serverLimits(options, source); err != nil {
		return nil, set, err
	}
	if !on {
		if value.Truthy(options.Value("key")) || value.Truthy(options.Value("pfx")) {
			b.warn(fmt.Sprintf("%s holds a key, but HTTP is spoken without encryption: add ssl: true", source("key")))
		}
		return nil, set, nil
	}
	encrypted, warnings, err := certificate.New(options, time.Now())
	var wrong *certificate.Error
	if errors.As(err, &wrong) {
		where := source(wrong.Option)
		file := ""
		if s := b.cfg.Source(where); s != "" {
			file = " (set in " + s + ")"
		}
		return nil, set, fmt.Errorf("config %s%s: %s", where, file, wrong.Reason)
	}
	b.warn(warnings...)
	if err != nil {
		return nil, set, err
	}
	return encrypted, set, b.certificatesByName(encrypted, options, source)
}

// namePatience bounds what SNICallback takes to find a certificate.
const namePatience = 10 * time.Second

// certificatesByName asks the project's SNICallback for the certificate of each
// name.
func (b tlsReader) certificatesByName(encrypted *tls.Config, options *value.Map, source func(string) string) error {
	v := options.Value("SNICallback")
	if !value.Truthy(v) {
		return nil
	}
	key := source("SNICallback")
	if !app.Function(v) {
		return &config.Error{Key: key, Source: b.cfg.Source(key), Want: "a function (name, done)", Got: v}
	}
	certificate.ByName(encrypted, func(ctx context.Context, name string) (*value.Map, error) {
		ctx, free := context.WithTimeout(ctx, namePatience)
		defer free()
		found, err := app.Ask(ctx, b.iso, v, name)
		if err != nil {
			b.log.Error("config."+key+" failed: the client is refused", "name", name, "error", err)
			return nil, err
		}
		own, _ := found.(*value.Map)
		return own, nil
	})
	return nil
}

// serverLimits gives the limits of Node's servers to the settings, and warns of
// options without an effect.
func (b tlsReader) serverLimits(options *value.Map, source func(string) string) (config.Settings, error) {
	set := b.set
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
			n, err := b.cfg.Int(source(name), 0)
			if err != nil {
				return set, err
			}
			set.HeadLimit = n
			continue
		default:
			if !slices.Contains(certificate.Options, name) && !app.Function(options.Value(name)) {
				b.warn(fmt.Sprintf("%s has no effect", source(name)))
			}
			continue
		}
		d, err := b.cfg.Milliseconds(source(name), *into)
		if err != nil {
			return set, err
		}
		*into = d
	}
	return set, nil
}
