package engine_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"framework/engine"
	"framework/engine/config"
	"framework/engine/testenv"
)

const brokerFiles = `
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  sails.sockets.blast('lifted', {});
  cb();
};
-- api/controllers/PetController.js --
module.exports = {
  call: function (req, res) {
    sails.sockets.broadcast('room', req.param('event'), {});
    res.send('called');
  }
};
`

// TestBrokerIsThatOfTheConfiguration: the settings of existing projects decide
// where events go to, from one version of the project to the next.
func TestBrokerIsThatOfTheConfiguration(t *testing.T) {
	server := miniredis.RunT(t)
	elsewhere := miniredis.RunT(t)
	elsewhere.RequireAuth("pw")
	heard, heardElsewhere := overhear(t, server), overhear(t, elsewhere)
	next := func(from <-chan miniredis.PubsubPmessage, channel, event string) {
		t.Helper()
		select {
		case m := <-from:
			if m.Channel != channel || !strings.Contains(m.Message, event) {
				t.Errorf("got %q on %s, want %s on %s", m.Message, m.Channel, event, channel)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%s was not published", event)
		}
	}
	settings := func(text string) string {
		return "module.exports.sockets = { " + strings.NewReplacer("PORT", server.Port(), "ELSEWHERE", elsewhere.Port()).Replace(text) + " };\n"
	}

	l := liven(t, brokerFiles+"-- config/sockets.js --\n"+settings("adapter: 'socket.io-redis', host: '127.0.0.1', port: PORT"), memory())
	next(heard, "socket.io#/#", "lifted")
	l.expect("/pet/call?event=one", "called")
	next(heard, "socket.io#/#room#", "one")
	patterns := server.PubSubNumPat()

	// The connections outlive versions of the project.
	connections := server.TotalConnectionCount()
	l.write("api/controllers/CatController.js", "module.exports = {};\n")
	l.reload()
	next(heard, "socket.io#/#", "lifted")
	l.expect("/pet/call?event=two", "called")
	next(heard, "socket.io#/#room#", "two")
	// Another broker takes two at least: to publish, and to be subscribed. The pool
	// of one may grow by a connection when the machine is busy.
	if n := server.TotalConnectionCount(); n > connections+1 {
		t.Errorf("%d connections were made for a reload", n-connections)
	}

	// Other settings are another broker, when the version that asks for it is
	// served.
	l.write("config/sockets.js", settings("adapter: '@sailshq/socket.io-redis', url: 'redis://127.0.0.1:PORT', key: 'mine'"))
	l.reload()
	next(heard, "socket.io#/#", "lifted")
	l.expect("/pet/call?event=three", "called")
	next(heard, "mine#/#room#", "three")
	if n := server.PubSubNumPat() - patterns; n != 1 { // that of the key alone
		t.Errorf("%d more patterns are subscribed to", n)
	}
	l.write("config/sockets.js", settings("adapter: 'redis', adapterOptions: { host: '127.0.0.1', port: ELSEWHERE, pass: 'pw', pubClient: {} }"))
	l.reload()
	next(heard, "mine#/#", "lifted")
	l.expect("/pet/call?event=four", "called")
	next(heardElsewhere, "socket.io#/#room#", "four")
	l.write("config/sockets.js", settings("adapter: 'memory'"))
	l.reload()
	next(heardElsewhere, "socket.io#/#", "lifted")
	l.expect("/pet/call?event=five", "called")
	subscribed := func() int { return server.PubSubNumPat() + elsewhere.PubSubNumPat() }
	for deadline := time.Now().Add(generous); subscribed() != 2 && time.Now().Before(deadline); { // those of the test
		runtime.Gosched()
	}
	if n := subscribed(); n != 2 {
		t.Errorf("%d patterns are still subscribed to", n-2)
	}
	select {
	case m := <-heard:
		t.Errorf("%q was published on %s", m.Message, m.Channel)
	case m := <-heardElsewhere:
		t.Errorf("%q was published on %s", m.Message, m.Channel)
	default:
	}
}

// overhear is what is published on a server.
func overhear(t *testing.T, server *miniredis.Miniredis) <-chan miniredis.PubsubPmessage {
	s := server.NewSubscriber()
	s.Psubscribe("*")
	out := make(chan miniredis.PubsubPmessage, 100) // the server waits for who reads
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case m := <-s.Pmessages():
				if strings.HasSuffix(m.Channel, "#framework#") { // by which servers count each other
					continue
				}
				out <- m
			case <-stop:
				return
			}
		}
	}()
	t.Cleanup(func() {
		close(stop)
		<-done
		s.Close()
	})
	return out
}

// TestRedisAway: a project lifts without its Redis, and the log reports it.
func TestRedisAway(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	l := liven(t, brokerFiles+"-- config/sockets.js --\nmodule.exports.sockets = { adapter: 'socket.io-redis', port: 1 };\n", memory())
	l.expect("/pet/call?event=x", "called")
	if log := l.log.String(); !strings.Contains(log, "until Redis answers") {
		t.Errorf("nothing is said about it:\n%s", log)
	}
}

func TestBrokerSettingsThatCannotBeUsed(t *testing.T) {
	for settings, want := range map[string]string{
		"adapter: 'socket.io-mongo'":                              "sockets.adapter",
		"adapter: function () {}":                                 "sockets.adapter",
		"adapter: {}":                                             "sockets.adapter",
		"adapter: 'redis', url: 'http://x:secret@y'":              "sockets.url",
		"adapter: 'redis', port: 'x'":                             "sockets.port",
		"adapter: 'redis', adapterOptions: { pubClient: {a: 1} }": "sockets.adapterOptions.pubClient",
		"adapter: 'redis', adapterOptions: { subClient: {a: 1} }": "sockets.adapterOptions.subClient",
		"adapter: 'redis', adapterOptions: { db: 'first' }":       "sockets.adapterOptions.db",
	} {
		dir := (&live{t: t, dir: t.TempDir()})
		dir.write("config/sockets.js", "module.exports.sockets = { "+settings+" };\n")
		app := engine.New(engine.Options{Dir: dir.dir, Stdout: io.Discard, Stderr: io.Discard, Flags: memory(), Log: slog.New(slog.DiscardHandler)})
		err := app.Load(context.Background())
		var e *config.Error
		if !errors.As(err, &e) || e.Key != want {
			t.Errorf("%s: got %v, want an error about %s", settings, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error contains the password: %v", settings, err)
		}
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
