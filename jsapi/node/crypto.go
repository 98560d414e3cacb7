package node

import (
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/dop251/goja"
	"github.com/google/uuid"

	"framework/jsapi"
	"framework/jsapi/node/asymmetric"
	"framework/jsapi/node/derive"
)

// cryptoModule is the native part of crypto.
type cryptoModule struct{ *host }

// cryptoNatives are the native functions of crypto.js and of the scripts beside it.
func (m *cryptoModule) cryptoNatives() map[string]any {
	natives := map[string]any{}
	m.addDigests(natives)
	m.addRandom(natives)
	m.addDerivation(natives)
	m.addCiphers(natives)
	m.addKeys(natives)
	m.addKeyUse(natives)
	m.addAgreement(natives)
	m.addPrimes(natives)
	m.addCertificates(natives)
	m.addOnce(natives)
	return natives
}

func (m *cryptoModule) digest(name string) asymmetric.Digest {
	d, ok := digestOf(name)
	if !ok {
		panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: %s", name))
	}
	return d
}

// failure converts an error of the packages of keys to one of JavaScript.
func (m *cryptoModule) failure(err error) *goja.Object {
	var f *asymmetric.Failure
	if !errors.As(err, &f) {
		return m.errorWith("Error", "ERR_CRYPTO_OPERATION_FAILED", "%v", err)
	}
	e := m.errorWith(f.Type, "", "%s", f.Message)
	for _, member := range [][2]string{{"library", f.Library}, {"reason", f.Reason}, {"code", f.Code}} {
		if member[1] != "" {
			_ = e.Set(member[0], member[1])
		}
	}
	return e
}

// both adds a native function that works on another goroutine, for as long as the turn may
// take, and one that calls back; its name ends in Later. read takes the arguments.
func (m *cryptoModule) both(natives map[string]any, name string, read func(call goja.FunctionCall) work) {
	natives[name] = func(call goja.FunctionCall) goja.Value {
		v, err := m.realm.RunSync(read(call))
		if err != nil {
			var f *asymmetric.Failure
			if errors.As(err, &f) {
				panic(m.failure(err))
			}
			panic(m.realm.Error(err))
		}
		return m.realm.ToJS(v)
	}
	natives[name+"Later"] = func(call goja.FunctionCall) goja.Value {
		done, ok := goja.AssertFunction(call.Argument(len(call.Arguments) - 1))
		if !ok {
			panic(m.realm.Runtime().NewTypeError("The callback must be a function"))
		}
		m.realm.Compute(read(call), func(r *jsapi.Realm, v any, err error) {
			var f *asymmetric.Failure
			if errors.As(err, &f) {
				if _, err := done(goja.Undefined(), m.failure(err)); err != nil {
					r.Uncaught(err)
				}
				return
			}
			if err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			if err := r.Callback(done, v, err); err != nil {
				r.Uncaught(err)
			}
		})
		return goja.Undefined()
	}
}

// addRandom adds the native functions of random values.
func (m *cryptoModule) addRandom(natives map[string]any) {
	rt := m.realm.Runtime()
	natives["random"] = func(call goja.FunctionCall) goja.Value {
		n := call.Argument(0).ToInteger()
		if n < 0 || n > math.MaxInt32 {
			panic(m.errorWith("RangeError", "ERR_OUT_OF_RANGE", `The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received %d`, n))
		}
		m.checkMemory(n)
		b := make([]byte, n)
		_, _ = rand.Read(b) // it never fails, by contract
		return m.buffer(b)
	}
	natives["fill"] = func(call goja.FunctionCall) goja.Value {
		b := m.bytes(call.Argument(0))
		from, to := call.Argument(1).ToInteger(), call.Argument(2).ToInteger()
		if from >= 0 && from <= to && to <= int64(len(b)) {
			_, _ = rand.Read(b[from:to]) // it never fails, by contract
		}
		return goja.Undefined()
	}
	natives["uuid"] = func(goja.FunctionCall) goja.Value { return rt.ToValue(uuid.NewString()) }
	natives["below"] = func(call goja.FunctionCall) goja.Value {
		n, err := rand.Int(rand.Reader, big.NewInt(max(call.Argument(0).ToInteger(), 1)))
		if err != nil {
			panic(m.realm.Error(err))
		}
		return rt.ToValue(n.Int64())
	}
	natives["same"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(subtle.ConstantTimeCompare(m.bytes(call.Argument(0)), m.bytes(call.Argument(1))) == 1)
	}
}

// derivationDigest is as digest, for functions that need a fixed length.
func (m *cryptoModule) derivationDigest(name string) asymmetric.Digest {
	d := m.digest(name)
	if _, ok := d.Make().(*shake); ok {
		panic(m.errorWith("Error", "", "Deriving bits failed"))
	}
	return d
}

// addDerivation adds the native functions that derive keys from passwords and keys.
func (m *cryptoModule) addDerivation(natives map[string]any) {
	data := func(call goja.FunctionCall, i int) []byte { return bytes.Clone(m.bytes(call.Argument(i))) }
	number := func(call goja.FunctionCall, i int) int { return int(call.Argument(i).ToInteger()) }
	m.both(natives, "pbkdf2", func(call goja.FunctionCall) work {
		password, salt, iterations, length, d := data(call, 0), data(call, 1), number(call, 2), number(call, 3), m.derivationDigest(call.Argument(4).String())
		m.checkMemory(int64(length))
		return func(ctx context.Context) (any, error) {
			return derive.PBKDF2(ctx, d.Make, password, salt, iterations, length)
		}
	})
	m.both(natives, "scrypt", func(call goja.FunctionCall) work {
		password, salt, n, r, p, length := data(call, 0), data(call, 1), number(call, 2), number(call, 3), number(call, 4), number(call, 5)
		m.checkMemory(int64(length))
		fail := func(detail string) {
			panic(m.errorWith("RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params%s", detail))
		}
		need := float64(p)*128*float64(r) + 128*float64(r)*(float64(n)+2)
		switch limit := m.realm.MemoryLimit(); {
		case n < 2 || n&(n-1) != 0 || r < 1 || p < 1 || float64(p)*float64(r) >= 1<<30 || 16*float64(r) <= math.Log2(float64(n)):
			fail("")
		case need > call.Argument(6).ToFloat(), limit > 0 && need > float64(limit):
			fail(": error:030000AC:digital envelope routines::memory limit exceeded")
		}
		return func(ctx context.Context) (any, error) {
			if length == 0 {
				return []byte{}, nil
			}
			return derive.Scrypt(ctx, password, salt, n, r, p, length)
		}
	})
	m.both(natives, "hkdf", func(call goja.FunctionCall) work {
		d, key, salt, info, length := m.derivationDigest(call.Argument(0).String()), data(call, 1), data(call, 2), data(call, 3), number(call, 4)
		if length > 255*d.Make().Size() || length < 0 {
			panic(m.errorWith("RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length"))
		}
		return func(context.Context) (any, error) { return hkdf.Key(d.Make, key, salt, string(info), length) }
	})
}
