package library

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/dop251/goja"
	"golang.org/x/crypto/argon2"

	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed argon2.js
var argon2Source string

var argon2Program = compile.Once("framework:argon2.js", argon2Source, false)

const argon2Name = "argon2"

// argon2Memory is how many KiB all hashes that are computed at once may take.
const argon2Memory = 1 << 20

// argon2Work is how many KiB one hash may pass over, in all its rounds: some twenty seconds of a processor. It cannot be
// interrupted.
const argon2Work = 1 << 24

var errArgon2Memory = errors.New("argon2: memoryCost may be 1048576 at most in this server")

// argon2Module replaces the package argon2, which is a native addon.
func (l *Limits) argon2Module(r *jsapi.Realm, module *goja.Object) error {
	return export(r, module, argon2Name, argon2Program, map[string]any{
		"hash": func(call goja.FunctionCall) goja.Value { return l.hashArgon2(r, call) },
	})
}

// hashArgon2 is hash(password, salt, type, time, memory, threads, length, done).
func (l *Limits) hashArgon2(r *jsapi.Realm, call goja.FunctionCall) goja.Value {
	password, salt := bytesOf(r, call.Argument(0)), bytesOf(r, call.Argument(1))
	number := func(i int) uint32 { return uint32(call.Argument(i).ToInteger()) }
	kind, rounds, memory, threads, length := number(2), number(3), number(4), uint8(number(5)), number(6)
	key := argon2.IDKey
	if kind == 1 {
		key = argon2.Key
	}
	return inBackground(r, call.Argument(7), func(ctx context.Context) (any, error) {
		if memory > argon2Memory {
			return nil, errArgon2Memory
		}
		if rounds == 0 || threads == 0 || length > 1<<20 {
			return nil, errors.New("argon2: the hash has impossible parameters")
		}
		if uint64(rounds)*uint64(max(memory, 8*uint32(threads))) > argon2Work {
			return nil, fmt.Errorf("argon2: timeCost times memoryCost may be %d at most in this server", argon2Work)
		}
		if err := l.argon2.Acquire(ctx, int64(memory)); err != nil {
			return nil, fmt.Errorf("argon2: %w", err)
		}
		defer l.argon2.Release(int64(memory))
		return key(password, salt, rounds, memory, threads, length), nil
	})
}
