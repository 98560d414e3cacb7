package jsapi_test

import (
	"context"
	"errors"
	"testing"

	"framework/jsapi"
)

// TestSuggestions: errors about names that do not exist suggest what was probably meant.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	const world = `
		var Pet = Object.create({ find() {} }, { update: { value() {} } });
		Pet.name = 'pet';
		var sails = { log: Object.assign(function () {}, { warn() {} }), helpers: { sendEmail() {} } };
		Object.defineProperty(sails, 'broken', { get() { throw new Error('no'); } });`
	if err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
		if _, err := r.Runtime().RunString(world); err != nil {
			return err
		}
		res, err := r.Runtime().RunString(`({ json() {}, get sent() { throw new TypeError('not an answer'); } })`)
		if err == nil {
			r.Describe("res", res.ToObject(r.Runtime()))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{
		`Pet.updat()`:                          "did you mean Pet.update?",
		`Pet.fnid()`:                           "did you mean Pet.find?", // of its prototype
		`Pet.name()`:                           "",                       // it exists, and is no function
		`Pet.toStrin()`:                        "",                       // functions of every object mean little
		`Pet.vaccinate()`:                      "",
		`sails.helpers.sendEmial()`:            "did you mean sails.helpers.sendEmail?",
		`sails.log.wran()`:                     "did you mean sails.log.warn?",
		`sails.broken.x()`:                     "",
		`sails.brokn()`:                        "",
		`(function (res) { res.jsn(); })({})`:  "did you mean res.json?",
		`(function (pet) { pet.fnid(); })({})`: "",
		`Pett.find()`:                          "did you mean Pet?",
		`Objekt.keys()`:                        "did you mean Object?",
	} {
		err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
			_, err := r.Runtime().RunString(code)
			return r.Wrap(err)
		})
		script, ok := errors.AsType[*jsapi.ScriptError](err)
		if !ok || script.Hint != want {
			t.Errorf("%s: %v; the hint is %q, want %q", code, err, script.Hint, want)
		}
	}
}
