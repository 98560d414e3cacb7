package translate

import (
	_ "embed"
	"errors"
	"log/slog"

	"github.com/dop251/goja"

	"framework/engine/locale"
	"framework/engine/value"
	"framework/jsapi"
)

//go:embed translate.js
var source string

var program = goja.MustCompile("framework:translate.js", source, true)

// Translator creates the functions of i18n in one realm. It must be used on the
// loop.
type Translator struct {
	realm     *jsapi.Realm
	catalogs  *locale.Catalogs
	give      goja.Callable
	giveHeirs goja.Callable
	member    goja.Callable
	functions []string
}

// Open reads the catalogs of a project, and gives its app object the functions. log
// gets what prevents that a catalog is written.
func Open(r *jsapi.Realm, opts locale.Options, app goja.Value, log *slog.Logger) (*Translator, error) {
	catalogs, err := locale.Read(opts)
	if err != nil {
		return nil, err
	}
	t, err := New(r, catalogs, log)
	if err != nil {
		return nil, err
	}
	return t, t.giveApp(app)
}

// New prepares a realm for catalogs.
func New(r *jsapi.Realm, catalogs *locale.Catalogs, log *slog.Logger) (*Translator, error) {
	rt := r.Runtime()
	t := &Translator{realm: r, catalogs: catalogs}
	v, err := rt.RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	start, ok := goja.AssertFunction(v)
	if !ok {
		return nil, errors.New("translate.js gives no function")
	}
	native := rt.NewObject()
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		// text is (locale, word, its plural if there is one).
		"text": func(call goja.FunctionCall) goja.Value {
			in, word, many := call.Argument(0).String(), call.Argument(1).String(), call.Argument(2)
			text, known := catalogs.Text(in, word)
			if !known || catalogs.Synced() {
				var learned any = word
				if !goja.IsUndefined(many) {
					learned = value.Of("one", word, "other", many.String())
				}
				if err := catalogs.Learn(in, word, learned); err != nil {
					log.Warn(err.Error())
				}
			}
			return r.ToJS(text)
		},
		// plural is (locale, number, ordinal): "one", "few", "other"…
		"plural": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(locale.Plural(call.Argument(0).String(), call.Argument(1).ToFloat(), call.Argument(2).ToBoolean()))
		},
		"has":   func(call goja.FunctionCall) goja.Value { return rt.ToValue(catalogs.Has(call.Argument(0).String())) },
		"names": func(goja.FunctionCall) goja.Value { return t.names() },
		"catalog": func(call goja.FunctionCall) goja.Value {
			if c := catalogs.Catalog(call.Argument(0).String()); c != nil {
				return r.ToJS(c)
			}
			return goja.Undefined()
		},
	} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	_ = native.Set("initial", catalogs.Default()) // does not fail on a new object
	_ = native.Set("keeps", catalogs.Keeps())
	_ = native.Set("upToOne", catalogs.UpToOne())
	v, err = start(goja.Undefined(), native)
	if err != nil {
		return nil, r.Wrap(err)
	}
	made := v.ToObject(rt)
	for name, into := range map[string]*goja.Callable{"give": &t.give, "giveHeirs": &t.giveHeirs, "member": &t.member} {
		if *into, ok = goja.AssertFunction(made.Get(name)); !ok {
			return nil, errors.New("translate.js gives no function " + name)
		}
	}
	return t, rt.ExportTo(made.Get("names"), &t.functions)
}

func (t *Translator) names() goja.Value {
	list := []any{}
	for _, n := range t.catalogs.Names() {
		list = append(list, n)
	}
	return t.realm.ToJS(list)
}

// Wrote reports whether a file is as the translator has left it (an absolute path).
func (t *Translator) Wrote(path string) bool { return t.catalogs.Wrote(path) }

// Install sets the functions on target; state is a JavaScript function that gets
// their receiver and returns the object whose member locale is used.
func (t *Translator) Install(target, state goja.Value) error {
	_, err := t.give(goja.Undefined(), target, state)
	return t.realm.Wrap(err)
}

// InstallHeirs sets the functions on a prototype: each object that inherits from it is
// the receiver of its own, also when they are called without it.
func (t *Translator) InstallHeirs(prototype, state goja.Value) error {
	_, err := t.giveHeirs(goja.Undefined(), prototype, state)
	return t.realm.Wrap(err)
}

// Functions returns the names of the functions.
func (t *Translator) Functions() []string { return t.functions }

// Function returns one of the functions; state is as for Give.
func (t *Translator) Function(name string, state goja.Value) (goja.Value, error) {
	v, err := t.member(goja.Undefined(), t.realm.Runtime().ToValue(name), state)
	return v, t.realm.Wrap(err)
}

// giveApp sets the functions on target with a locale of their own, initially the
// default.
func (t *Translator) giveApp(target goja.Value) error {
	own := t.realm.ToJS(value.Of("locale", t.catalogs.Default()))
	return t.Install(target, t.realm.Runtime().ToValue(func(goja.FunctionCall) goja.Value { return own }))
}

// Choose returns the locale of a cookie, if it exists, or else the one for an
// Accept-Language header.
func (t *Translator) Choose(accept, cookie string) string {
	if t.catalogs.Has(cookie) {
		return cookie
	}
	return t.catalogs.Choose(accept)
}
