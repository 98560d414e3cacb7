package jsapi

import (
	"testing"

	"github.com/dop251/goja"
)

// An interrupt between the end of a script and the end of its turn does not
// affect the next turn.
func TestInterruptsEndWithTheirTurn(t *testing.T) {
	vm := goja.New()
	w := &watchdog{vm: vm}
	w.begin()
	vm.Interrupt("too late for this turn")
	w.end()
	if _, err := vm.RunString(`[1, 2].map(function (x) { return x * 2; })`); err != nil {
		t.Errorf("the next turn: %v", err)
	}
}
