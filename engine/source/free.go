package source

import (
	"slices"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// Free are the names that a script uses and does not declare, sorted; none if it cannot be
// parsed.
func Free(text string) []string {
	ast, err := js.Parse(parse.NewInputString(text), js.Options{})
	if err != nil {
		return nil
	}
	var out []string
	for _, v := range ast.Undeclared {
		out = append(out, string(v.Name()))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
