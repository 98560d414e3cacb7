package translate_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/locale"
	"framework/jsapi"
	"framework/jsapi/jsapitest"
	"framework/jsapi/translate"
)

var texts = map[string]string{
	"en.json": `{
		"hi": "Hello", "hi %s": "Hello %s", "cats": {"one": "%s cat", "other": "%s cats"},
		"mail": "Hi {{name}} {{{raw}}} {{&raw}}", "cart": {"empty": "Empty", "deep": {"er": "Deep %s"}},
		"mf": "{N, plural, one{# cat} other{# cats}}", "named mf": "{{name}}: {N, plural, one{# cat} other{# cats}}",
		"sel": "{G, select, male{He} female{She} other{They}} did {what}", "none": {"other": "no one"}
	}`,
	"de.json": `{
		"hi": "Hallo", "hi %s": "Hallo %s", "cats": {"one": "%s Katze", "other": "%s Katzen"},
		"mf": "{N, plural, =0{keine} one{# Katze} other{# Katzen}}"
	}`,
}

// open returns a realm in which o is an object with the functions of i18n, whose locale
// state holds, and sails an app object.
func open(t *testing.T) (*jsapi.Isolate, *translate.Translator) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	iso, err := jsapi.New(jsapi.Options{Root: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	var tr *translate.Translator
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString("var sails = {}, state = {}, o = {}, receivers = []; (function (on) { receivers.push(on); return state; })")
		if err != nil {
			return err
		}
		tr, err = translate.Open(r, locale.Options{Dir: dir, Locales: []string{"en", "de"}, Default: "en", Paths: true}, r.Runtime().Get("sails"), slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		return tr.Install(r.Runtime().Get("o"), v)
	})
	if err != nil {
		t.Fatal(err)
	}
	return iso, tr
}

// TestFunctions compares the functions with those of i18n 0.8.1, which Sails 0.12 has,
// except where a comment says otherwise.
func TestFunctions(t *testing.T) {
	t.Parallel()
	iso, _ := open(t)
	for _, tt := range [][2]string{
		{`o.__('hi')`, `"Hello"`},
		{`o.setLocale('de'), o.__('hi')`, `"Hallo"`},
		{`o.setLocale('xx'), o.__('hi')`, `"Hello"`},
		{`o.setLocale('de')`, `"de"`},
		{`o.setLocale('xx')`, `"en"`},
		{`var req = {}; [o.setLocale(req, 'de'), req.locale, o.getLocale()]`, `["de","de","en"]`}, // i18n changes both
		{`o.getLocale()`, `"en"`},
		{`o.getLocales()`, `["en","de"]`},
		{`o.getCatalog('de').hi`, `"Hallo"`},
		{`o.getCatalog().hi`, `"Hello"`},
		{`o.getCatalog('xx')`, `null`}, // undefined; i18n: false
		{`o.__('unknown')`, `"unknown"`},
		{`o.__('unknown %s and %d', 'a', 3)`, `"unknown a and 3"`},
		{`o.__('hi %s', 'Ann')`, `"Hello Ann"`},
		{`o.__('hi %s')`, `"Hello %s"`},
		{`o.__('hi %s', ['Ann'])`, `"Hello Ann"`}, // i18n leaves it
		{`o.__({ phrase: 'hi', locale: 'de' })`, `"Hallo"`},
		{`o.__({ phrase: 'hi %s', locale: 'de' }, 'Ann')`, `"Hallo Ann"`},
		{`o.__('mail', { name: '<b>', raw: '<i>' })`, `"Hi &lt;b&gt; <i> <i>"`},
		{`o.__('{{a}}', { a: '&<>"\'/' })`, `"&amp;&lt;&gt;&quot;&#39;&#x2F;"`},
		{`o.__('hello {{a.b}}', { a: { b: 1 } })`, `"hello 1"`},
		{`o.__('hello {{none}}.', { a: 1 })`, `"hello ."`},
		{`o.__('hello {{a}}, %s', 'b', { a: 1 })`, `"hello 1, b"`},
		{`o.__('hello {{a}}', ['x'])`, `"hello {{a}}"`},
		{`o.__('cart.empty')`, `"Empty"`},
		{`o.__('cart.deep.er', 1)`, `"Deep 1"`},
		{`o.__('cart.none')`, `"cart.none"`},
		{`o.__('cats')`, `"%s cat"`},
		{`o.__('none')`, `"none"`}, // it has no form for one
		{`o.__n('cats', 1)`, `"1 cat"`},
		{`o.__n('cats', '1')`, `"1 cat"`},
		{`o.__n('cats', '2')`, `"2 cats"`},
		{`o.__n('cats', 'cats', '1')`, `"1 cat"`},
		{`o.__n('cats', 3)`, `"3 cats"`},
		{`o.__n('%s dog', '%s dogs', 1)`, `"1 dog"`},
		{`o.__n('%s dog', '%s dogs', 3)`, `"3 dogs"`},
		{`o.__n('%s dog', '%s dogs', 0)`, `"0 dogs"`},
		{`o.__n('%s dog of %s', '%s dogs of %s', 2, 'Ann')`, `"2 dogs of Ann"`}, // i18n has the count alone
		{`o.__n('cats', 2, 'Ann')`, `"2 cats"`},
		{`o.__n({ singular: 'cats', plural: 'cats', count: 2, locale: 'de' })`, `"2 Katzen"`},
		{`o.__n({ singular: 'cats', plural: 'cats', locale: 'de' }, 1)`, `"1 Katze"`},
		{`o.__mf('mf', { N: 1 })`, `"1 cat"`},
		{`o.__mf('mf', { N: 5 })`, `"5 cats"`},
		{`o.__mf({ phrase: 'mf', locale: 'de' }, { N: 0 })`, `"keine"`},
		{`o.__mf({ phrase: 'mf', locale: 'de' }, { N: 1 })`, `"1 Katze"`},
		{`o.__mf('sel', { G: 'female', what: 'it' })`, `"She did it"`},
		{`o.__mf('sel', { G: 'x', what: 'it' })`, `"They did it"`},
		{`o.__mf('named mf', { N: 2, name: 'Ann' })`, `"Ann: 2 cats"`},
		{`[1, 2, 3, 11, 22].map(function (n) { return o.__mf('{N, selectordinal, one{#st} two{#nd} few{#rd} other{#th}}', { N: n }); })`, `["1st","2nd","3rd","11th","22nd"]`},
		{`[1, 2, 3].map(function (n) { return o.__mf('{N, plural, offset:1 =1{you} one{you and one} other{you and #}}', { N: n }); })`, `["you","you and one","you and 2"]`}, // i18n fails
		{`o.__mf('{a}{none}, \\{b\\} #', { a: 1 })`, `"1, {b} #"`},
		{`o.__mf('plain %s', 'x')`, `"plain x"`},
		{`o.__mf('cats')`, `{"one":"%s cat","other":"%s cats"}`}, // i18n: {}
		{`o.__l('hi').sort()`, `["Hallo","Hello"]`},
		{`o.__h('hi').map(function (h) { return Object.keys(h)[0] + h[Object.keys(h)[0]]; }).sort()`, `["deHallo","enHello"]`},
		// sprintf
		{`o.__('%d%%', 5)`, `"5%"`},
		{`o.__('%s %s', 'a')`, `"a %s"`}, // i18n: "a undefined"
		{`o.__('%s', null)`, `"null"`},
		{`o.__('%s', function () { return 7; })`, `"7"`},
		{`o.__('%.2s', 'abc')`, `"ab"`},
		{`o.__('%2$s %1$s', 'a', 'b')`, `"b a"`},
		{`o.__('%(name)s is %(age)d, %(of.a)s %(of[a])s', { name: 'x', age: 4, of: { a: 5 } })`, `"x is 4, 5 5"`}, // i18n leaves it
		{`o.__('%x %X %o %b %c %u', 255, 255, 8, 5, 65, -1)`, `"ff FF 10 101 A 4294967295"`},
		{`o.__('%e %.2e %f %.2f %g %.3g %i', 12345, 12345, '1.50', 1.005, 0.5, 1234.5, '7.9')`, `"1.2345e+4 1.23e+4 1.5 1.00 0.5 1230 7"`},
		{`o.__('%j %t %T %v', { a: 1 }, 0, [], 'v')`, `"{\"a\":1} false array v"`},
		{`o.__('%5s|%-5s|%\'*5s|%-05d|%05d|%+d|%+d|%+06d', 'a', 'b', 'c', 7, -7, 3, -3, 12)`, `"    a|b    |****c|7    |-0007|+3|-3|+00012"`},
		{`o.__('%05.2f', 3.14159)`, `"03.14"`},
		{`o.__('%99999s', 'a').length`, `1000`}, // a width is bounded
		{`o.__('%z %', 1)`, `"%z %"`},
	} {
		got, err := jsapitest.Value(t.Context(), iso, "state.locale = 'en'; "+tt[0])
		if err != nil || got != tt[1] {
			t.Errorf("%s: got %s, %v, want %s", tt[0], got, err, tt[1])
		}
	}
	if got, err := jsapitest.Value(t.Context(), iso, "receivers.length > 0 && receivers.every(function (on) { return on === o; })"); got != "true" || err != nil {
		t.Errorf("the locale is asked of something else than the receiver: %s, %v", got, err)
	}
}

// TestMessagesThatCannotBeRead: the error says what is wrong, and where.
func TestMessagesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	iso, _ := open(t)
	for text, want := range map[string]string{
		"{":                                      "a name is missing at character 1",
		"{a":                                     "a , or } is missing at character 2",
		"}":                                      "there is a } too many at character 0",
		"{a, many, other{x}}":                    "there is no many at character 8",
		"{a, plural}":                            "a , is missing at character 10",
		"{a, plural, one{x}}":                    "the case other is missing at character 19",
		"{a, plural, other x}":                   "a { is missing at character 18",
		"{a, plural, other{x":                    "a } is missing at character 19",
		"{a, plural, other{x}":                   "a name is missing at character 20",
		strings.Repeat("{a, select, other{", 60): "the cases are too deep at character ",
	} {
		_, err := jsapitest.Value(t.Context(), iso, "o.__mf('"+text+"', {})")
		if err == nil || !strings.Contains(err.Error(), "SyntaxError: __mf: "+want) {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
}

// TestOwnLocales: the app object has a locale of its own, which is the default at first.
func TestOwnLocales(t *testing.T) {
	t.Parallel()
	iso, _ := open(t)
	for _, tt := range [][2]string{
		{`[sails.getLocale(), sails.__('hi')]`, `["en","Hello"]`},
		{`state.locale = 'de'; [sails.getLocale(), o.getLocale()]`, `["en","de"]`},
		{`sails.setLocale('de'); state.locale = 'en'; [sails.__('hi'), o.__('hi')]`, `["Hallo","Hello"]`},
		{`Object.keys(sails).sort().join()`, `"__,__h,__l,__mf,__n,getCatalog,getLocale,getLocales,setLocale"`},
		{`sails.__ = 1, sails.__`, `1`}, // a project may replace it
	} {
		if got, err := jsapitest.Value(t.Context(), iso, tt[0]); err != nil || got != tt[1] {
			t.Errorf("%s: got %s, %v, want %s", tt[0], got, err, tt[1])
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	_, tr := open(t)
	for _, tt := range [][3]string{
		{"", "", "en"}, {"de", "", "de"}, {"de", "en", "en"}, {"en", "de", "de"}, {"de", "xx", "de"}, {"fr", "xx", "en"},
	} {
		if got := tr.Choose(tt[0], tt[1]); got != tt[2] {
			t.Errorf("Accept-Language %q, cookie %q: got %s, want %s", tt[0], tt[1], got, tt[2])
		}
	}
	want := []string{"__", "__n", "__mf", "getLocale", "setLocale", "getCatalog", "getLocales", "__l", "__h"}
	if got := tr.Functions(); !slices.Equal(got, want) {
		t.Errorf("the functions are %v", got)
	}
}

// TestFunction: one function alone, for what gets them one at a time.
func TestFunction(t *testing.T) {
	t.Parallel()
	iso, tr := open(t)
	err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
		state, err := r.Runtime().RunString("(function () { return { locale: 'de' }; })")
		if err != nil {
			return err
		}
		fn, err := tr.Function("__", state)
		if err != nil {
			return err
		}
		call, _ := goja.AssertFunction(fn)
		v, err := call(goja.Undefined(), r.Runtime().ToValue("hi"))
		if err == nil && v.String() != "Hallo" {
			t.Errorf("got %s", v)
		}
		if _, err := tr.Function("none", state); err == nil {
			t.Error("there is a function that is none")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestBrokenCatalog: a project whose texts cannot be read does not get the functions.
func TestBrokenCatalog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "en.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	iso, err := jsapi.New(jsapi.Options{Root: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		_, err := translate.Open(r, locale.Options{Dir: dir, Shown: "config/locales", Default: "en"}, r.Runtime().NewObject(), slog.New(slog.DiscardHandler))
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "config/locales/en.json") {
		t.Errorf("got %v", err)
	}
}
