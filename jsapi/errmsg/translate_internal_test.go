package errmsg

import (
	"testing"

	"github.com/dop251/goja"
)

// An error keeps the words of goja where its state cannot be read.
func TestStateThatCannotBeRead(t *testing.T) {
	e := &Errors{machine: &machine{rt: goja.New()}}
	if is, message := e.translate("TypeError", "Object has no member 'a'"); is != "TypeError" || message != "Object has no member 'a'" {
		t.Errorf("got %s: %s", is, message)
	}
}
