package waterline

import (
	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// Rules are the differences of models between releases of Sails: how model files are
// read, which methods exist, their results, records and errors. Classic and Modern
// return them; Defaults and Binding choose.
type Rules interface {
	// values are the differences that are plain values.
	values() Switches

	// inherits reports whether models inherit the attributes of config.models.
	inherits(standalone bool) bool
	// begin sets the defaults of a definition before its file is read.
	begin(def *orm.Definition)
	// read reads the file.
	read(rd *reader) error

	// describe defines the properties of a model object, with show and hide, and
	// returns the kind that names its methods in the scripts.
	describe(c *Class, o *goja.Object, show, hide func(name string, v goja.Value)) error
	kind() string
	// finders reports whether there are methods named after attributes.
	finders() bool

	// functions reports whether functions among copied arguments are kept.
	functions() bool
	// dates reports whether attributes get invalid Dates as text.
	dates() bool
	// prepare copies the arguments of a method and returns its work.
	prepare(c *Class, q *queryCall) (work worker, reads bool, err error)

	// prototype returns the prototype of the model's records, nil for plain objects;
	// lists are the collections that are shown although they are not populated.
	prototype(c *Class) (*goja.Object, error)
	lists(collections []string) []string

	// criteria converts a query for beforeDestroy.
	criteria(q *orm.Query) *value.Map
	// callbackError completes the error of a lifecycle callback.
	refused(c *Class, r *jsapi.Realm, e *CallbackError)
	// direct makes the error for calls with a callback and for methods of records, nil
	// for that of a promise.
	direct(realm *jsapi.Realm, err error) goja.Value
	// unknown makes the JavaScript error for an error that is not of the ORM.
	unknown(b *bridge, m *orm.Model, err error) goja.Value
}

// Classic are the rules of 0.10 to 0.12, which differ in values.
func Classic(s Switches) Rules { return classic{s} }

// Modern returns the rules of 1.x: other settings, methods and errors, and records
// that are plain objects.
func Modern() Rules { return modern{} }

// Switches are the differences between the classic releases that are values.
type Switches struct {
	// SaveAnswers: save passes the stored record with its associations to its
	// callback (0.10); later releases only update the record itself.
	SaveAnswers bool
	// SaveErrorList: if save cannot change a collection, its error is a list of the
	// failed changes (0.10), later an error that has the list.
	SaveErrorList bool
	// BareUsage: the cause of the error of findOne without criteria is its text (0.10,
	// 0.11), not an Error.
	BareUsage bool
	// PlainTimestamps: a name in autoCreatedAt and autoUpdatedAt only switches the
	// attribute on, which keeps its name (0.10, 0.11).
	PlainTimestamps bool
}
