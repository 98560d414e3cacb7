package config_test

import (
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"framework/engine/config"
	"framework/engine/value"
)

func settings(t *testing.T, pairs ...any) (config.Settings, error) {
	t.Helper()
	values := value.New(0)
	for i := 0; i < len(pairs); i += 2 {
		if err := config.Set(values, pairs[i].(string), pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return config.Merge([]config.Layer{{Source: "config/x.js", Values: values}}, config.Options{}).Settings()
}

// TestEverySetting: the default of each setting, and which key sets it.
func TestEverySetting(t *testing.T) {
	rows := []struct {
		field, key string
		def        any
		set, want  any
	}{
		{"Port", "port", 1337, int64(8080), 8080},
		{"Host", "host", "", "localhost", "localhost"},
		{"Environment", "environment", "development", "production", "production"},
		{"LogLevel", "log.level", "info", "silly", "silly"},
		{"NoShip", "log.noShip", false, true, true},
		{"KeepResponseErrors", "keepResponseErrors", false, true, true},
		{"BootstrapTimeout", "bootstrapTimeout", 2 * time.Second, int64(-1), -time.Millisecond},
		{"TurnLimit", "script.turnLimit", 10 * time.Second, int64(0), time.Duration(0)},
		{"Workers", "workers", 1, int64(3), 3},
		{"MemoryLimit", "script.memoryLimit", int64(-1), int64(0), int64(0)},
		{"QueueTime", "script.queueTime", 750 * time.Millisecond, int64(0), time.Duration(0)},
		{"ArrivalTime", "http.queueTime", 250 * time.Millisecond, int64(0), time.Duration(0)},
		{"DatastoreQueueTime", "models.queueTime", 750 * time.Millisecond, int64(5), 5 * time.Millisecond},
		{"QueryTimeout", "models.queryTimeout", 30 * time.Second, int64(6), 6 * time.Millisecond},
		{"BodyLimit", "http.bodyLimit", int64(1 << 20), int64(7), int64(7)},
		{"UploadLimit", "http.uploadLimit", int64(0), int64(8), int64(8)},
		{"BodyValues", "http.bodyValues", 0, int64(9), 9},
		{"ParseBudget", "http.parseBudget", int64(64 << 20), int64(0), int64(0)},
		{"ReceiveBudget", "http.receiveBudget", int64(64 << 20), int64(0), int64(0)},
		{"HeadTimeout", "http.headTimeout", 30 * time.Second, int64(10), 10 * time.Millisecond},
		{"BodyTimeout", "http.bodyTimeout", 30 * time.Second, int64(11), 11 * time.Millisecond},
		{"IdleTimeout", "http.idleTimeout", 2 * time.Minute, int64(12), 12 * time.Millisecond},
		{"WriteTimeout", "http.writeTimeout", 30 * time.Second, int64(0), time.Duration(0)},
		{"HeadLimit", "", 64 << 10, nil, 64 << 10},
		{"PoweredBy", "http.poweredBy", "framework", false, ""},
	}
	none, err := settings(t)
	if err != nil {
		t.Fatal(err)
	}
	if fields := reflect.TypeFor[config.Settings]().NumField() - 1; fields != len(rows) { // TestObserve has the last one
		t.Errorf("there are %d settings, and %d are tested", fields, len(rows))
	}
	for _, row := range rows {
		if got := reflect.ValueOf(none).FieldByName(row.field).Interface(); got != row.def {
			t.Errorf("%s is %v where it is not set, want %v", row.field, got, row.def)
		}
		if row.key == "" {
			continue
		}
		s, err := settings(t, row.key, row.set)
		if err != nil {
			t.Errorf("%s: %v", row.key, err)
		}
		s.Observe.Redact, s.Observe.Window = none.Observe.Redact, none.Observe.Window // depend on the environment
		want := reflect.New(reflect.TypeFor[config.Settings]()).Elem()
		want.Set(reflect.ValueOf(none))
		want.FieldByName(row.field).Set(reflect.ValueOf(row.want))
		if !reflect.DeepEqual(want.Interface(), any(s)) {
			t.Errorf("%s = %v: got %+v", row.key, row.set, s)
		}
		if s, err := settings(t, row.key, nil); err != nil || !reflect.DeepEqual(s, none) {
			t.Errorf("%s = null: got %+v, %v", row.key, s, err)
		}
	}
}

func TestHostAndEnvironment(t *testing.T) {
	for _, tc := range []struct {
		pairs []any
		host  string
	}{
		{[]any{"explicitHost", "a"}, "a"}, // its name before 1.0
		{[]any{"explicitHost", "a", "host", "b"}, "b"},
	} {
		if s, err := settings(t, tc.pairs...); err != nil || s.Host != tc.host {
			t.Errorf("%v: got %q, %v", tc.pairs, s.Host, err)
		}
	}
	for name, want := range map[string]bool{"production": true, "development": false, "Production": false} {
		if s, _ := settings(t, "environment", name); s.Production() != want {
			t.Errorf("%s is production: %v", name, s.Production())
		}
	}
}

// TestSettingsThatCannotBe: each error names the key, where it is set, what is
// expected and what is there.
func TestSettingsThatCannotBe(t *testing.T) {
	const least = "expected 0 or more; leave it out for the default, got -1"
	for _, tc := range []struct {
		key   string
		value any
		want  string
	}{
		{"port", "abc", `expected a whole number, got "abc"`},
		{"port", int64(-1), "expected a port number from 0 to 65535, got -1"},
		{"port", int64(65536), "expected a port number from 0 to 65535, got 65536"},
		{"host", true, "expected text, got true"},
		{"log.level", []any{}, "expected text, got []"},
		{"log.noShip", 1.5, "expected true or false, got 1.5"},
		{"keepResponseErrors", "maybe", `expected true or false, got "maybe"`},
		{"http.poweredBy", "none", `expected true or false, got "none"`},
		{"bootstrapTimeout", value.New(0), "expected a whole number, got {}"},
		{"http.headTimeout", "soon", `expected a whole number, got "soon"`},
		{"script.memoryLimit", "much", `expected a whole number, got "much"`},
		{"script.turnLimit", int64(-1), least},
		{"script.memoryLimit", int64(-1), least},
		{"script.queueTime", int64(-1), least},
		{"http.queueTime", int64(-1), least},
		{"models.queueTime", int64(-1), least},
		{"models.queryTimeout", int64(-1), least},
		{"http.bodyLimit", int64(-1), least},
		{"http.uploadLimit", int64(-1), least},
		{"http.bodyValues", int64(-1), least},
		{"http.parseBudget", int64(-1), least},
		{"http.receiveBudget", int64(-1), least},
		{"http.headTimeout", int64(-1), least},
		{"http.bodyTimeout", int64(-1), least},
		{"http.idleTimeout", int64(-1), least},
		{"http.writeTimeout", int64(-1), least},
	} {
		_, err := settings(t, tc.key, tc.value)
		var ce *config.Error
		if !errors.As(err, &ce) || ce.Key != tc.key || ce.Source != "config/x.js" || err.Error() != "config "+tc.key+" (set in config/x.js): "+tc.want {
			t.Errorf("%s = %v: got %v", tc.key, tc.value, err)
		}
	}
	for _, port := range []int64{0, 65535} {
		if s, err := settings(t, "port", port); err != nil || int64(s.Port) != port {
			t.Errorf("port %d: got %d, %v", port, s.Port, err)
		}
	}
	_, err := settings(t, "port", "a", "http.writeTimeout", "b")
	if want := `config port (set in config/x.js): expected a whole number, got "a"`; err == nil || err.Error() != want {
		t.Errorf("of two errors: got %v, want %s", err, want)
	}
	if got, want := (&config.Error{Key: "a.b", Want: "x", Got: int64(1)}).Error(), "config a.b: expected x, got 1"; got != want {
		t.Errorf("without a source: got %q, want %q", got, want)
	}
}

func TestText(t *testing.T) {
	for _, tc := range []struct {
		value any
		want  string
		ok    bool
	}{
		{"a", "a", true},
		{"", "", true},
		{nil, "default", true},
		{int64(12), "12", true},
		{1.5, "default", false},
		{true, "default", false},
	} {
		c := config.Merge([]config.Layer{{Values: value.Of("x", tc.value)}}, config.Options{})
		if got, err := c.String("x", "default"); got != tc.want || (err == nil) != tc.ok {
			t.Errorf("%v: got %q, %v", tc.value, got, err)
		}
	}
}

// TestWholeNumber: what JavaScript, a variable or a flag may give for a number.
func TestWholeNumber(t *testing.T) {
	const most = 1<<53 - 1
	for _, tc := range []struct {
		value any
		want  int
		ok    bool
	}{
		{nil, 5, true},
		{int64(-3), -3, true},
		{2.0, 2, true},
		{float64(most), most, true},
		{float64(-most), -most, true},
		{float64(most + 1), 5, false},
		{float64(-most - 1), 5, false},
		{2.5, 5, false},
		{math.Inf(1), 5, false},
		{math.NaN(), 5, false},
		{"7", 7, true},
		{" 7\n", 7, true},
		{"10E7", 100_000_000, true},
		{"9007199254740991.0", most, true},
		{"9007199254740992.0", 5, false},
		{"7.5", 5, false},
		{"7 days", 5, false},
		{"", 5, true},
		{true, 5, false},
	} {
		c := config.Merge([]config.Layer{{Values: value.Of("x", tc.value)}}, config.Options{})
		if got, err := c.Int("x", 5); got != tc.want || (err == nil) != tc.ok {
			t.Errorf("%v: got %d, %v", tc.value, got, err)
		}
	}
}

func TestTruth(t *testing.T) {
	for _, tc := range []struct {
		value any
		want  string
	}{
		{true, "true"},
		{false, "false"},
		{"true", "true"},
		{"1", "true"},
		{"yes", "true"},
		{" YES ", "true"},
		{"false", "false"},
		{"0", "false"},
		{"no", "false"},
		{"", "false"},
		{int64(1), "true"},
		{int64(-1), "true"},
		{int64(0), "false"},
		{nil, "default"},
		{"on", "error"},
		{value.New(0), "error"},
	} {
		for _, def := range []bool{true, false} {
			c := config.Merge([]config.Layer{{Values: value.Of("x", tc.value)}}, config.Options{})
			got, err := c.Bool("x", def)
			want := tc.want == "true" || tc.want != "false" && def
			if got != want || (err != nil) != (tc.want == "error") {
				t.Errorf("%v, default %v: got %v, %v", tc.value, def, got, err)
			}
		}
	}
}

// TestLongTimes: a time longer than there is becomes the longest one.
func TestLongTimes(t *testing.T) {
	const never = int64(1<<53 - 1) // Number.MAX_SAFE_INTEGER
	c := config.Merge([]config.Layer{{Values: value.Of("x", never, "y", -never, "z", math.MaxInt64/int64(time.Millisecond))}}, config.Options{})
	for key, want := range map[string]time.Duration{
		"x": math.MaxInt64 / time.Millisecond * time.Millisecond, "y": -math.MaxInt64 / time.Millisecond * time.Millisecond,
		"z": math.MaxInt64 / time.Millisecond * time.Millisecond, "none": time.Second,
	} {
		if got, err := c.Milliseconds(key, time.Second); got != want || err != nil {
			t.Errorf("%s: got %v, %v, want %v", key, got, err, want)
		}
	}
	r := config.Reader{Config: c}
	if got := r.Seconds("x"); got != math.MaxInt64/time.Second*time.Second || r.Err() != nil {
		t.Errorf("seconds: got %v, %v", got, r.Err())
	}
	if s, err := settings(t, "http.headTimeout", never); err != nil || s.HeadTimeout < 200*365*24*time.Hour {
		t.Errorf("a setting: got %v, %v", s.HeadTimeout, err)
	}
}

func TestMap(t *testing.T) {
	for _, tc := range []struct {
		value any
		want  string
	}{
		{value.Of("a", int64(1)), `{"a":1}`},
		{nil, `{}`},
		{false, `{}`},
		{true, "config x (set in config/x.js): expected an object, got true"},
		{"a", `config x (set in config/x.js): expected an object, got "a"`},
	} {
		c := config.Merge([]config.Layer{{Source: "config/x.js", Values: value.Of("x", tc.value)}}, config.Options{})
		got, err := c.Map("x")
		text := string(value.Append(nil, got))
		if err != nil && text == "{}" {
			text = err.Error()
		}
		if text != tc.want {
			t.Errorf("%v: got %s", tc.value, text)
		}
	}
	c := config.Merge(nil, config.Options{})
	if m, err := c.Map("none"); err != nil || m == nil || m.Len() != 0 {
		t.Errorf("nothing: got %v, %v", m, err)
	}
}

// TestObserve: what is logged, counted and traced.
func TestObserve(t *testing.T) {
	t.Parallel()
	off := config.Observe{}
	for _, c := range []struct {
		settings []any
		want     config.Observe
	}{
		{nil, off},
		{[]any{"environment", "production"}, config.Observe{Redact: true}},
		{[]any{"environment", "production", "log.redact", false}, off},
		{[]any{"log.redact", []any{"iban"}}, config.Observe{Redact: true, RedactNames: []string{"iban"}}},
		{[]any{"log.format", "json", "log.requests", true}, config.Observe{LogFormat: "json", LogRequests: true}},
		{[]any{"log.user", "session.user.id"}, config.Observe{LogUser: []string{"user", "id"}}},
		{[]any{"metrics", true}, config.Observe{Metrics: config.Metrics{On: true}}},
		{[]any{"metrics", value.Of("token", "t")}, config.Observe{Metrics: config.Metrics{On: true, Token: "t"}}},
		{[]any{"tracing", true}, config.Observe{Tracing: config.Tracing{On: true, Ratio: 1, Headers: map[string]string{}}}},
		{
			[]any{"tracing", value.Of("endpoint", "http://a", "ratio", 0.5, "service", "shop", "headers", value.Of("a", "b"))},
			config.Observe{Tracing: config.Tracing{On: true, Endpoint: "http://a", Ratio: 0.5, Service: "shop", Headers: map[string]string{"a": "b"}}},
		},
	} {
		s, err := settings(t, c.settings...)
		s.Observe.Window = config.Window{} // TestWindow has it
		if err != nil || !reflect.DeepEqual(s.Observe, c.want) {
			t.Errorf("%v: got %+v, %v", c.settings, s.Observe, err)
		}
	}
	for _, wrong := range [][]any{
		{"log.user", "req.me"},
		{"log.redact", []any{true}},
		{"metrics", value.Of("tokens", "t")},
		{"metrics", value.Of("token", "")},
		{"tracing", value.Of("ratio", int64(2))},
		{"tracing", value.Of("headers", value.Of("a", int64(1)))},
		{"tracing", "often"},
	} {
		if _, err := settings(t, wrong...); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}

// TestEmptyText stands for no value, where a project takes numbers from variables.
func TestEmptyText(t *testing.T) {
	for _, key := range []string{"port", "http.headTimeout", "models.queryTimeout"} {
		none, _ := settings(t)
		if got, err := settings(t, key, " "); err != nil || !reflect.DeepEqual(got, none) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// TestWindow: the development page is on in development, and in production behind a policy only.
func TestWindow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings []any
		want     config.Window
	}{
		{nil, config.Window{On: true, Playground: true}},
		{[]any{"window", true}, config.Window{On: true, Playground: true}},
		{[]any{"window", false}, config.Window{}},
		{[]any{"window.playground", false}, config.Window{On: true}},
		{[]any{"window.policy", "isAdmin"}, config.Window{On: true, Playground: true}},
		{[]any{"environment", "production"}, config.Window{}},
		{[]any{"environment", "production", "window", false}, config.Window{}},
		{[]any{"environment", "production", "window.policy", "isAdmin"}, config.Window{On: true, Policy: "isAdmin"}},
		{[]any{"environment", "production", "window", value.Of("policy", "isAdmin", "playground", true)}, config.Window{On: true, Policy: "isAdmin", Playground: true}},
	} {
		s, err := settings(t, c.settings...)
		if err != nil || s.Observe.Window != c.want {
			t.Errorf("%v: got %+v, %v", c.settings, s.Observe.Window, err)
		}
	}
	for _, wrong := range [][]any{
		{"environment", "production", "window", true},
		{"environment", "production", "window.playground", true},
		{"window", "on"},
		{"window.polcy", "isAdmin"},
	} {
		if s, err := settings(t, wrong...); err == nil {
			t.Errorf("%v: got %+v", wrong, s.Observe.Window)
		}
	}
}
