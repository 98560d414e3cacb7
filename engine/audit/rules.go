package audit

import (
	"strings"

	"framework/engine/value"
)

// Rules are what requests reach in one release of Sails. Classic and Modern make
// them.
type Rules interface {
	// model is the name of the model that the options of a route choose for a default
	// action.
	model(options *value.Map) (name string, chosen bool)
	// nested reports whether objects in the body of a request become records of
	// associated models, or change them.
	nested() bool
	// asksSides reports whether requests for a join table of the ORM have to pass the
	// policies of the models that it joins.
	asksSides() bool
}

// Classic are the rules of 0.10 to 0.12.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) model(options *value.Map) (name string, chosen bool) {
	name, chosen = options.Value("model").(string)
	return name, chosen
}

func (classic) nested() bool { return true }

func (classic) asksSides() bool { return false }

// Modern are the rules of 1.x: actions have paths that begin with the model, and
// nested objects are links to records.
func Modern() Rules { return modern{} }

type modern struct{}

func (modern) model(options *value.Map) (name string, chosen bool) {
	if path, ok := options.Value("action").(string); ok {
		name, _, chosen = strings.Cut(path, "/")
		return name, chosen
	}
	name, chosen = options.Value("model").(string)
	return name, chosen
}

func (modern) nested() bool { return false }

func (modern) asksSides() bool { return true }
