package shim_test

import (
	"testing"

	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi/shim"
)

// TestValidate: the violations of req.validate, as Sails 0.12.14 answered.
func TestValidate(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	for _, tt := range []struct{ rules, want string }{
		{`{ s: 'string', l: [], o: {}, n: { m: 'integer' } }`, `fine`},
		{`{ n: { m: 'string', x: 'string' } }`, "[{\"property\":\"m\",\"data\":5,\"message\":\"`m` should be a string (instead of \\\"5\\\", which is a number)\",\"rule\":\"string\",\"actualType\":\"number\",\"expectedType\":\"string\"},{\"property\":\"x\",\"message\":\"`x` should be a string (instead of \\\"undefined\\\", which is a undefined)\",\"rule\":\"string\",\"actualType\":\"undefined\",\"expectedType\":\"string\"}]"},
		{`{ s: { a: 'string', b: { c: 'string' } } }`, "[{\"property\":\"a\",\"data\":\"hi\",\"message\":\"`a` should be a object (instead of \\\"hi\\\", which is a string)\",\"rule\":\"object\",\"actualType\":\"string\",\"expectedType\":\"object\"},{\"property\":\"b\",\"data\":\"hi\",\"message\":\"`b` should be a object (instead of \\\"hi\\\", which is a string)\",\"rule\":\"object\",\"actualType\":\"string\",\"expectedType\":\"object\"}]"},
		{`{ l: ['string'] }`, "[{\"property\":\"l\",\"data\":1,\"message\":\"`l` should be a string (instead of \\\"1\\\", which is a number)\",\"rule\":\"string\",\"actualType\":\"number\",\"expectedType\":\"string\"},{\"property\":\"l\",\"data\":{\"a\":2},\"message\":\"`l` should be a string (instead of \\\"[object Object]\\\", which is a object)\",\"rule\":\"string\",\"actualType\":\"object\",\"expectedType\":\"string\"}]"},
		{`{ l: [{ a: 'string' }] }`, "[{\"property\":\"a\",\"data\":\"a\",\"message\":\"`a` should be a object (instead of \\\"a\\\", which is a string)\",\"rule\":\"object\",\"actualType\":\"string\",\"expectedType\":\"object\"},{\"property\":\"a\",\"data\":1,\"message\":\"`a` should be a object (instead of \\\"1\\\", which is a number)\",\"rule\":\"object\",\"actualType\":\"number\",\"expectedType\":\"object\"},{\"property\":\"a\",\"data\":2,\"message\":\"`a` should be a string (instead of \\\"2\\\", which is a number)\",\"rule\":\"string\",\"actualType\":\"number\",\"expectedType\":\"string\"}]"},
		{`{ s: ['string'] }`, `fine`},
		{`{ missing: ['string'] }`, `fine`},
		{`{ missing: {} }`, "[{\"property\":\"missing\",\"message\":\"`missing` should be a [object Object] (instead of \\\"undefined\\\", which is a undefined)\",\"rule\":{},\"actualType\":\"undefined\",\"expectedType\":{}}]"},
		{`{ missing: [] }`, "[{\"property\":\"missing\",\"message\":\"`missing` should be a  (instead of \\\"undefined\\\", which is a undefined)\",\"rule\":[],\"actualType\":\"undefined\",\"expectedType\":[]}]"},
		{`{ missing: { a: 'string' } }`, "[{\"property\":\"a\",\"message\":\"`a` should be a object (instead of \\\"undefined\\\", which is a undefined)\",\"rule\":\"object\",\"actualType\":\"undefined\",\"expectedType\":\"object\"}]"},
		{`{ s: { $validate: { type: 'integer' }, $message: 'own' } }`, `[{"property":"s","data":"hi","message":"own","rule":"integer","actualType":"string","expectedType":"integer"}]`},
		{`{ n: { $validate: { type: { m: 'string' } }, $message: function (v, r, n) { return v + r + n; } } }`, `[{"property":"m","data":5,"message":"5stringm","rule":"string","actualType":"number","expectedType":"string"}]`},
		{`{ s: /h/ }`, "[{\"property\":\"s\",\"data\":\"hi\",\"message\":\"`s` should be a /h/ (instead of \\\"hi\\\", which is a string)\",\"rule\":{},\"actualType\":\"string\",\"expectedType\":{}}]"},
		{`{ n: 'object' }`, `fine`},
		{`{ d: 'string' }`, "[{\"property\":\"d\",\"message\":\"`d` should be a string (instead of \\\"undefined\\\", which is a undefined)\",\"rule\":\"string\",\"actualType\":\"undefined\",\"expectedType\":\"string\"}]"},
		{`{}`, `fine`},
		{`undefined`, `fine`},
		{`{ s: { type: 'integer', required: true } }`, "[{\"property\":\"type\",\"data\":\"hi\",\"message\":\"`type` should be a object (instead of \\\"hi\\\", which is a string)\",\"rule\":\"object\",\"actualType\":\"string\",\"expectedType\":\"object\"},{\"property\":\"required\",\"data\":\"hi\",\"message\":\"`required` should be a object (instead of \\\"hi\\\", which is a string)\",\"rule\":\"object\",\"actualType\":\"string\",\"expectedType\":\"object\"}]"},
	} {
		x, rec := exchange("POST", "/", value.Of("s", "hi", "l", []any{"a", 1.0, value.Of("a", 2.0)}, "o", value.Of("p", 1.0), "n", value.Of("m", 5.0)))
		code := "var out; try { req.validate(" + tt.rules + "); out = 'fine'; } catch (e) { out = JSON.stringify(e.invalidParams); } res.send(out);"
		if _, err := w.handler(t, code).Serve(x); err != nil || rec.body.String() != tt.want {
			t.Errorf("%s: got %s, %v\nwant %s", tt.rules, rec.body.String(), err, tt.want)
		}
	}
	x, rec := exchange("GET", "/a?n=x", value.New(0))
	want := `[{"parameter":"a","error":"` + "`a`" + ` should be a string (instead of \"undefined\", which is a undefined)","expectedType":"string","actualType":"undefined"}]` +
		"Invalid parameters sent to route: \"GET /a?n=x\"\n  -> `a` should be a string (instead of \"undefined\", which is a undefined)"
	code := "try { req.validate({ a: 'string' }); } catch (e) { res.send(JSON.stringify(e) + e.inspect()); }"
	if _, err := w.handler(t, code).Serve(x); err != nil || rec.body.String() != want {
		t.Errorf("got %s, %v\nwant %s", rec.body.String(), err, want)
	}
	for _, rules := range []string{
		`{ a: 'nosuchrule' }`, `{ l: ['string', 'string'] }`, `{ s: { $message: 'own' } }`, `{ s: { $validate: { required: true } } }`,
		`(function () { const deep = { $validate: {} }; deep.$validate.type = deep; return { l: deep }; })()`,
	} {
		x, _ := exchange("POST", "/", value.Of("s", "hi", "l", []any{[]any{[]any{}}}))
		if _, err := w.handler(t, "req.validate("+rules+");").Serve(x); err == nil {
			t.Errorf("%s: no error", rules)
		}
	}
}
