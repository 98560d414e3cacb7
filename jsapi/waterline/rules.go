package waterline

import (
	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// Rules are what JavaScript sees of models in one release of Sails: how model
// files are read, which methods there are and what they answer, and what records
// and errors look like. Classic and Modern make them; they are chosen once, in
// Defaults and Binding.
type Rules interface {
	// values are the differences that are plain values.
	values() Switches

	// inherits reports whether models take over the attributes of config.models.
	inherits(standalone bool) bool
	// begin fills in what a definition is before its file is read.
	begin(def *orm.Definition)
	// read reads the file.
	read(rd *reader) error

	// describe shows what code reads from the object of a model, whose properties
	// show and hide define, and kind names its methods in the scripts.
	describe(c *Class, o *goja.Object, show, hide func(name string, v goja.Value)) error
	kind() string
	// finders reports whether there are methods named after attributes.
	finders() bool

	// functions reports whether functions among copied arguments are kept.
	functions() bool
	// prepare copies the arguments of a method, and work is what it does with them.
	prepare(c *Class, q *queryCall) (worker, error)

	// prototype is that of the model's records, nil for a plain object. lists are
	// the collections that they show while these are not populated.
	prototype(c *Class) (*goja.Object, error)
	lists(collections []string) []string

	// criteria is a query as beforeDestroy sees it.
	criteria(q *orm.Query) *value.Map
	// refused completes the error of a lifecycle callback.
	refused(c *Class, r *jsapi.Realm, e *CallbackError)
	// unknown makes the error of JavaScript for one that is not of the ORM.
	unknown(b *bridge, m *orm.Model, err error) goja.Value
}

// Classic are the rules of 0.10 to 0.12, which differ in values.
func Classic(s Switches) Rules { return classic{s} }

// Modern are the rules of 1.x: other settings, methods and errors, and records
// that are plain objects.
func Modern() Rules { return modern{} }

// Switches are the differences between the classic releases that are values.
type Switches struct {
	// SaveAnswers: save gives its callback the record as it is stored then, with
	// its associations (0.10), and not only changes the one it was called on.
	SaveAnswers bool
	// SaveErrorList: the error of a change of a collection that save could not make is
	// a list of such changes (0.10), not an error that has the list.
	SaveErrorList bool
	// TextDates: toObject, and toJSON with it, gives dates as text (0.10).
	TextDates bool
}
