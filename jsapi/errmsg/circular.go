package errmsg

import (
	"strings"

	"github.com/dop251/goja"
)

const (
	circular = "Converting circular structure to JSON"
	// firstSteps and lastSteps are how many objects of a long circle V8 names.
	firstSteps, lastSteps = 2, 1
)

// Circular returns the message for an object in which JSON.stringify finds itself:
// circle are the objects from it on, keys how each leads to the next, and the last one
// back. A key is "index 0" or "property 'a'".
func Circular(rt *goja.Runtime, circle []*goja.Object, keys []string) string {
	if len(circle) == 0 || len(keys) != len(circle) {
		return circular
	}
	var b strings.Builder
	b.WriteString(circular + "\n    --> starting at object with constructor '" + constructorOf(rt, circle[0]) + "'")
	for i, o := range circle[1:] {
		if i >= firstSteps && i < len(circle)-1-lastSteps {
			if i == firstSteps {
				b.WriteString("\n    |     ...")
			}
			continue
		}
		b.WriteString("\n    |     " + keys[i] + " -> object with constructor '" + constructorOf(rt, o) + "'")
	}
	b.WriteString("\n    --- " + keys[len(keys)-1] + " closes the circle")
	return b.String()
}
