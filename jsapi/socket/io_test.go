package socket_test

import (
	"strings"
	"testing"
)

// TestBroadcasts sends through every way that io and sockets offer; what
// reaches the hub is what socket.io 2 and 4 would address.
func TestBroadcasts(t *testing.T) {
	const a = `io.socket("a")`
	for _, tt := range []struct{ name, script, want string }{
		{"all", `io.emit("e", 1, {b: [2]})`, `broadcast / to [] except [] e [1,{"b":[2]}]`},
		{"sockets is io", `io.sockets.emit("e")`, `broadcast / to [] except [] e []`},
		{"rooms add up", `io.to("r").in("s").emit("e")`, `broadcast / to [r s] except [] e []`},
		{"a list of rooms", `io.to(["r", 7]).emit("e")`, `broadcast / to [r 7] except [] e []`},
		{"except", `io.to("r").except("b").except(["c"]).emit("e")`, `broadcast / to [r] except [b c] e []`},
		{"except alone", `io.except("b").emit("e")`, `broadcast / to [] except [b] e []`},
		{"from a socket, itself left out", a + `.to("r").emit("e")`, `broadcast / to [r] except [a] e []`},
		{"broadcast of a socket", a + `.broadcast.emit("e")`, `broadcast / to [] except [a] e []`},
		{"broadcast of a socket to a room", a + `.broadcast.to("r").emit("e")`, `broadcast / to [r] except [a] e []`},
		{"except of a socket", a + `.except("b").emit("e")`, `broadcast / to [] except [a b] e []`},
		{"send", `io.send("hi")`, `broadcast / to [] except [] message ["hi"]`},
		{"write", `io.to("r").write("hi")`, `broadcast / to [r] except [] message ["hi"]`},
		{"flags change nothing", `io.volatile.json.local.to("r").volatile.emit("e")`, `broadcast / to [r] except [] e []`},
		{"another namespace", `io.of("/chat").to("r").emit("e")`, `broadcast /chat to [r] except [] e []`},
		{"a namespace without its slash", `io.of("chat").emit("e")`, `broadcast /chat to [] except [] e []`},
		{"by way of a target", `io.to("r").of("/chat").emit("e")`, `broadcast /chat to [] except [] e []`},
		{"to one", a + `.emit("e", {n: 1})`, `emit a e [{"n":1}]`},
		{"send to one", a + `.send("hi")`, `emit a message ["hi"]`},
		{"toJSON is called", `io.emit("e", {toJSON: function () { return "as text"; }}, new Date(0))`, `broadcast / to [] except [] e ["as text","1970-01-01T00:00:00.000Z"]`},
		{"functions and undefined", `io.emit("e", {f: function () {}, u: undefined, n: null}, null)`, `broadcast / to [] except [] e [{"n":null},null]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, "object")
			w.hub.connect("/", "a", "b", "c")
			w.must(tt.script + `; 0`)
			if got := w.hub.taken(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestBytes: what the packet carries as an attachment, also within objects and
// lists. socket.io before 3 sends typed arrays as objects of their elements.
func TestBytes(t *testing.T) {
	for _, tt := range []struct{ name, script, classic, modern string }{
		{"a Buffer", `Buffer.from([1, 255])`, `<01ff>`, `<01ff>`},
		{"an empty Buffer", `Buffer.alloc(0)`, `<>`, `<>`},
		{"an ArrayBuffer", `new Uint8Array([1, 2]).buffer`, `<0102>`, `<0102>`},
		{"a typed array", `new Uint8Array([1, 2, 3]).subarray(1)`, `{"0":2,"1":3}`, `<0203>`},
		{"wider elements", `new Uint16Array([1, 256])`, `{"0":1,"1":256}`, `<01000001>`},
		{"within values", `{list: [Buffer.from("xy")], none: {}, f: function () {}, o: {toJSON: function () { return {b: Buffer.from("z")}; }}}`, `{"list":[<7879>],"none":{},"o":{"b":<7a>}}`, `{"list":[<7879>],"none":{},"o":{"b":<7a>}}`},
		{"looks like one", `{type: "Buffer", data: [1], at: new Date(0), u: undefined}`, `{"type":"Buffer","data":[1],"at":"1970-01-01T00:00:00.000Z"}`, `{"type":"Buffer","data":[1],"at":"1970-01-01T00:00:00.000Z"}`},
		{"wrapped values", `{n: new Number(1), s: new String("a"), b: Object(false), none: {}, set: new Set([1]), not: NaN}`, `{"n":1,"s":"a","b":false,"none":{},"set":{},"not":null}`, `{"n":1,"s":"a","b":false,"none":{},"set":{},"not":null}`},
		{"a cycle that toJSON hides", `(function () { var calls = 0, o = {none: {}, toJSON: function () { return {none: {}, calls: ++calls}; }}; o.self = o; return {o: o}; })()`, `{"o":{"none":{},"calls":1}}`, `{"o":{"none":{},"calls":1}}`},
		{"keys that are numbers", `{0: "a", n: null}`, `{"0":"a","n":null}`, `{"0":"a","n":null}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for shape, want := range map[string]string{"object": tt.classic, "set": tt.modern} {
				w := open(t, shape)
				w.must(`io.emit("e", ` + tt.script + `); 0`)
				if got, want := w.hub.taken(), `broadcast / to [] except [] e [`+want+`]`; got != want {
					t.Errorf("rooms as %s:\ngot  %s\nwant %s", shape, got, want)
				}
			}
		})
	}
}

// TestRooms joins and leaves; callbacks come after the caller is done.
func TestRooms(t *testing.T) {
	for _, tt := range []struct{ name, shape, script, value, calls string }{
		{"join", "object", `var s = io.socket("a"); s.join("r"); s.rooms`, `{"a":"a","r":"r"}`, `join / a [r]`},
		{"rooms as a list", "array", `var s = io.socket("a"); s.join("r"); s.rooms`, `["a","r"]`, `join / a [r]`},
		{"rooms as a Set", "set", `var s = io.socket("a"); s.join("r"); [s.rooms instanceof Set, Array.from(s.rooms)]`, `[true,["a","r"]]`, `join / a [r]`},
		{"leave", "array", `var s = io.socket("a"); s.join(["r", "q"]).leave("r").rooms`, `["a","q"]`, `join / a [r q]; leave / a [r]`},
		{"leaveAll", "array", `io.socket("a").leaveAll().rooms`, `[]`, `leave / a [a]`},
		{
			"a callback waits", "array",
			`new Promise(function (done) { var order = []; io.socket("a").join("r", function (err) { order.push(err, "callback"); done(order); }); order.push("caller"); })`,
			`["caller",null,"callback"]`, `join / a [r]`,
		},
		{"members of rooms", "array", `io.socket("a").join("r"); Object.keys(io.rooms.r.sockets).concat(io.rooms.r.length)`, `["a",1]`, `join / a [r]`},
		{"clients as ids", "array", `io.socket("b").join("r"); new Promise(function (done) { io.to("r").clients(function (err, ids) { done([err, ids]); }); })`, `[null,["b"]]`, `join / b [r]`},
		{"clients as objects", "array", `io.socket("b").join("r"); io.clients("r").map(function (s) { return s.id; })`, `["b"]`, `join / b [r]`},
		{"fetchSockets", "array", `io.except("a").fetchSockets().then(function (list) { return list.map(function (s) { return s.id; }); })`, `["b"]`, ``},
		{"allSockets", "array", `io.allSockets().then(function (set) { return Array.from(set); })`, `["a","b"]`, ``},
		{"socketsJoin and socketsLeave", "array", `io.socketsJoin("r"); io.to("r").except("a").socketsLeave(["r"]); io.socket("a").rooms.concat(io.socket("b").rooms)`, `["a","r","b"]`, `join / a [r]; join / b [r]; leave / b [r]`},
		{"disconnectSockets", "array", `io.in("a").disconnectSockets(true); 0`, `0`, `disconnect a true`},
		{"disconnect", "array", `io.socket("a").disconnect(); io.socket("b").disconnect(true); 0`, `0`, `disconnect a false; disconnect b true`},
		{"connected", "array", `[io.socket("a").connected, io.socket("x").connected, io.socket("x").disconnected, Object.keys(io.connected)]`, `[true,false,true,["a","b"]]`, ``},
		{"one object for a socket", "array", `io.socket("a") === io.connected.a && io.sockets.sockets.a === io.socket("a")`, `true`, ``},
		{"another object when it is gone", "array", `io.socket("x") === io.socket("x")`, `false`, ``},
		{"data of 0.9", "array", `var s = io.socket("a"); s.set("k", 1); new Promise(function (done) { s.get("k", function (err, v) { s.del("k"); s.has("k", function (err, has) { done([v, has, s.data]); }); }); })`, `[1,false,{}]`, ``},
		{"what it was opened with", "array", `var s = io.socket("a"); [s.handshake.url, s.request.headers.host, s.transport, s.conn.transport.name, s.client.id, String(s)]`, `["/socket.io/?id=a","example.com","websocket","websocket","a","[socket a]"]`, ``},
		{"a handshake that is gone", "array", `io.socket("gone").handshake`, `{}`, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, tt.shape)
			w.hub.connect("/", "a", "b")
			if got := w.must(tt.script); got != tt.value {
				t.Errorf("value %s, want %s", got, tt.value)
			}
			if got := w.hub.taken(); got != tt.calls {
				t.Errorf("calls %s\nwant  %s", got, tt.calls)
			}
		})
	}
}

// TestMisuse: calls that cannot work throw.
func TestMisuse(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"an ack of many", `io.emit("e", function () {})`, "cannot be acknowledged"},
		{"a namespace by pattern", `io.of(/x/)`, "takes the name of a namespace"},
		{"a name with a space", `io.of("/a b")`, "without spaces"},
		{"use without a function", `io.use("x")`, "use() takes a function"},
		{"requests are not seen by socket.use", `io.socket("a").use(function () {})`, "check them in a policy"},
		{"a value that fails to be text", `io.emit("e", {toJSON: function () { throw new Error("not today"); }})`, "not today"},
		{"a cycle", `var o = {}; o.o = o; io.emit("e", o)`, "circular"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, "object")
			w.hub.connect("/", "a")
			if _, err := w.run(tt.script); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
			if got := w.hub.taken(); got != "" {
				t.Errorf("calls %s, want none", got)
			}
		})
	}
}

// TestAcknowledged: what a client answers comes as arguments; one that is gone
// answers nothing, and its function is let go.
func TestAcknowledged(t *testing.T) {
	w := open(t, "object")
	w.hub.connect("/", "a")
	w.hub.answers["a"] = []any{"yes", parsed(t, `{"n":1}`)}
	got := w.must(`new Promise(function (done) { io.socket("a").emit("e", 1, function (text, o) { done([text, o.n, arguments.length]); }); })`)
	if want := `["yes",1,2]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := w.must(`io.socket("x").emit("e", function () { seen.push("called"); }); new Promise(function (done) { setImmediate(function () { done(seen); }); })`); got != "[]" {
		t.Errorf("an answer of nobody: %s", got)
	}
}

// TestNamespaces are known to the hub once, by the name that clients use.
func TestNamespaces(t *testing.T) {
	w := open(t, "object")
	got := w.must(`[io.of("/chat") === io.of("chat"), io.of("/") === io.sockets, io.of("") === io.sockets, Object.keys(io.nsps), io.of("/chat").name]`)
	if want := `[true,true,true,["/","/chat"],"/chat"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if names := w.set.Namespaces(); len(names) != 1 || names[0] != "/chat" || w.hub.declared != 1 {
		t.Errorf("names %q, declared %d times", names, w.hub.declared)
	}
	if w.set.Guards("/chat") || w.set.Listens() {
		t.Error("there is neither middleware nor a listener yet")
	}
	w.must(`io.of("/chat").use(function (s, next) { next(); }); 0`)
	if !w.set.Guards("/chat") || w.set.Guards("/") || !w.set.Listens() {
		t.Error("the middleware of /chat is not known, or that of / is")
	}
}
