package engine_test

import (
	"context"
	"strings"
	"testing"

	"framework/engine/value"
)

// TestFailedReloadLeavesTables has a version fail after its tables were
// migrated: the version that is served on must find its own.
func TestFailedReloadLeavesTables(t *testing.T) {
	t.Parallel()
	for _, adapter := range []string{"sails-memory", "sails-disk"} {
		for _, migrate := range []string{"alter", "drop"} {
			t.Run(adapter+", "+migrate, func(t *testing.T) {
				t.Parallel()
				model := func(attributes string) string {
					return "module.exports = { schema: true, migrate: '" + migrate + "', attributes: { name: 'string', " + attributes + " } };"
				}
				l := liven(t, "-- api/controllers/PetController.js --\nmodule.exports = {};\n-- api/models/Pet.js --\n"+model("age: 'integer'"),
					value.Of("connections", value.Of("localDiskDb", value.Of("adapter", adapter))))
				l.get("/pet/create?name=a")
				l.write("api/models/Pet.js", model("years: 'integer'"))
				l.write("config/bootstrap.js", "module.exports.bootstrap = function (cb) { cb(new Error('no')); };")
				if _, err := l.app.Reload(context.Background()); err == nil {
					t.Fatal("was served")
				}
				if got := l.get("/pet/create?name=b&age=3"); !strings.Contains(got, `"age": 3`) {
					t.Errorf("create answers %s", got)
				}
				got := l.get("/pet?age=3")
				if !strings.Contains(got, `"name": "b"`) {
					t.Errorf("find answers %s", got)
				}
				if migrate == "alter" && !strings.Contains(l.get("/pet"), `"name": "a"`) {
					t.Errorf("the record from before is gone: %s", l.get("/pet"))
				}
				l.remove("config/bootstrap.js")
				l.reload()
				if got := l.get("/pet/create?name=c&years=4"); !strings.Contains(got, `"years": 4`) {
					t.Errorf("afterwards create answers %s", got)
				}
			})
		}
	}
}
