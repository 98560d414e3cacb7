package compile

import (
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// Once returns what gives the program of one of our own scripts: it is compiled
// at its first use, for all realms that there will be.
func Once(name, src string, strict bool) func() (*goja.Program, error) {
	return sync.OnceValues(func() (*goja.Program, error) {
		program, err := Source(name, src, strict)
		if err != nil {
			return nil, fmt.Errorf("preparing %s: %w", name, err)
		}
		return program, nil
	})
}
