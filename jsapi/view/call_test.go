package view_test

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"

	templates "framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/view"
)

// TestExposeLocals: what exposeLocalsToBrowser of 0.12 makes of the locals of a call, as
// Sails 0.12.14 answered; a page may have any name for a member, unlike there.
func TestExposeLocals(t *testing.T) {
	dir := write(t, map[string]string{"views/browser.ejs": "<%- exposeLocalsToBrowser(typeof o === 'undefined' ? undefined : o) %>"})
	for _, tt := range []struct{ locals, want string }{
		{`{ a: '</b>"&', b: "it's \x60" }`, `SAILS_LOCALS = { a: "&lt;/b&gt;&quot;&amp;",b: "it&#39;s &#96;", };`},
		{`{ a: 1.5, b: -0, c: NaN, d: Infinity, e: true, f: null, g: undefined }`, "{ a: 1.5,b: 0,c: 0,d: 0,e: true,f: null, };"},
		{`{ a: function () {}, b: new Date(0), c: new Date(NaN), d: /a</g }`, `{ a: null,b: "1970-01-01T00:00:00.000Z",c: "",d: "/a&lt;/g", };`},
		{`{ a: [undefined, null, NaN, function () {}, '<'], b: { c: undefined, d: function () {}, '<': '<' } }`, `{ a: [null,0,null,"&lt;"],b: {"d":null,"\u003c":"&lt;"}, };`},
		{`{ a: { toJSON: function () { return 1; }, b: 2 }, c: new Map([[1, 2]]), d: Object.create({ e: 1 }) }`, `{ a: {"toJSON":null,"b":2},c: {},d: {}, };`},
		{`(function () { const c = { a: 1 }; c.self = c; return { c: c }; })()`, `{ c: {"a":1,"self":"[Circular ~]"}, };`},
		{`{ 'a-b': 1, _locals: 2 }`, `{ "a-b": 1, };`},
		{`{ b: 2, a: 1, c: 3, o: { keys: ['a', 'b', 'x'], namespace: 'PAGE.own' } }`, `window.PAGE.own = { b: 2,a: 1, };`},
	} {
		got, err := viewOf(t, dir, tt.locals)
		if err != nil || !strings.Contains(got, tt.want) || strings.Count(got, "<") != 2 {
			t.Errorf("%s: got %q, %v; want %q", tt.locals, got, err, tt.want)
		}
	}
	for locals, want := range map[string]string{
		`{ o: { keys: 'a' } }`:         "Usage: If provided, `keys` should be an array of strings",
		`{ o: { namespace: null } }`:   "Usage: If provided, `namespace` should be a string",
		`{ exposeLocalsToBrowser: 1 }`: "exposeLocalsToBrowser is not a function",
	} {
		if _, err := viewOf(t, dir, locals); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", locals, err, want)
		}
	}
}

// TestExposePageLocals: what the script of exposeLocalsToBrowser of 1.x makes of the
// locals of a call and of res.locals in a browser, as Sails 1.5.18 answered; a page may
// have any name for a member, unlike there.
func TestExposePageLocals(t *testing.T) {
	dir := write(t, map[string]string{"views/browser.ejs": "<%- exposeLocalsToBrowser(typeof o === 'undefined' ? undefined : o) %>"})
	page := view.Switches{Browser: view.PageLocals, OnlyEJS: true}
	for _, tt := range []struct{ locals, held, want string }{
		{`{ a: '</b>"&', b: "it's \x60" }`, "", `{"SAILS_LOCALS":{"a":"</b>\"&","b":"it's ` + "`" + `"}}`},
		{`{ a: '\u2028\u2029</script><!--', b: '&amp;lt;&lt;' }`, "", `{"SAILS_LOCALS":{"a":"` + "\u2028\u2029" + `</script><!--","b":"&amp;lt;&lt;"}}`},
		{`{ a: 1.5, b: -0, c: NaN, d: Infinity, e: true, f: null, g: undefined }`, "", `{"SAILS_LOCALS":{"a":1.5,"b":0,"c":0,"d":0,"e":true,"f":null}}`},
		{`{ a: function () {}, b: new Date(0), c: new Date(NaN), d: /a</g }`, "", `{"SAILS_LOCALS":{"a":null,"b":"1970-01-01T00:00:00.000Z","c":"","d":"/a</g"}}`},
		{`{ a: [undefined, null, NaN, function () {}, '<'], b: { c: undefined, d: function () {}, '<': '<' } }`, "", `{"SAILS_LOCALS":{"a":[null,0,null,"<"],"b":{"d":null,"<":"<"}}}`},
		{`{ a: { toJSON: function () { return 1; }, b: 2 }, c: new Map([[1, 2]]), d: Object.create({ e: 1 }) }`, "", `{"SAILS_LOCALS":{"a":{"toJSON":null,"b":2},"c":{},"d":{}}}`},
		{`{ s: Symbol.iterator, b: new Uint8Array([1, 2]), n: new Number(5), e: new Proxy({ z: '<' }, {}) }`, "", `{"SAILS_LOCALS":{"s":{},"b":{"0":1,"1":2},"n":{},"e":{"z":"<"}}}`},
		{`(function () { const c = { a: 1 }; c.self = c; return { c: c }; })()`, "", `{"SAILS_LOCALS":{"c":{"a":1,"self":"[Circular ~]"}}}`},
		{`{ 'a-b': 1 }`, "", `{"SAILS_LOCALS":{"a-b":1}}`},
		{`{ b: 2, a: 1, c: 3, o: { keys: ['a', 'b', 'x'], namespace: 'PAGE' } }`, "", `{"PAGE":{"b":2,"a":1}}`},
		{`{ b: '<', o: { dontUnescapeOnClient: true, keys: ['b'] } }`, "", `{"SAILS_LOCALS":{"b":"&lt;"}}`},
		{`{ b: '<', o: { dontUnescapeOnClient: '1', keys: ['b'] } }`, "", `{"SAILS_LOCALS":{"b":"&lt;"}}`},
		{`{ a: 1 }`, `{ b: 2, f: function () {}, n: null, u: undefined, _csrf: 'tok', req: 1, res: 2, session: 3, _: 4, sails: 5, view: 6 }`, `{"SAILS_LOCALS":{"b":2,"n":null,"_csrf":"tok","a":1}}`},
		{`{ a: 1 }`, `{ _csrf: '', settings: 7, body: 8, layout: false, _locals: 9 }`, `{"SAILS_LOCALS":{"settings":7,"body":8,"a":1}}`},
		{`{ req: 1, session: 3, _: 4, sails: 5, _csrf: '', _locals: 1, layout: false }`, "", `{"SAILS_LOCALS":{"req":1,"session":3,"_":4,"sails":5,"_csrf":""}}`},
		{`{ a: undefined, b: undefined }`, `{ a: 2, b: function () {} }`, `{"SAILS_LOCALS":{}}`},
		{`{ a: 2 }`, `{ a: 3, c: 1 }`, `{"SAILS_LOCALS":{"a":2,"c":1}}`},
	} {
		got, err := viewAs(t, dir, page, tt.locals, tt.held, `JSON.stringify(window)`)
		if err != nil || got != tt.want {
			t.Errorf("%s, %s: got %s, %v; want %s", tt.locals, tt.held, got, err, tt.want)
		}
	}
	for locals, want := range map[string]string{
		`{ o: { keys: 'a' } }`:                 "Usage: If provided, `keys` should be an array of strings",
		`{ o: { keys: [true, null] } }`:        "Usage: If provided, `keys` should be an array of strings",
		`{ o: { namespace: null } }`:           "Usage: If provided, `namespace` should be a string",
		`{ o: { namespace: NaN } }`:            "Usage: If provided, `namespace` should be a string",
		`{ o: { dontUnescapeOnClient: 'x' } }`: "Usage: If provided, `dontUnescapeOnClient` should be either `true` or `false`",
	} {
		if _, err := viewAs(t, dir, page, locals, "", ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", locals, err, want)
		}
	}
}

// TestInnerLocals: the local called locals has what templates of ejs-locals find behind
// their own locals, as Sails 0.11.5 and 0.12.14 answered.
func TestInnerLocals(t *testing.T) {
	dir := write(t, map[string]string{
		"views/browser.ejs": "<%= a %>,<%= b %>,<%= typeof partial %>,<%= locals.a %>,<%- partial('part', { b: 3 }) %><% layout('frame') %>",
		"views/part.ejs":    "<%= a %>;<%= b %>",
		"views/frame.ejs":   "[<%- body %>|<%= a %>]",
	})
	got, err := viewOf(t, dir, `{ b: 2, locals: { a: 'in', b: 'in', partial: 'in' } }`)
	if want := "[in,2,function,in,in;3|in]"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

// TestAssignedLocals: a layout sees what its page has assigned to locals, but not what a
// partial has, or a variable of the page, as ejs-locals 1.0.2 does.
func TestAssignedLocals(t *testing.T) {
	dir := write(t, map[string]string{
		"views/browser.ejs": "<% title = 'Home'; n++; var own = 2; %><%= own %><%- partial('part') %><% layout('frame') %>",
		"views/part.ejs":    "<% title += '!' %><%= title %>",
		"views/frame.ejs":   "[<%- body %>|<%= title %>,<%= n %>,<%= own %>]",
	})
	got, err := viewOf(t, dir, `{ title: '', n: 1, own: 1 }`)
	if want := "[2Home!|Home,2,1]"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

// viewOf renders the view "browser" as res.view of 0.12 does.
func viewOf(t *testing.T, dir, locals string) (html string, err error) {
	t.Helper()
	return viewAs(t, dir, view.Switches{EJSLocals: true, Browser: view.CallLocals}, locals, "", "")
}

// viewAs renders the view "browser" with locals of the call and of res.locals, and
// returns what an expression is in a browser once it has run the script of the page;
// without an expression the page.
func viewAs(t *testing.T, dir string, switches view.Switches, locals, held, expression string) (html string, err error) {
	t.Helper()
	iso, ierr := jsapi.New(jsapi.Options{Root: dir})
	if ierr != nil {
		t.Fatal(ierr)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	if ierr := iso.Do(context.Background(), func(r *jsapi.Realm) error {
		v, err2 := view.New(r, view.Options{
			Templates: templates.New(templates.Options{Dir: filepath.Join(dir, "views"), EJS08: switches.EJSLocals}),
			EJS08:     switches.EJSLocals, Switches: switches,
		})
		if err2 != nil {
			return err2
		}
		own, err2 := r.Runtime().RunString("(" + locals + ")")
		if err2 != nil {
			return err2
		}
		all, err2 := r.Runtime().RunString("(" + cmp.Or(held, "{}") + ")")
		if err2 != nil {
			return err2
		}
		v.View("browser", own.(*goja.Object), all.(*goja.Object), goja.Undefined(), func() *goja.Object {
			return jsapi.Copy(r.Runtime(), all.(*goja.Object))
		}, func(h string, e error) { html, err = h, e })
		if expression == "" {
			return nil
		}
		script := strings.TrimSuffix(strings.TrimPrefix(html, `<script type="text/javascript">`), "</script>")
		if strings.ContainsAny(script, "<\u2028\u2029") {
			t.Errorf("%s: the script %s", locals, script)
		}
		shown, err2 := r.Runtime().RunString("const window = {};" + script + ";" + expression)
		if err2 != nil {
			return err2
		}
		html = shown.String()
		return nil
	}); ierr != nil {
		t.Fatal(ierr)
	}
	return html, err
}
