package doctor

import (
	"fmt"
	"strings"
)

// routes adds the number of actions that can be reached without a policy.
func (e *examination) routes() {
	const shown = 5
	var open []string
	for _, way := range e.Ways {
		if way.IsUnguardedAction() {
			open = append(open, strings.TrimSpace(way.Verb+" "+way.Path))
		}
	}
	if len(open) == 0 {
		return
	}
	list := strings.Join(open[:min(shown, len(open))], ", ")
	if len(open) > shown {
		list += ", …"
	}
	e.add(Finding{
		Topic: Routes, Level: Note, What: fmt.Sprintf("%d routes lead to actions without a policy: %s", len(open), list),
		Do: "framework audit lists them; a rule of config/policies.js guards them",
	})
}
