package outages_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

const nodesFiles = `
-- package.json --
{ "name": "nodes", "dependencies": { "sails": "~0.12.0" } }
-- config/local.js --
module.exports = { session: { secret: 'not one' } };
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-postgresql', url: 'POSTGRES' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- config/sockets.js --
module.exports.sockets = { adapter: 'socket.io-redis', url: 'REDIS', key: 'KEY' };
-- api/models/Pet.js --
module.exports = { tableName: 'TABLE', attributes: { name: 'string' } };
-- api/controllers/PetController.js --
module.exports = {};
-- api/controllers/ChatController.js --
module.exports = {
  barrier: function (req, res) {
    sails.sockets.blast('barrier', { n: req.param('n') });
    res.json({});
  },
  me: function (req, res) { res.json({ id: sails.sockets.getId(req) }); },
  join: function (req, res) {
    sails.sockets.join(req, req.param('room'), function () { res.json({}); });
  },
  say: function (req, res) {
    sails.sockets.broadcast(req.param('room'), 'said', { text: req.param('text') }, req);
    res.json({});
  },
  pull: function (req, res) {
    sails.sockets.join(req.param('id'), req.param('room'), function () { res.json({}); });
  },
  members: function (req, res) {
    sails.sockets.addRoomMembersToRooms(req.param('from'), req.param('to'), function () { res.json({}); });
  },
  empty: function (req, res) {
    sails.sockets.leaveAll(req.param('room'), function () { res.json({}); });
  }
};
`

// TestTwoServers has two processes serve one project with one database and one
// Redis: clients of one get the messages of the other, and one of them is
// killed.
func TestTwoServers(t *testing.T) {
	testenv.Slow(t)
	postgres, redis := testenv.Server(t, "FRAMEWORK_TEST_POSTGRES"), testenv.Server(t, "FRAMEWORK_TEST_REDIS")
	home := testenv.Packages(t, "sails.io.js@1.2.1", "socket.io-client@2.5.0", "socket.io-emitter@3.2.0", "redis@2.8.0")
	table, key := fmt.Sprintf("nodes_pet_%d", os.Getpid()), fmt.Sprintf("nodes-%d", os.Getpid())
	t.Cleanup(func() {
		db, err := serverdb.OpenPostgreSQL(context.Background(), serverdb.Options{URL: postgres})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Query(context.Background(), "DROP TABLE IF EXISTS "+table, nil); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	binary := programtest.Path(t)
	files := strings.NewReplacer("POSTGRES", postgres, "REDIS", redis, "KEY", key, "TABLE", table).Replace(nodesFiles)
	one := programtest.Lift(t, binary, programtest.Project(t, files), "development", "--no-watch")
	two := programtest.Lift(t, binary, programtest.Project(t, files), "development", "--no-watch")
	u, err := url.Parse(redis)
	if err != nil {
		t.Fatal(err)
	}
	port := u.Port()
	if port == "" {
		port = "6379"
	}
	testenv.Node(t, home, "testdata/nodes.js", one.Base, two.Base, strconv.Itoa(one.Cmd.Process.Pid), port, key)
	if log := two.Log.String(); strings.Contains(log, "error") || strings.Contains(log, "warn") {
		t.Errorf("the second server complains:\n%s", log)
	}
}
