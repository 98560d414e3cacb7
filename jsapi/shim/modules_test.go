package shim_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/shim"
)

// app is an app object with two models, whose queries record the calls that built
// them.
const app = `({
	config: {blueprints: {defaultLimit: 7}},
	models: {
		pet: {primaryKey: 'id', associations: [{alias: 'owner', type: 'model', model: 'user'}, {alias: 'toys', type: 'collection', collection: 'toy'}]},
		user: {subscribe: function (req, ids) { heard.push(['user', ids]); }},
		toy: {primaryKey: 'code', subscribe: function (req, ids) { heard.push(['toy', ids]); }}
	}
})`

func TestActionUtil(t *testing.T) {
	var sails goja.Value
	w := newWorld(t, shim.Options{Sails: func() goja.Value { return sails }}, response.Options{Switches: sails12, Production: true})
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		rt := r.Runtime()
		module := rt.NewObject()
		if err := shim.Modules(shim.ModuleOptions{Lists: true})["sails/lib/hooks/blueprints/actionUtil"](r, module); err != nil {
			return err
		}
		query := `({calls: [], populate: function (a, o) { this.calls.push([a, o && o.limit]); return this; }})`
		for name, src := range map[string]string{"heard": `[]`, "query": query} {
			v, err := rt.RunString(src)
			if err != nil {
				return err
			}
			_ = rt.Set(name, v)
		}
		_ = rt.Set("util", module.Get("exports"))
		var err error
		sails, err = rt.RunString(app)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ target, expr, want string }{
		{"/pet?a=1&limit=3", `util.parseCriteria(req)`, `{"a":"1"}`},
		{"/pet?a=1&callback=x", `(req.options.where = {b: 2}, util.parseCriteria(req))`, `{"b":2,"a":"1"}`},
		{`/pet?where={"a":{">":2}}&b=1`, `util.parseCriteria(req)`, `{"a":{">":2}}`},
		{"/pet?where={broken", `util.parseCriteria(req)`, `{}`},
		{"/pet?a=1&b=2", `(req.options.values = {c: 3, blacklist: ['b']}, util.parseValues(req))`, `{"c":3,"a":"1"}`},
		{"/pet", `[util.parseLimit(req), util.parseSkip(req), util.parseSort(req) === undefined]`, `[7,0,true]`},
		{"/pet?limit=2&skip=4&sort=name DESC", `[util.parseLimit(req), util.parseSkip(req), util.parseSort(req)]`, `[2,4,"name DESC"]`},
		{`/pet?sort={"name":-1}`, `util.parseSort(req)`, `{"name":-1}`},
		{"/pet/3?id=3", `[util.parsePk(req), util.requirePk(req)]`, `["3","3"]`},
		{"/pet", `(function () { try { util.requirePk(req); } catch (e) { return [e.status, e.message.slice(0, 27)]; } })()`, "[400,\"No `id` parameter provided.\"]"},
		{"/pet", `util.parseModel(req) === req._sails.models.pet`, `true`},
		{"/pet", `util.populateEach(query, req).calls.splice(0)`, `[["owner",7],["toys",7]]`},
		{"/pet?populate=[toys,nothing]", `(req.options.populate_toys_limit = 2, util.populateRequest(query, req).calls.splice(0))`, `[["toys",2]]`},
		{"/pet?populate=", `util.populateRequest(query, req).calls.splice(0)`, `[]`},
		{"/pet", `(req.isSocket = true, util.subscribeDeep(req, {owner: {id: 4}, toys: [{code: 'a'}, {code: 'b'}]}), heard.splice(0))`, `[["user",[4]],["toy",["a","b"]]]`},
	} {
		t.Run(tt.target+" "+tt.expr, func(t *testing.T) {
			x, rec := get(strings.ReplaceAll(tt.target, " ", "%20"))
			for k, v := range x.Request.Query.All() {
				x.Request.Query.Set(k, strings.ReplaceAll(v.(string), "%20", " "))
			}
			x.Options = value.Of("controller", "pet", "action", "find", "model", "pet")
			if _, err := w.handler(t, "res.json("+tt.expr+");").Serve(x); err != nil {
				t.Fatal(err)
			}
			if got := rec.body.String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
