package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
)

// TestADatabaseThatHangsHoldsUpNoOther loads a version whose database server
// accepts connections and says nothing, while the version that is served opens
// another database.
func TestADatabaseThatHangsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	connected := make(chan net.Conn, 1)
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			select {
			case connected <- c: // and never answered
			default:
				_ = c.Close()
			}
		}
	}()
	l := liven(t, `
-- package.json --
{}
-- config/routes.js --
module.exports.routes = {
  '/open': function (req, res) {
    var Waterline = require('waterline'), orm = new Waterline();
    orm.loadCollection(Waterline.Collection.extend({ identity: 'cat', connection: 'own', attributes: { name: 'string' } }));
    orm.initialize({ adapters: { 'sails-memory': require('sails-memory') }, connections: { own: { adapter: 'sails-memory' } } }, function (err, made) {
      if (err) return res.serverError(err);
      made.collections.cat.create({ name: 'Tom' }).exec(function (err, cat) { err ? res.serverError(err) : res.send(cat.name); });
    });
  }
};
`, memory())
	l.write("api/models/Dog.js", `module.exports = { connection: 'away', attributes: { name: 'string' } };`)
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	l.write("config/connections.js", fmt.Sprintf(
		`module.exports.connections = { away: { adapter: 'sails-postgresql', host: '127.0.0.1', port: %s, user: 'u', database: 'd', ssl: false } };`, port))
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := l.app.Reload(ctx)
		failed <- err
	}()
	select {
	case c := <-connected:
		defer c.Close()
	case err := <-failed:
		t.Fatalf("the build did not wait for its database: %v", err)
	}
	l.expect("/open", "Tom") // while another database is being opened
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("the build ended with %v", err)
	}
}
