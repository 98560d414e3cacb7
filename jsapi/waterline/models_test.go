package waterline_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/jsapi"
	"framework/jsapi/waterline"
)

// TestModels: the models of a project are read, bound and queried.
func TestModels(t *testing.T) {
	t.Parallel()
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(t.Context()) })
	db, err := sqldb.Open(t.Context(), sqldb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	file := func(r *jsapi.Realm, name, exports string) waterline.File {
		v, err := r.Runtime().RunString("(" + exports + ")")
		if err != nil {
			t.Error(err)
		}
		return waterline.File{Source: "api/models/" + name + ".js", Identity: strings.ToLower(name), GlobalID: name, Exports: v}
	}
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		defaults := waterline.Defaults{Datastore: "ram", Migrate: orm.Drop, Isolate: iso}
		models, err := waterline.ReadModels(r, []waterline.File{
			file(r, "Pet", "{ autoWatch: false, attributes: { name: 'string', owners: { collection: 'user', via: 'pets', dominant: true } } }"),
			file(r, "User", "{ attributes: { pets: { collection: 'pet', via: 'owners' } } }"),
			file(r, "Log", "{ autoWatch: true, attributes: {} }"),
		}, defaults)
		if err != nil {
			return err
		}
		if got := models.AutoWatch(); !maps.Equal(got, map[string]bool{"pet": false, "log": true}) {
			t.Errorf("autoWatch %v", got)
		}
		o, err := orm.Open(t.Context(), models.Definitions(), orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
		if err != nil {
			return err
		}
		var bound []string
		err = models.Bind(r, o, func(m *orm.Model, object goja.Value) error {
			if find := object.ToObject(r.Runtime()).Get("find"); find == nil {
				t.Errorf("%s has no find", m.Identity)
			}
			if !m.Junction {
				bound = append(bound, m.GlobalID)
			}
			return nil
		})
		if slices.Sort(bound); !slices.Equal(bound, []string{"Log", "Pet", "User"}) || len(o.Models()) != 4 {
			t.Errorf("%v are bound of %d models", bound, len(o.Models()))
		}
		if err != nil {
			return err
		}
		_, err = waterline.ReadModels(r, []waterline.File{file(r, "A", "{ attributes: 1 }"), file(r, "B", "1")}, defaults)
		if err == nil || !strings.Contains(err.Error(), "api/models/A.js") || !strings.Contains(err.Error(), "api/models/B.js") {
			t.Errorf("two files that are no models: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
