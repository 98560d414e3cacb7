package node_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dop251/goja"
	"go.uber.org/goleak"

	"framework/jsapi"
)

// TestInterruptedWorkEnds: what a Sync function has begun does not go on after its turn. Each of these takes from minutes
// to years.
func TestInterruptedWorkEnds(t *testing.T) {
	for name, script := range map[string]string{
		"pbkdf2":  `crypto.pbkdf2Sync('password', 'salt', 2 ** 31 - 1, 64, 'sha512')`,
		"scrypt":  `crypto.scryptSync('password', 'salt', 64, { N: 1024, r: 1, p: 2 ** 17 })`,
		"rsa":     `crypto.generateKeyPairSync('rsa', { modulusLength: 16384 })`,
		"prime":   `crypto.generatePrimeSync(20000)`,
		"isPrime": `crypto.checkPrimeSync(2n ** 216091n - 1n)`,
		"secret":  `const d = crypto.createDiffieHellman(crypto.getDiffieHellman('modp18').getPrime()); d.setPrivateKey(Buffer.alloc(5e6, 255)); d.generateKeys()`,
		"brotli":  `require('zlib').brotliCompressSync(crypto.randomBytes(6e7))`,
	} {
		t.Run(name, func(t *testing.T) {
			leaks := goleak.IgnoreCurrent()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte("const crypto = require('crypto'); module.exports = () => { "+script+" }"), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			i, opts := isolate(t, dir, &out)
			var call goja.Callable
			if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
				l, err := load(r, opts)
				if err != nil {
					return err
				}
				exports, err := l.Require(filepath.Join(dir, "script.js"))
				call, _ = goja.AssertFunction(exports)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			i.SetTurnLimit(50 * time.Millisecond)
			if err := i.Do(t.Context(), func(*jsapi.Realm) error { _, err := call(goja.Undefined()); return err }); err == nil {
				t.Error("the turn is not interrupted")
			}
			if err := i.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			for goleak.Find(leaks) != nil { // the limit of the test run ends it
			}
		})
	}
}
