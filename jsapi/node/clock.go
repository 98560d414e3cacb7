package node

import (
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// timerFunctions are the functions of timers that other embedded scripts call.
var timerFunctions = []string{"setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"}

// needsClock reports whether an embedded script calls one of them, or asks for the time.
func needsClock(source string) bool {
	return strings.Contains(source, "Date.now()") || slices.ContainsFunc(timerFunctions, func(name string) bool { return strings.Contains(source, name+"(") })
}

// keepTimers remembers the functions of timers before other code can replace them.
func (l *loader) keepTimers(timers *goja.Object) {
	for _, name := range timerFunctions {
		l.timers = append(l.timers, timers.Get(name))
	}
}

// clock is Date and the functions of timers as they were before code of the project ran. Tests replace the global
// ones (fake timers); connections go on meanwhile, as in Node.
func (l *loader) clock() ([]goja.Value, error) {
	if _, err := l.load("timers"); err != nil {
		return nil, err
	}
	if l.timers == nil {
		return nil, errors.New("timers needs a script that needs timers")
	}
	return append([]goja.Value{l.date}, l.timers...), nil
}
