package projects_test

import (
	"testing"

	"framework/engine/enginetest"

	"golang.org/x/tools/txtar"
)

// TestRecordsOfTheStoreOfSails: the records that the Sails document store kept
// are there at the first lift, and are not taken over again.
func TestRecordsOfTheStoreOfSails(t *testing.T) {
	files := txtar.Parse([]byte(peerStore)).Files
	dir := t.TempDir()
	server := enginetest.ServeIn(t, dir, files)
	play(t, "first", server, `
GET /user
    200 [{"id":1,"name":"A","born":"1970-01-01T00:00:00.005Z","prefs":{"a":1},"clubs":[{"id":7,"title":"chess"}]},{"id":3,"name":"c","born":null,"prefs":null,"clubs":[]}]
POST /user {"name":"d"}
    200 {"id":4,"name":"d","born":null,"prefs":null,"clubs":[]}
DELETE /user/1
    200
`)
	server.Close()
	play(t, "second", enginetest.ServeIn(t, dir, files), `
GET /user
    200 [{"id":3,"name":"c","born":null,"prefs":null,"clubs":[]},{"id":4,"name":"d","born":null,"prefs":null,"clubs":[]}]
`)
}

const peerStore = `
-- package.json --
{"dependencies": {"sails": "^1.5.0"}}
-- config/datastores.js --
module.exports.datastores = { default: {} };
-- config/models.js --
module.exports.models = { migrate: 'alter', cascadeOnDestroy: true, attributes: { id: { type: 'number', autoIncrement: true } } };
-- api/models/User.js --
module.exports = { schema: true, attributes: { name: { type: 'string', columnName: 'full_name' }, born: { type: 'ref' }, prefs: { type: 'json' }, clubs: { collection: 'club', via: 'favedBy' } } };
-- api/models/Club.js --
module.exports = { schema: true, tableName: 'clubs', attributes: { title: 'string', favedBy: { collection: 'user', via: 'clubs' } } };
-- .tmp/localDiskDb/user.db --
{"$$indexCreated":{"fieldName":"id","unique":true,"sparse":false}}
{"born":{"$$date":5},"prefs":{"a":1},"id":1,"full_name":"a","gone":1,"_id":1}
{"id":2,"prefs":null,"full_name":"b","_id":2}
{"born":{"$$date":5},"prefs":{"a":1},"id":1,"full_name":"A","_id":1}
{"$$deleted":true,"_id":2}
{"id":3,"born":null,"prefs":null,"full_name":"c","_id":3}
-- .tmp/localDiskDb/clubs.db --
{"title":"chess","id":7,"_id":7}
-- .tmp/localDiskDb/club_favedBy__user_clubs.db --
{"user_clubs":1,"club_favedBy":7,"id":1,"_id":1}
`
