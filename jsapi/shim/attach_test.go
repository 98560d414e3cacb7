package shim_test

import (
	"net/http"
	"testing"

	"framework/engine/response"
	"framework/jsapi/shim"
)

// Members that Sails makes for each request work without their object, as asked of
// 0.12.14; an assigned value takes their place in that request only.
func TestAttachedMembers(t *testing.T) {
	tests := []struct {
		name, code, want string
		status           int
	}{
		{"a response in then", `Promise.resolve({a: 1}).then(res.ok);`, `{"a":1}`, http.StatusOK},
		{"a response in catch", `Promise.reject(new Error('x')).catch(res.serverError);`, "", http.StatusInternalServerError},
		{"negotiate", `Promise.reject({status: 403, why: 'no'}).catch(res.negotiate);`, "", http.StatusForbidden},
		{"a parameter", `var p = req.param; res.json({p: p('z')});`, `{"p":"1"}`, http.StatusOK},
		{"the same function", `res.json({same: res.ok === res.ok});`, `{"same":true}`, http.StatusOK},
		{"a method of Express is not attached", `try { (0, res.json)({}); } catch (e) { res.send(String(e instanceof TypeError)); }`, `true`, http.StatusOK},
		{"an assigned one", `res.ok = function (v) { return res.send('mine ' + v); }; Promise.resolve(1).then(res.ok);`, `mine 1`, http.StatusOK},
		{"not in the next request", `res.ok('theirs');`, `theirs`, http.StatusOK},
	}
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	for _, tt := range tests {
		x, rec := get("/?z=1", "Accept", "application/json")
		if _, err := w.handler(t, tt.code).Serve(x); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if rec.status != tt.status || tt.want != "" && rec.body.String() != tt.want && rec.body.String() != `"`+tt.want+`"` {
			t.Errorf("%s: %d %s", tt.name, rec.status, rec.body.String())
		}
	}
}
