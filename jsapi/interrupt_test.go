package jsapi

import (
	"testing"

	"github.com/dop251/goja"
)

// An interrupt that comes when the script of its turn has ended, and the turn has
// not, does not hit the next turn.
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
