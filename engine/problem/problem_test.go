package problem_test

import (
	"testing"

	"framework/engine/problem"
)

func TestString(t *testing.T) {
	for want, p := range map[string]problem.Problem{
		"a is no setting":     problem.General("%s is no setting", "a"),
		"config/a.js: is old": problem.In("config/a.js", "is %s", "old"),
		"views/a.ejs:3: open": problem.In("views/a.ejs", "open").At(3, 0),
		`config/a.js:2:4: "adaptor" is no setting; did you mean "adapter"?`: problem.In("config/a.js", `"adaptor" is no setting`).At(2, 4).
			Advise(`; did you mean "adapter"?`),
	} {
		if got := p.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
