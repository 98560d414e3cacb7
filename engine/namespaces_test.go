package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gorilla/websocket"
)

// talk is a client of Socket.IO 4 whose packets are written by hand.
type talk struct {
	t    *testing.T
	conn *websocket.Conn
}

func (l *live) talk() *talk {
	l.t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(l.base, "http")+"/socket.io/?EIO=3&transport=websocket", nil)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	c := &talk{l.t.(*testing.T), conn}
	if _, _, err := conn.ReadMessage(); err != nil { // the handshake
		l.t.Fatal(err)
	}
	c.hears("40")
	return c
}

func (c *talk) says(packets ...string) {
	c.t.Helper()
	for _, p := range packets {
		if err := c.conn.WriteMessage(websocket.TextMessage, []byte(p)); err != nil {
			c.t.Fatal(err)
		}
	}
}

// hears waits for packets, in their order; packets about reloads may be between
// them.
func (c *talk) hears(packets ...string) {
	c.t.Helper()
	for _, want := range packets {
		got := `42["framework:reload"`
		for strings.HasPrefix(got, `42["framework:reload"`) {
			_, data, err := c.conn.ReadMessage()
			if err != nil {
				c.t.Fatalf("instead of %s: %v", want, err)
			}
			got = string(data)
		}
		if got != want {
			c.t.Fatalf("got %s, want %s", got, want)
		}
	}
}

const namespaces = `
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  var chat = sails.io.of('/chat');
  chat.use(function (socket, next) {
    if (socket.handshake.query.token !== 'one') { return next(new Error('one, please')); }
    next();
  });
  chat.on('connection', function (socket) {
    socket.emit('met', 'one');
    socket.join('room');
    socket.on('version', function () { socket.emit('version', 'one'); });
    socket.on('only one', function () { socket.emit('only one'); });
    socket.on('say', function (text) { socket.broadcast.to('room').emit('said', text); sails.io.of('/chat').to('room').emit('all', text); });
  });
  sails.io.of('/old').on('connection', function (socket) { socket.emit('met', 'old'); });
  cb();
};
-- api/controllers/ChatController.js --
module.exports = {
  say: function (req, res) { sails.io.of('/chat').emit('said', req.param('text')); res.json({}); },
  only: function (req, res) { sails.sockets.blast('blast', {}); sails.io.of('/old').emit('said', 'in the old one'); res.json({}); }
};
`

// TestNamespacesOverReloads: sockets meet the listeners of the new version, and
// those of a namespace that it does not have are disconnected.
func TestNamespacesOverReloads(t *testing.T) {
	t.Parallel()
	l := liven(t, namespaces, memory())
	c := l.talk()
	c.says("40/chat,")
	c.hears(`44/chat,"one, please"`)
	c.says("40/chat?token=one,")
	c.hears("40/chat,", `42/chat,["met","one"]`)
	c.says("40/old,")
	c.hears("40/old,", `42/old,["met","old"]`)
	c.says(`42/chat,["version"]`)
	c.hears(`42/chat,["version","one"]`)

	l.write("config/bootstrap.js", `
		module.exports.bootstrap = function (cb) {
		  sails.io.of('/new');
		  sails.io.of('/chat').use(function (socket, next) { next(new Error('nobody any more')); });
		  sails.io.of('/chat').on('connection', function (socket) {
		    socket.on('version', function () { socket.emit('version', 'two', Object.keys(socket.rooms).length, socket.handshake.query.token); });
		  });
		  cb();
		};`)
	l.reload()
	c.hears("41/old,")
	c.says(`42/chat,["only one"]`, `42/chat,["version"]`)
	c.hears(`42/chat,["version","two",2,"one"]`)
	c.says("40/old,")
	c.hears(`44/old,"Invalid namespace"`)
	c.says("40/new,")
	c.hears("40/new,")
	c.says("41/chat,", "40/chat?token=one,")
	c.hears(`44/chat,"nobody any more"`)
	l.get("/chat/only")
	c.hears(`42["blast",{}]`)

	// A version that is refused changes nothing.
	l.write("config/bootstrap.js", "module.exports.bootstrap = function (cb) { sails.io.of('/newer'); cb(new Error('no')); };")
	if _, err := l.app.Reload(t.Context()); err == nil {
		t.Fatal("a bootstrap that fails was accepted")
	}
	c.says("40/newer,")
	c.hears(`44/newer,"Invalid namespace"`)
}

// TestNamespacesAcrossServers: messages in a namespace of one server reach the
// sockets in the same namespace of another, and no others.
func TestNamespacesAcrossServers(t *testing.T) {
	t.Parallel()
	redis := miniredis.RunT(t)
	files := namespaces + fmt.Sprintf("-- config/sockets.js --\nmodule.exports.sockets = { adapter: 'socket.io-redis', port: %s };\n", redis.Port())
	one, other := liven(t, files, memory()), liven(t, files, memory())
	a, b := one.talk(), other.talk()
	for _, c := range []*talk{a, b} {
		c.says("40/chat?token=one,")
		c.hears("40/chat,", `42/chat,["met","one"]`)
		c.says(`42/chat,["version"]`) // it is in the room
		c.hears(`42/chat,["version","one"]`)
	}
	a.says(`42/chat,["say","hi"]`)
	a.hears(`42/chat,["all","hi"]`)
	b.hears(`42/chat,["said","hi"]`, `42/chat,["all","hi"]`)
	one.get("/chat/say?text=ho")
	a.hears(`42/chat,["said","ho"]`)
	b.hears(`42/chat,["said","ho"]`)
	other.get("/chat/only")
	a.hears(`42["blast",{}]`)
	b.hears(`42["blast",{}]`)
	if log := one.log.String() + other.log.String(); strings.Contains(log, "level=WARN") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}

// TestClientLeavesMiddleware holds that who leaves while the project looks at it is
// forgotten.
func TestClientLeavesMiddleware(t *testing.T) {
	t.Parallel()
	l := liven(t, `
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  var waits = [];
  sails.io.of('/chat').use(function (socket, next) { waits.push(next); });
  sails.io.of('/chat').on('connection', function (socket) { sails.met = true; });
  sails.release = function () { waits.forEach(function (next) { next(); }); return waits.length; };
  cb();
};
-- api/controllers/ChatController.js --
module.exports = {
  release: function (req, res) { res.json(sails.release()); },
  met: function (req, res) { res.json(!!sails.met); }
};
`, memory())
	c := l.talk()
	c.says("40/chat,")
	l.becomes("/chat/release", "1")
	c.hears("40/chat,")
	l.becomes("/chat/met", "true")
	gone := l.talk()
	gone.says("40/chat,", `420["get",{"url":"/chat/met"}]`)
	gone.hears(`430[{"body":true,"headers":{},"statusCode":200}]`)
	gone.conn.Close()
	l.becomes("/chat/release", "2")
}

// TestStopsWhileClientsAreDecidedAbout holds that a server that stops waits neither for
// a function given to use() nor for beforeConnect, and that it drops such clients
// without refusing them: one that is refused does not try again.
func TestStopsWhileClientsAreDecidedAbout(t *testing.T) {
	t.Parallel()
	l := liven(t, `
-- config/sockets.js --
module.exports.sockets = { beforeConnect: function (handshake, proceed) {
  if (!handshake.query.held) { return proceed(undefined, true); }
  sails.held = (sails.held || 0) + 1;
} };
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  sails.io.of('/chat').use(function (socket, next) { sails.held = (sails.held || 0) + 1; });
  cb();
};
-- api/controllers/ChatController.js --
module.exports = { held: function (req, res) { res.json(sails.held || 0); } };
`, memory())
	c := l.talk()
	c.says("40/chat,")
	l.becomes("/chat/held", "1")
	answer := make(chan string)
	go func() {
		resp, err := l.http.Get(l.base + "/socket.io/?transport=polling&held=1&__sails_io_sdk_version=0.11.0")
		if err != nil {
			answer <- err.Error()
			return
		}
		defer func() { _ = resp.Body.Close() }()
		answer <- resp.Status
	}()
	l.becomes("/chat/held", "2")
	heard := make(chan []string)
	go func() { // meanwhile, or the server waits for its close frame to be answered
		var texts []string
		for {
			_, text, err := c.conn.ReadMessage()
			if err != nil {
				heard <- texts
				return
			}
			texts = append(texts, string(text))
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 19*time.Second) // less than the project has to decide
	defer cancel()
	if err := l.app.Close(ctx); err != nil {
		t.Error(err)
	}
	if got := <-answer; got != "503 Service Unavailable" {
		t.Errorf("beforeConnect: %s", got)
	}
	for _, text := range <-heard {
		if strings.HasPrefix(text, "44") {
			t.Errorf("the client was refused: %s", text)
		}
	}
	if log := l.log.String(); strings.Contains(log, "level=WARN") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}
