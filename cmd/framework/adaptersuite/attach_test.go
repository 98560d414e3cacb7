package adaptersuite_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/testenv"
)

// TestAttachToModernDatabase: databases that Sails 1.x made are used as
// they are, and Sails uses what was written here.
func TestAttachToModernDatabase(t *testing.T) {
	home := testenv.Packages(t, "waterline@0.15.2", "waterline-utils@1.4.5", "sails-postgresql@5.0.1", "sails-mysql@3.0.1")
	models, err := filepath.Abs("testdata/attach/models.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		adapter    string
		connection func(t *testing.T) map[string]any
	}{{"sails-postgresql", suitePostgres}, {"sails-mysql", suiteMySQL}} {
		t.Run(tc.adapter, func(t *testing.T) {
			url := tc.connection(t)["url"].(string)
			peer := func(what string) string {
				address := strings.Replace(url, "?sslmode=disable", "", 1)
				return testenv.Node(t, home, "testdata/attach/peer.js", tc.adapter, address, what, models)
			}
			made := peer("make")
			dir := attached(t, tc.adapter, url, models, made)
			got := runTests(t, dir, nil, "--profile", "1.x", "--timeout", "2m", filepath.Join(dir, "test", "attach.js"))
			if got.Stats.Passes != 2 || len(got.Failures) > 0 {
				t.Fatalf("%d passed\n%s", got.Stats.Passes, got.reasons())
			}
			var after struct {
				Users []struct {
					Name, Secret, Pin            string
					FavClubs, Friends, Following []struct{ Name string }
					Pets                         []struct{ Name string }
					Age                          float64
					Prefs                        any
				}
			}
			if err := json.Unmarshal([]byte(peer("read")), &after); err != nil {
				t.Fatal(err)
			}
			eve := after.Users[len(after.Users)-1]
			read := []any{len(after.Users), eve.Name, eve.Secret, eve.Pin, eve.Age, eve.Prefs, len(eve.FavClubs), len(eve.Following), len(eve.Pets), len(after.Users[0].FavClubs)}
			want := []any{3, "Eve", "ours", "7", 1.25, []any{1.0}, 1, 1, 1, 1}
			if diff := cmp.Diff(want, read); diff != "" {
				t.Errorf("Sails reads otherwise (-want +got):\n%s", diff)
			}
		})
	}
}

// attached makes a project on the database at url, whose tests look at what the
// peer made and write.
func attached(t *testing.T, adapter, url, models, made string) string {
	dir := t.TempDir()
	files := map[string]string{
		"package.json":         `{"dependencies": {"sails": "^1.5.0"}}`,
		"config/globals.js":    `module.exports.globals = { models: true };`,
		"config/datastores.js": "module.exports.datastores = { default: { adapter: '" + adapter + "', url: '" + url + "' } };",
		"config/models.js":     "module.exports.models = Object.assign({ migrate: 'safe', cascadeOnDestroy: true }, require('" + models + "').shared);",
		"api/models/User.js":   "module.exports = require('" + models + "').models.user;",
		"api/models/Pet.js":    "module.exports = require('" + models + "').models.pet;",
		"api/models/Club.js":   "module.exports = require('" + models + "').models.club;",
		"test/made.json":       made,
		"test/attach.js": `
const assert = require('assert');
const made = require('./made.json');
it('reads what Sails made', async () => {
  const users = await User.find().sort('id ASC').populate('favClubs', { sort: 'id' }).populate('friends').populate('following').populate('pets').decrypt();
  const pets = await Pet.find().sort('id ASC').populate('owner');
  assert.deepStrictEqual(sorted({ users, pets }), sorted(made));
  assert.strictEqual(await User.count({ name: 'ada' }), ` + "'" + adapter + "'" + ` === 'sails-mysql' ? 1 : 0);
});
it('writes', async () => {
  const eve = await User.create({ name: 'Eve', email: 'eve@x.org', secret: 'ours', pin: 7, age: 1.25, prefs: [1], favClubs: [2] }).fetch();
  await User.addToCollection(eve.id, 'following', 1);
  await Pet.updateOne({ name: 'Rex' }).set({ owner: eve.id });
  await User.removeFromCollection(1, 'favClubs', 1);
  const e = await User.create({ name: 'x', email: 'eve@x.org' }).then(() => undefined, e => e);
  assert.deepStrictEqual([e.code, e.attrNames], ['E_UNIQUE', ['email']]);
});
function sorted(v) {
  return JSON.parse(JSON.stringify(v, (k, v) => v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v));
}
`,
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
