package shim_test

import (
	"testing"

	"framework/engine/profile"
	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi/shim"
)

// TestAllParams: parameters are merged as they are at the time, whether JavaScript
// holds them or not.
func TestAllParams(t *testing.T) {
	modern := profile.Modern()
	worlds := map[string]*world{
		"0.11": newWorld(t, shim.Options{Switches: profile.Classic("0.11").Shim}, response.Options{Switches: profile.Classic("0.11").Response, Production: true}),
		"0.12": newWorld(t, shim.Options{Switches: profile.Classic("0.12").Shim}, response.Options{Switches: sails12, Production: true}),
		"1.x":  newWorld(t, shim.Options{Switches: modern.Shim}, response.Options{Switches: modern.Response, Production: true}),
	}
	body := value.Of("list", []any{int64(1)}, "o", value.Of("x", int64(1)), "id", "b", "n", nil)
	same := func(want string) map[string]string {
		return map[string]string{"0.11": want, "0.12": want, "1.x": want}
	}
	const plain = `{"q":"1","o":{"y":"2","x":1},"list":[1],"id":"b","n":null}`
	const shallow = `{"q":"1","o":{"x":1},"list":[1],"id":"7","n":null}`
	for _, tt := range []struct {
		code string
		want map[string]string
	}{
		{`req.allParams()`, map[string]string{"0.11": plain, "0.12": plain, "1.x": shallow}},
		{`(req.query, req.body, req.params, req.allParams())`, map[string]string{"0.11": plain, "0.12": plain, "1.x": shallow}},
		{`(req.query.q = 2, delete req.body.n, req.body.o = new Date(0), delete req.query.o, req.allParams())`, map[string]string{
			"0.11": `{"q":2,"list":[1],"o":"1970-01-01T00:00:00.000Z","id":"b"}`, "0.12": `{"q":2,"list":[1],"o":"1970-01-01T00:00:00.000Z","id":"b"}`,
			"1.x": `{"q":2,"list":[1],"o":"1970-01-01T00:00:00.000Z","id":"7"}`,
		}},
		{`(req.body = {f: function () { return 'called'; }, re: /x/, d: new Date(0)}, req.query = {}, [req.allParams().f(), req.allParams().d.getTime(), req.allParams().id])`, same(`["called",0,"7"]`)},
		{`(req.body = null, req.query = undefined, req.params = {z: '1'}, req.allParams())`, same(`{"z":"1"}`)},
		{`(req.body = ['x', {k: 1}], req.query = {}, req.allParams())`, same(`{"0":"x","1":{"k":1},"id":"7"}`)},
		{`(req.body = 'text', req.query = {}, req.allParams())`, same(`{"id":"7"}`)},
		// What is merged is new, but 1.x hands out objects and lists themselves.
		{`(req.allParams().list.push(2), [req.body.list.length, req.allParams().list === req.body.list])`, map[string]string{"0.11": `[1,false]`, "0.12": `[1,false]`, "1.x": `[2,true]`}},
		{`(req.allParams().own = 1, [req.body.own === undefined, req.allParams().own === undefined])`, map[string]string{"0.11": `[true,false]`, "0.12": `[true,true]`, "1.x": `[true,true]`}},
		{`[req.param('id'), req.param('n', 'none'), req.param('toString', 'none'), req.param('list')]`, map[string]string{"0.11": `["7","none","none",[1]]`, "0.12": `["7","none","none",[1]]`, "1.x": `["7",null,"none",[1]]`}},
		{`typeof req.params.all`, map[string]string{"0.11": `"function"`, "0.12": `"function"`, "1.x": `"undefined"`}},
	} {
		for release, w := range worlds {
			t.Run(release+" "+tt.code, func(t *testing.T) {
				x, rec := exchange("POST", "/?q=1", body.DeepClone())
				x.Request.Query = value.Of("q", "1", "o", value.Of("y", "2"))
				x.Params = value.Of("id", "7")
				if _, err := w.handler(t, `res.json(`+tt.code+`);`).Serve(x); err != nil {
					t.Fatal(err)
				}
				if got := rec.body.String(); got != tt.want[release] {
					t.Errorf("got %s, want %s", got, tt.want[release])
				}
			})
		}
	}
}
