package warnings

import (
	"framework/engine/orm"
	"framework/engine/problem"
)

// Model is the keys that the file of a model has, as written.
type Model struct {
	Source     string // project file
	Name       string // as messages call it
	Keys       []string
	Attributes []Attribute
	// Types are the model's own validation rules.
	Types []string
}

// Attribute is the keys of an attribute.
type Attribute struct {
	Name string
	Keys []string
}

// MisspeltModels warns about typing errors in the keys of models and their attributes.
// A model may have functions of the project's own, so that only what looks like a known
// key, and is read by no script, is one.
func MisspeltModels(scripts *Scripts, models []Model) []problem.Problem {
	s := &speller{Scripts: scripts}
	ofModels, rules := vocabularyOf(modelNames()), vocabularyOf(attributeNames(), orm.ClassicRules(), orm.ModernRules())
	for _, m := range models {
		s.check(object{file: m.Source, what: m.Name, noun: "key of a model", keys: m.Keys, known: ofModels})
		known := rules
		if len(m.Types) > 0 {
			known = vocabularyOf(rules.names, m.Types)
		}
		for _, a := range m.Attributes {
			s.check(object{
				file: m.Source, what: m.Name + "." + a.Name, noun: "property of an attribute and no validation rule", keys: a.Keys, known: known,
			})
		}
	}
	return s.out
}
