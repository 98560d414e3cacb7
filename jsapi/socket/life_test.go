package socket_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/socket"
)

// TestLife connects a socket, has it emit and ends it; listeners get all of it
// in order, and nothing after.
func TestLife(t *testing.T) {
	w := open(t, "array")
	ctx := t.Context()
	if err := w.set.Connect(ctx, w.iso, "/", "a"); err != nil || w.set.Knows("a") {
		t.Fatal("nobody listens: nothing is to be known", err)
	}
	w.must(`io.on("connect", function (s) {
		seen.push("connection " + s.id);
		s.on("e", function (x, ack) { seen.push("e " + JSON.stringify(x)); if (ack) { ack("got", x); } });
		s.on("disconnecting", function (why) { seen.push("disconnecting " + why); });
		s.once("disconnect", function (why) { seen.push("disconnect " + why + " " + s.handshake.url); });
		s.on("error", function () { seen.push("an error of a client"); });
	}); 0`)
	w.hub.connect("/", "a")
	if err := w.set.Connect(ctx, w.iso, "/", "a"); err != nil || !w.set.Knows("a") {
		t.Fatal(err)
	}
	var answer []any
	ack := func(args ...any) error { answer = args; return nil }
	if err := w.set.Event(ctx, w.iso, "a", "e", []any{parsed(t, `{"n":1}`)}, ack); err != nil {
		t.Fatal(err)
	}
	if got := string(value.Append(nil, answer)); got != `["got",{"n":1}]` {
		t.Errorf("acknowledged with %s", got)
	}
	for _, name := range []string{"disconnect", "error", "connection"} { // they are the server's to say
		if err := w.set.Event(ctx, w.iso, "a", name, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.set.Event(ctx, w.iso, "stranger", "e", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.set.End(ctx, w.iso, "a", "transport close", parsed(t, `{"url":"/last"}`)); err != nil || w.set.Knows("a") {
		t.Fatal(err)
	}
	if err := w.set.End(ctx, w.iso, "a", "again", nil); err != nil {
		t.Fatal(err)
	}
	want := `["connection a","e {\"n\":1}","disconnecting transport close","disconnect transport close /last"]`
	if got := w.must(`seen`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAdmit: middleware sees a socket before it is connected, in order, and may
// refuse it with a message and data, as socket.io 4 has it.
func TestAdmit(t *testing.T) {
	for _, tt := range []struct {
		name, use, seen, refusal, data, failure string
	}{
		{name: "let in", use: `nsp.use(function (s, next) { seen.push("one " + s.handshake.url); next(); }).use(async function (s, next) { seen.push("two"); next(); })`, seen: `["one /shake","two"]`},
		{name: "refused", use: `nsp.use(function (s, next) { next(new Error("no")); }).use(function () { seen.push("never"); })`, seen: `[]`, refusal: "no"},
		{name: "refused with data", use: `nsp.use(function (s, next) { var e = new Error("no"); e.data = {why: ["x"]}; next(e); })`, seen: `[]`, refusal: "no", data: `{"why":["x"]}`},
		{name: "refused with a text", use: `nsp.use(function (s, next) { next("full"); })`, seen: `[]`, refusal: "full"},
		{name: "thrown", use: `nsp.use(function () { throw new Error("broken"); })`, seen: `[]`, failure: "broken"},
		{name: "rejected", use: `nsp.use(async function () { throw new Error("broken later"); })`, seen: `[]`, failure: "broken later"},
		{name: "asked twice", use: `nsp.use(function (s, next) { next(); next(new Error("late")); })`, seen: `[]`},
		{name: "authorization of 0.9 lets in", use: `nsp.authorization(function (handshake, done) { seen.push(handshake.url); done(null, true); })`, seen: `["/shake"]`},
		{name: "authorization of 0.9 refuses", use: `nsp.authorization(function (handshake, done) { done(null, false); })`, seen: `[]`, refusal: "unauthorized"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, "array")
			w.must(`var nsp = io.of("/chat"); ` + tt.use + `; 0`)
			err := w.set.Admit(t.Context(), w.iso, "/chat", "a", parsed(t, `{"url":"/shake"}`))
			var refused *socket.Refused
			switch {
			case tt.refusal != "":
				if !errors.As(err, &refused) || refused.Error() != tt.refusal {
					t.Fatalf("got %v, want to be refused with %q", err, tt.refusal)
				}
				if got := string(value.Append(nil, refused.Data)); tt.data != "" && got != tt.data {
					t.Errorf("data %s, want %s", got, tt.data)
				}
			case tt.failure != "":
				if err == nil || errors.As(err, &refused) || !strings.Contains(err.Error(), tt.failure) {
					t.Fatalf("got %v, want a failure that says %q", err, tt.failure)
				}
			case err != nil:
				t.Fatal(err)
			}
			if got := w.must(`seen`); got != tt.seen {
				t.Errorf("seen %s, want %s", got, tt.seen)
			}
		})
	}
	t.Run("an unknown namespace", func(t *testing.T) {
		w := open(t, "array")
		if err := w.set.Admit(t.Context(), w.iso, "/none", "a", nil); err == nil || err.Error() != "Invalid namespace" {
			t.Errorf("got %v", err)
		}
	})
}

// TestWaitsForTheConnection: what middleware has a socket do happens once it is
// connected, and never for one that was forgotten.
func TestWaitsForTheConnection(t *testing.T) {
	w := open(t, "array")
	w.must(`io.of("/chat").use(function (s, next) { s.join("r"); s.emit("hello"); next(); }); 0`)
	for _, id := range []string{"a", "b"} {
		if err := w.set.Admit(t.Context(), w.iso, "/chat", id, parsed(t, `{"url":"/"}`)); err != nil || !w.set.Knows(id) {
			t.Fatal(err)
		}
	}
	if got := w.hub.taken(); got != "" {
		t.Errorf("before it is connected: %s", got)
	}
	if err := w.set.Forget(t.Context(), w.iso, "b"); err != nil || w.set.Knows("b") {
		t.Fatal(err)
	}
	w.hub.connect("/chat", "a")
	if err := w.set.Connect(t.Context(), w.iso, "/chat", "a"); err != nil {
		t.Fatal(err)
	}
	if err := w.set.Connect(t.Context(), w.iso, "/chat", "b"); err != nil {
		t.Fatal(err)
	}
	if got, want := w.hub.taken(), `join /chat a [r]; emit a hello []`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMiddlewareOfEvents: in a namespace of the project, socket.use sees events
// first and may stop them.
func TestMiddlewareOfEvents(t *testing.T) {
	w := open(t, "array")
	w.must(`io.of("/chat").on("connection", function (s) {
		s.use(function (packet, next) { next(packet[1] === "bad" ? new Error("stopped") : null); });
		s.on("e", function (x) { seen.push(x); });
		s.on("error", function (err) { seen.push("error " + err.message); });
	}); 0`)
	w.hub.connect("/chat", "a")
	if err := w.set.Connect(t.Context(), w.iso, "/chat", "a"); err != nil {
		t.Fatal(err)
	}
	for _, x := range []any{"good", "bad", "good again"} {
		if err := w.set.Event(t.Context(), w.iso, "a", "e", []any{x}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := w.must(`seen`), `["good","error stopped","good again"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// function is one of the project's, as config/sockets.js holds it.
func (w *world) function(source string) (fn goja.Callable, length int) {
	w.t.Helper()
	err := w.iso.Do(w.t.Context(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString("(" + source + ")")
		if err != nil {
			return err
		}
		fn, _ = goja.AssertFunction(v)
		length = int(v.ToObject(r.Runtime()).Get("length").ToInteger())
		return nil
	})
	if err != nil || fn == nil {
		w.t.Fatal(source, err)
	}
	return fn, length
}

// TestBeforeConnect: the function decides by its callback (1.x) or, with one
// parameter, by what it returns; what it leaves in the handshake stays.
func TestBeforeConnect(t *testing.T) {
	for _, tt := range []struct {
		name, source  string
		allowed       bool
		refusal, fail string
	}{
		{name: "yes", source: `function (h, proceed) { h.seen = true; return proceed(undefined, true); }`, allowed: true},
		{name: "no", source: `function (h, proceed) { proceed(undefined, false); }`},
		{name: "an error refuses", source: `function (h, proceed) { proceed(new Error("not you")); }`, refusal: "not you"},
		{name: "later", source: `function (h, proceed) { setImmediate(proceed, null, true); }`, allowed: true},
		{name: "a promise of true", source: `async function (h) { return true; }`, allowed: true},
		{name: "a promise of nothing", source: `async function (h) { }`},
		{name: "thrown", source: `function (h, proceed) { throw new Error("broken"); }`, fail: "broken"},
		{name: "rejected", source: `async function (h, proceed) { throw new Error("broken later"); }`, fail: "broken later"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, "array")
			fn, length := w.function(tt.source)
			got, err := w.set.BeforeConnect(t.Context(), w.iso, fn, length, parsed(t, `{"url":"/"}`))
			if tt.fail != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fail) {
					t.Fatalf("got %v, want %q", err, tt.fail)
				}
				return
			}
			if err != nil || got.Allowed != tt.allowed || got.Refusal != tt.refusal {
				t.Fatalf("got %+v, %v", got, err)
			}
			if tt.name == "yes" {
				if text := string(value.Append(nil, got.Handshake)); text != `{"url":"/","seen":true}` {
					t.Errorf("the handshake is %s", text)
				}
			}
		})
	}
}

// TestSessionFunctions: onConnect and afterDisconnect get the session and the
// socket, and the session is kept as they leave it.
func TestSessionFunctions(t *testing.T) {
	w := open(t, "array")
	w.hub.connect("/", "a")
	fn, _ := w.function(`function (session, socket) { session.visits++; session.id = socket.id; }`)
	session, err := w.set.OnConnect(t.Context(), w.iso, fn, parsed(t, `{"visits":1}`), "a")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(value.Append(nil, session)); got != `{"visits":2,"id":"a"}` {
		t.Errorf("after onConnect: %s", got)
	}
	fn, length := w.function(`function (session, socket, done) { setImmediate(function () { session.left = socket.handshake.url; done(); }); }`)
	session, err = w.set.AfterDisconnect(t.Context(), w.iso, fn, length, session, "a", parsed(t, `{"url":"/kept"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(value.Append(nil, session)); got != `{"visits":2,"id":"a","left":"/kept"}` {
		t.Errorf("after afterDisconnect: %s", got)
	}
	fn, length = w.function(`function (session, socket, done) { done(new Error("could not")); }`)
	if _, err = w.set.AfterDisconnect(t.Context(), w.iso, fn, length, session, "a", nil); err == nil || !strings.Contains(err.Error(), "could not") {
		t.Errorf("got %v", err)
	}
}
