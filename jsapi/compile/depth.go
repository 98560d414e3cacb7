package compile

import (
	"fmt"
	"strings"

	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"

	"framework/jsapi/bounds"
)

// Check refuses a source that nests too deeply for recursive parsers.
func Check(name, src string) error {
	at := bounds.TooDeep(src)
	if at < 0 {
		return nil
	}
	before := src[:at]
	return parser.ErrorList{&parser.Error{
		Position: file.Position{Filename: name, Line: 1 + strings.Count(before, "\n"), Column: len(before) - strings.LastIndexByte(before, '\n')},
		Message:  fmt.Sprintf("The source nests too deep: brackets may nest %d deep", bounds.MaxBrackets),
	}}
}
