package realtime

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/sockets/engineio"
)

// written is a project whose config/sockets.js has these settings.
func written(settings ...any) Project {
	return Project{
		Config: config.Merge([]config.Layer{{Source: "config/sockets.js", Values: value.Of("sockets", value.Of(settings...))}}, config.Options{}),
		Warn:   func(...problem.Problem) {},
	}
}

func read(p Project) (*Settings, error) {
	return NewServer(Options{Log: slog.New(slog.DiscardHandler)}).ReadSettings(p)
}

func TestSettings(t *testing.T) {
	for _, tc := range []struct {
		name     string
		settings []any
		ok       func(s *Settings, e engineio.Options) bool
	}{
		{"defaults", nil, func(s *Settings, e engineio.Options) bool {
			return !s.Off() && s.options.Server.Path == "/socket.io" && e.PingInterval == 25*time.Second && e.PingTimeout == time.Minute &&
				e.MaxPayload == 1_000_000 && s.maxAnswer == 10_000_000 && s.origins == nil && s.cookieScript && s.scripts && !e.NoUpgrades
		}},
		{"path", []any{"path", "/live/"}, func(s *Settings, _ engineio.Options) bool { return s.options.Server.Path == "/live" }},
		{"resource", []any{"resource", "/old"}, func(s *Settings, _ engineio.Options) bool { return s.options.Server.Path == "/old" }},
		{"path wins", []any{"resource", "/old", "path", "/new"}, func(s *Settings, _ engineio.Options) bool { return s.options.Server.Path == "/new" }},
		{"heartbeats follow pings", []any{"pingInterval", int64(2000)}, func(s *Settings, e engineio.Options) bool {
			return e.PingInterval == 2*time.Second && s.options.Server.Legacy.HeartbeatInterval == 2*time.Second
		}},
		{"heartbeats in seconds", []any{"heartbeat interval", int64(3)}, func(s *Settings, e engineio.Options) bool {
			return e.PingInterval == 25*time.Second && s.options.Server.Legacy.HeartbeatInterval == 3*time.Second
		}},
		{"largest message", []any{"maxHttpBufferSize", int64(5000), "destroy buffer size", int64(7000)}, func(s *Settings, e engineio.Options) bool {
			return e.MaxPayload == 5000 && s.maxAnswer == 5000
		}},
		{"largest message of 0.10", []any{"destroy buffer size", int64(7000)}, func(_ *Settings, e engineio.Options) bool { return e.MaxPayload == 7000 }},
		{"cookie", []any{"cookie", "sid"}, func(_ *Settings, e engineio.Options) bool { return e.Cookie == "sid" }},
		{"usual cookie", []any{"cookie", true}, func(_ *Settings, e engineio.Options) bool { return e.Cookie == "io" }},
		{"cookie as an object", []any{"cookie", value.Of("name", "sid")}, func(_ *Settings, e engineio.Options) bool { return e.Cookie == "sid" }},
		{"no cookie", []any{"cookie", false}, func(_ *Settings, e engineio.Options) bool { return e.Cookie == "" }},
		{"transports", []any{"transports", []any{"websocket", "xhr-polling", "polling"}}, func(_ *Settings, e engineio.Options) bool {
			return strings.Join(e.Transports, " ") == engineio.WebSocket+" "+engineio.Polling
		}},
		{"parts", []any{"sendStatusCode", false}, func(s *Settings, _ engineio.Options) bool { return s.parts.NoStatus && !s.parts.NoHeaders }},
	} {
		s, err := read(written(tc.settings...))
		if err != nil || !tc.ok(s, s.options.Server.Engine) {
			t.Errorf("%s: got %+v, %v", tc.name, s, err)
		}
	}
}

func TestSettingsThatEndTheLift(t *testing.T) {
	for _, tc := range []struct {
		key  string
		val  any
		want string
	}{
		{"path", "live", "a path such as"},
		{"path", "/a b", "a path such as"},
		{"pingInterval", int64(-1), "a number above 0"},
		{"maxRooms", int64(-1), "a number above 0"},
		{"cookie", int64(3), "the name of a cookie"},
		{"transports", []any{}, `a list of "websocket"`},
		{"transports", []any{"carrier pigeon"}, `a list of "websocket"`},
		{"transports", "websocket", `a list of "websocket"`},
		{"onConnect", "a text", "a function"},
		{"allowRequest", "a text", "beforeConnect"},
		{"origins", true, "example.com:*"},
		{"origins", "http://a.example/path", "example.com:*"},
		{"origins", []any{int64(3)}, "example.com:*"},
		{"onlyAllowOrigins", "https://a.example", "a list of origins"},
		{"onlyAllowOrigins", []any{"a.example"}, "a list of origins"},
		{"onlyAllowOrigins", []any{"https://a.example/"}, "a list of origins"},
		{"onlyAllowOrigins", []any{"https://a.example:443"}, "a list of origins"},
		{"onlyAllowOrigins", []any{"https://me@a.example"}, "a list of origins"},
	} {
		_, err := read(written(tc.key, tc.val))
		if err == nil || !strings.Contains(err.Error(), "sockets."+tc.key) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s %v: got %v, want %s", tc.key, tc.val, err, tc.want)
		}
	}
}

// TestAuthorization: true means something in 0.10 only.
func TestAuthorization(t *testing.T) {
	for _, required := range []bool{false, true} {
		p := written("authorization", true)
		p.Switches.CookieRequired = required
		warned := false
		p.Warn = func(...problem.Problem) { warned = true }
		if s, err := read(p); err != nil || s.needsCookie != required || warned == required {
			t.Errorf("required %v: got %+v, %v, warned %v", required, s, err, warned)
		}
	}
}
