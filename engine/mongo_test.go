package engine_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/testenv"
	"framework/engine/value"
)

// mongoDatabase is the URL of an empty database of the test's own, and the database
// as someone else uses it.
func mongoDatabase(t testing.TB) (address string, db *mongo.Database) {
	t.Helper()
	server := testenv.Server(t, "FRAMEWORK_TEST_MONGO")
	client, err := mongo.Connect(options.Client().ApplyURI(server))
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("fw_%d_%x", os.Getpid(), crc32.ChecksumIEEE([]byte(t.Name())))
	db = client.Database(name)
	t.Cleanup(func() {
		if err := db.Drop(context.Background()); err != nil {
			t.Error(err)
		}
		_ = client.Disconnect(context.Background())
	})
	return strings.TrimSuffix(server, "/") + "/" + name, db
}

// kennel are models whose keys are ObjectIDs, with associations of all kinds.
const classicKennel = `
-- package.json --
{"dependencies": {"sails": "~0.12.0", "sails-mongo": "^0.12.0"}}
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-mongo', url: %q } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- api/models/Owner.js --
module.exports = { attributes: { name: { type: 'string', unique: true }, pets: { collection: 'pet', via: 'owner' } } };
-- api/models/Pet.js --
module.exports = { attributes: { name: 'string', age: 'integer', born: 'datetime', address: 'json', tags: 'array',
  owner: { model: 'owner' }, toys: { collection: 'toy', via: 'pets' } } };
-- api/models/Toy.js --
module.exports = { attributes: { name: 'string', pets: { collection: 'pet', via: 'toys' } } };
-- api/controllers/OwnerController.js --
module.exports = {};
-- api/controllers/PetController.js --
module.exports = {};
-- api/controllers/ToyController.js --
module.exports = {};
`

const modernKennel = `
-- package.json --
{"dependencies": {"sails": "^1.5.0", "sails-mongo": "^2.0.0", "sails-hook-orm": "^4.0.0"}}
-- config/datastores.js --
module.exports.datastores = { default: { adapter: 'sails-mongo', url: %q } };
-- config/models.js --
module.exports.models = { migrate: 'alter', schema: true, fetchRecordsOnCreate: true, fetchRecordsOnUpdate: true, fetchRecordsOnDestroy: true, attributes: {
  createdAt: { type: 'number', autoCreatedAt: true }, updatedAt: { type: 'number', autoUpdatedAt: true },
  id: { type: 'string', columnName: '_id' } } };
-- config/blueprints.js --
module.exports.blueprints = { rest: true, shortcuts: true };
-- config/security.js --
module.exports.security = { csrf: false };
-- api/models/Owner.js --
module.exports = { attributes: { name: { type: 'string', unique: true }, pets: { collection: 'pet', via: 'owner' } } };
-- api/models/Pet.js --
module.exports = { attributes: { name: 'string', age: 'number', address: 'json', tags: 'json',
  owner: { model: 'owner' }, toys: { collection: 'toy', via: 'pets' } } };
-- api/models/Toy.js --
module.exports = { attributes: { name: 'string', pets: { collection: 'pet', via: 'toys' } } };
`

// TestMongo: projects with sails-mongo create, find, change and populate records over
// HTTP. Keys and references are ObjectIDs in the database, and text outside.
func TestMongo(t *testing.T) {
	for name, project := range map[string]string{"classic": classicKennel, "modern": modernKennel} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, db := mongoDatabase(t)
			l := liven(t, fmt.Sprintf(project, address), nil)
			ann := l.sendJSON("POST", "/owner", `{"name":"Ann"}`, name == "classic", 201, 200)
			id, _ := ann.Value("id").(string)
			if len(id) != 24 {
				t.Fatalf("the owner is %s", value.Append(nil, ann))
			}
			rex := l.sendJSON("POST", "/pet", fmt.Sprintf(`{"name":"Rex","age":3,"owner":%q,"address":{"city":"Bonn","x":[1,{"y":null}]},"tags":["a","b"]}`, id), true, 201, 200)
			pet, _ := rex.Value("id").(string)
			ball := l.sendJSON("POST", "/toy", fmt.Sprintf(`{"name":"Ball","pets":[%q]}`, pet), true, 201, 200)
			toy, _ := ball.Value("id").(string)

			got := l.object("/pet/" + pet)
			owner, _ := got.Value("owner").(*value.Map)
			if owner == nil || owner.Value("name") != "Ann" || owner.Value("id") != id || len(elements(got, "toys")) != 1 {
				t.Errorf("the pet is %s", value.Append(nil, got))
			}
			if text := string(value.Append(nil, got.Value("address"))); text != `{"city":"Bonn","x":[1,{"y":null}]}` {
				t.Errorf("its address is %s", text)
			}
			if pets := elements(l.object("/owner/"+id), "pets"); len(pets) != 1 {
				t.Errorf("the owner has %d pets", len(pets))
			}
			for path, want := range map[string]int{
				"/pet?name=Rex": 1, "/pet?owner=" + id: 1, `/pet?where={"age":{"<":3}}`: 0, `/pet?where={"name":{"contains":"e"}}`: 1,
				`/pet?where={"id":["` + pet + `","` + toy + `"]}`: 1, `/pet?where={"or":[{"name":"x"},{"age":3}]}`: 1, "/pet?sort=age%20DESC&limit=1&skip=1": 0,
				"/pet/" + pet + "/toys": 1,
			} {
				if n := len(l.array(path)); n != want {
					t.Errorf("%s finds %d, want %d", path, n, want)
				}
			}
			changed := l.sendJSON(map[string]string{"classic": "PUT", "modern": "PATCH"}[name], "/pet/"+pet, fmt.Sprintf(`{"id":%q,"age":4}`, pet), true, 200)
			if changed.Value("age") != int64(4) || changed.Value("name") != "Rex" {
				t.Errorf("the changed pet is %s", value.Append(nil, changed))
			}
			l.sendJSON("POST", "/owner", `{"name":"Ann"}`, false, 400, 409)

			var stored bson.M
			if err := db.Collection("pet").FindOne(t.Context(), bson.D{}).Decode(&stored); err != nil {
				t.Fatal(err)
			}
			key, isKey := stored["_id"].(bson.ObjectID)
			reference, isReference := stored["owner"].(bson.ObjectID)
			if !isKey || !isReference || key.Hex() != pet || reference.Hex() != id || stored["age"] != int32(4) {
				t.Errorf("stored is %v", stored)
			}
			var link bson.M
			if err := db.Collection("pet_toys__toy_pets").FindOne(t.Context(), bson.D{}).Decode(&link); err != nil {
				t.Fatal(err)
			}
			if k, ok := link["pet_toys"].(bson.ObjectID); !ok || k.Hex() != pet {
				t.Errorf("linked is %v", link)
			}
			if _, ok := link["_id"].(bson.ObjectID); !ok {
				t.Errorf("linked is %v", link)
			}
			l.sendJSON("DELETE", "/pet/"+pet, "", true, 200)
			if n := len(l.array("/pet")); n != 0 {
				t.Errorf("%d pets are left", n)
			}
		})
	}
}

func elements(m *value.Map, key string) []any {
	l, _ := m.Value(key).([]any)
	return l
}

// sendJSON sends JSON and returns the object of the answer, whose status has to be one of
// those given.
func (l *live) sendJSON(method, path, body string, parsed bool, statuses ...int) *value.Map {
	l.t.Helper()
	res, text := l.exchange(method, path, body)
	ok := false
	for _, status := range statuses {
		ok = ok || res == status
	}
	if !ok {
		l.t.Fatalf("%s %s: %d %s", method, path, res, text)
	}
	v, err := value.Parse([]byte(text))
	m, _ := v.(*value.Map)
	if m == nil && parsed {
		l.t.Fatalf("%s %s: %s (%v)", method, path, text, err)
	}
	if m == nil {
		m = value.New(0)
	}
	return m
}

func (l *live) object(path string) *value.Map {
	l.t.Helper()
	return l.sendJSON("GET", path, "", true, 200)
}

func (l *live) array(path string) []any {
	l.t.Helper()
	status, text := l.exchange("GET", path, "")
	v, err := value.Parse([]byte(text))
	out, is := v.([]any)
	if status != 200 || err != nil || !is {
		l.t.Fatalf("GET %s: %d %s", path, status, text)
	}
	return out
}

func (l *live) exchange(method, path, body string) (status int, text string) {
	l.t.Helper()
	req, err := http.NewRequestWithContext(l.t.Context(), method, l.base+escaped(path), strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := l.http.Do(req)
	if err != nil {
		l.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return res.StatusCode, string(answer)
}

// escaped is an address whose query is written as people write it.
func escaped(path string) string {
	path, query, ok := strings.Cut(path, "?")
	if !ok {
		return path
	}
	name, v, _ := strings.Cut(query, "=")
	if name == "where" {
		query = name + "=" + url.QueryEscape(v)
	}
	return path + "?" + query
}
