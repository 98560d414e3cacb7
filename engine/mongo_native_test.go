package engine_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestMongoNative: code of both generations reaches the objects of the driver for Node,
// which answer what that driver answers.
func TestMongoNative(t *testing.T) {
	script, err := os.ReadFile("testdata/mongo_native.js")
	if err != nil {
		t.Fatal(err)
	}
	answers, err := os.ReadFile("testdata/mongo_native.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, project := range map[string]struct{ base, manager, library string }{
		"classic": {classicKennel, "await new Promise((done, fail) => req._sails.models.pet.native((err, c) => err ? fail(err) : done(c.s.db)))", "require('mongodb')"},
		"modern":  {modernKennel, "req._sails.models.pet.getDatastore().manager", "req._sails.models.pet.getDatastore().driver.mongodb"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, _ := mongoDatabase(t)
			files := fmt.Sprintf(project.base, address) + "-- api/services/Ask.js --\n" + string(script) + `
-- api/controllers/NativeController.js --
module.exports = {
  ask: async function (req, res) {
    try { res.send(await require('../services/Ask')(` + project.manager + `, ` + project.library + `.ObjectID)); } catch (err) { res.send(500, err.stack); }
  },
  more: async function (req, res) {
    const ObjectID = ` + project.library + `.ObjectID;
    const Pet = req._sails.models.pet;
    await Pet.create({ name: 'Rex' });
    const pet = await Pet.findOne({ name: 'Rex' });
    const db = ` + project.manager + `;
    const found = await db.collection(Pet.tableName).findOne({ _id: new ObjectID(pet.id) });
    const mine = req._sails.getDatastore ? req._sails.getDatastore('` + map[string]string{"classic": "main", "modern": "default"}[name] + `').manager.databaseName === db.databaseName : true;
    const byKey = await Pet.findOne({ id: found._id }), owner = new ObjectID();
    await Pet.update({ id: found._id }, { owner: owner });
    const owned = await Pet.find({ owner: owner }), among = await Pet.find({ owner: [owner, new ObjectID()] });
    res.json([found.name, String(found._id) === pet.id, mine, byKey.name, owned.length, among.length, owned[0].owner === String(owner), found._id]);
  },
};
-- config/routes.js --
module.exports.routes = { 'GET /native/ask': 'NativeController.ask', 'GET /native/more': 'NativeController.more' };
`
			l := liven(t, files, nil)
			status, got := l.exchange("GET", "/native/ask", "")
			if status != 200 {
				t.Fatalf("%d %s", status, got)
			}
			wanted, lines := strings.Split(string(answers), "\n"), strings.Split(got, "\n")
			for i, want := range wanted {
				if i >= len(lines) || lines[i] != want {
					t.Errorf("got  %s\nwant %s", lines[min(i, len(lines)-1)], want)
				}
			}
			status, more := l.exchange("GET", "/native/more", "")
			if status != 200 || !strings.HasPrefix(strings.Join(strings.Fields(more), ""), `["Rex",true,true,"Rex",1,1,true,"`) {
				t.Errorf("%d %s", status, more)
			}
		})
	}
}
