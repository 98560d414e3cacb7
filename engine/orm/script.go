package orm

import "strings"

// ORM returns the set of models that m belongs to.
func (m *Model) ORM() *ORM { return m.orm }

// Adapter returns the store that holds m's records.
func (m *Model) Adapter() Adapter { return m.adapter }

// Scripted is an adapter that is JavaScript. Script says which.
type Scripted interface{ Script() string }

// Script says why operations on the model enter JavaScript: its store, its lifecycle
// callbacks, computed defaults, custom rules, toJSON. Empty when none does.
func (m *Model) Script() []string {
	d := m.Definition
	var why []string
	if s, ok := m.adapter.(Scripted); ok {
		why = append(why, s.Script())
	}
	for _, name := range d.Callbacks.Names() {
		why = append(why, "lifecycle callback "+name)
	}
	for _, a := range m.Attributes {
		if a.DefaultFunc != nil {
			why = append(why, "computed default of "+a.Name)
		}
		var rules []string
		for _, r := range a.Rules {
			_, custom := d.Types[r.Name]
			_, computed := r.Arg.(RuleArgFunc)
			_, own := r.Arg.(Test)
			if custom || computed || own {
				rules = append(rules, r.Name)
			}
		}
		if _, custom := d.Types[a.Type]; custom && a.Type != "" {
			rules = append(rules, a.Type)
		}
		if len(rules) > 0 {
			why = append(why, "validation rule "+strings.Join(rules, ", ")+" of "+a.Name)
		}
	}
	if d.ToJSON {
		why = append(why, "toJSON")
	}
	return why
}
