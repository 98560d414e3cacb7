package compile

import (
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// Once returns a function that returns the program of an embedded script. It compiles
// the script on its first call, for all realms.
func Once(name, src string, strict bool) func() (*goja.Program, error) {
	return sync.OnceValues(func() (*goja.Program, error) {
		program, err := Source(name, src, strict)
		if err != nil {
			return nil, fmt.Errorf("preparing %s: %w", name, err)
		}
		return program, nil
	})
}
