package node

import (
	"bytes"
	"context"
	"crypto"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/subtle"
	"encoding"
	"fmt"
	"hash"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/google/uuid"
	"golang.org/x/crypto/ripemd160" //nolint:gosec,staticcheck // projects may use it
	"golang.org/x/crypto/scrypt"

	"framework/jsapi"
)

// digest is a hash with its names in OpenSSL and Go.
type digest struct {
	make func() hash.Hash
	id   crypto.Hash // for signatures; 0 where none use it
}

func digests() map[string]digest {
	return map[string]digest{
		"md5": {md5.New, crypto.MD5}, "sha1": {sha1.New, crypto.SHA1},
		"sha224": {sha256.New224, crypto.SHA224}, "sha256": {sha256.New, crypto.SHA256},
		"sha384": {sha512.New384, crypto.SHA384}, "sha512": {sha512.New, crypto.SHA512},
		"sha512-224": {sha512.New512_224, crypto.SHA512_224}, "sha512-256": {sha512.New512_256, crypto.SHA512_256},
		"sha3-224":  {func() hash.Hash { return sha3.New224() }, crypto.SHA3_224},
		"sha3-256":  {func() hash.Hash { return sha3.New256() }, crypto.SHA3_256},
		"sha3-384":  {func() hash.Hash { return sha3.New384() }, crypto.SHA3_384},
		"sha3-512":  {func() hash.Hash { return sha3.New512() }, crypto.SHA3_512},
		"ripemd160": {ripemd160.New, 0},
	}
}

// digestOf finds a digest by any of its names in OpenSSL.
func digestOf(name string) (digest, bool) {
	name = strings.ToLower(name)
	name = strings.TrimPrefix(strings.TrimPrefix(name, "rsa-"), "ecdsa-with-")
	if rest, ok := strings.CutPrefix(name, "sha-"); ok {
		name = "sha" + rest
	}
	if name == "rmd160" || name == "ripemd" {
		name = "ripemd160"
	}
	d, ok := digests()[strings.ReplaceAll(name, "/", "-")]
	return d, ok
}

func (m *cryptoModule) digest(name string) digest {
	d, ok := digestOf(name)
	if !ok {
		panic(m.errorWith("Error", "ERR_CRYPTO_INVALID_DIGEST", "Digest method not supported: %s", name))
	}
	return d
}

// runningDigest is a digest to which data can be added.
type runningDigest struct {
	name string
	hash hash.Hash
	key  []byte // of an HMAC
}

// cryptoModule is the native part of crypto.
type cryptoModule struct{ *host }

// cryptoNatives are the native functions of crypto.js.
func (m *cryptoModule) cryptoNatives() map[string]any {
	rt := m.realm.Runtime()
	natives := map[string]any{
		"hash": func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			d, ok := digestOf(name)
			if !ok {
				panic(m.errorWith("Error", "", "Digest method not supported"))
			}
			return rt.ToValue(&runningDigest{name: name, hash: d.make()})
		},
		"hmac": func(call goja.FunctionCall) goja.Value {
			name, key := call.Argument(0).String(), bytes.Clone(m.bytes(call.Argument(1)))
			return rt.ToValue(&runningDigest{name: name, hash: hmac.New(m.digest(name).make, key), key: key})
		},
		"update": func(call goja.FunctionCall) goja.Value {
			_, _ = call.Argument(0).Export().(*runningDigest).hash.Write(m.bytes(call.Argument(1))) // a hash has no errors
			return goja.Undefined()
		},
		"digest": func(call goja.FunctionCall) goja.Value {
			return m.buffer(call.Argument(0).Export().(*runningDigest).hash.Sum(nil))
		},
		"copy": m.copyDigest,
		"hashes": func(goja.FunctionCall) goja.Value {
			return rt.NewArray(sorted(digests())...)
		},
		"random": func(call goja.FunctionCall) goja.Value {
			n := call.Argument(0).ToInteger()
			if n < 0 || n > math.MaxInt32 {
				panic(m.errorWith("RangeError", "ERR_OUT_OF_RANGE", `The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received %d`, n))
			}
			m.checkMemory(n)
			b := make([]byte, n)
			_, _ = rand.Read(b) // it never fails, by contract
			return m.buffer(b)
		},
		"uuid": func(goja.FunctionCall) goja.Value { return rt.ToValue(uuid.NewString()) },
		"below": func(call goja.FunctionCall) goja.Value {
			n, err := rand.Int(rand.Reader, big.NewInt(max(call.Argument(0).ToInteger(), 1)))
			if err != nil {
				panic(m.realm.Error(err))
			}
			return rt.ToValue(n.Int64())
		},
		"same": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(subtle.ConstantTimeCompare(m.bytes(call.Argument(0)), m.bytes(call.Argument(1))) == 1)
		},
		"derive": func(call goja.FunctionCall) goja.Value {
			work := m.derivation(call)
			b, err := m.realm.RunSync(func(context.Context) (any, error) { return work() })
			if err != nil {
				panic(m.realm.Error(err))
			}
			return m.realm.ToJS(b)
		},
		"deriveLater": m.deriveLater,
	}
	m.addCiphers(natives)
	m.addSignatures(natives)
	m.addKeys(natives)
	return natives
}

func sorted[T any](m map[string]T) []any {
	return names(slices.Sorted(maps.Keys(m)))
}

// copyDigest copies a digest with its state.
func (m *cryptoModule) copyDigest(call goja.FunctionCall) goja.Value {
	from := call.Argument(0).Export().(*runningDigest)
	state, ok := from.hash.(encoding.BinaryMarshaler)
	if ok && from.key == nil {
		if b, err := state.MarshalBinary(); err == nil {
			fresh := m.digest(from.name).make()
			if into, ok := fresh.(encoding.BinaryUnmarshaler); ok && into.UnmarshalBinary(b) == nil {
				return m.realm.Runtime().ToValue(&runningDigest{name: from.name, hash: fresh})
			}
		}
	}
	panic(m.errorWith("Error", "ERR_CRYPTO_HASH_COPY", "a %s digest cannot be copied here", from.name))
}

// derivation reads the arguments of derive. The function that it returns may run on
// any goroutine.
func (m *cryptoModule) derivation(call goja.FunctionCall) func() ([]byte, error) {
	list := call.Argument(1).ToObject(m.realm.Runtime())
	data := func(i int) []byte { return bytes.Clone(m.bytes(list.Get(itoa(i)))) }
	number := func(i int) int { return int(list.Get(itoa(i)).ToInteger()) }
	switch call.Argument(0).String() {
	case "pbkdf2":
		password, salt, iterations, length, d := data(0), data(1), number(2), number(3), m.digest(list.Get("4").String())
		m.checkMemory(int64(length))
		return func() ([]byte, error) { return pbkdf2.Key(d.make, string(password), salt, iterations, length) }
	case "scrypt":
		password, salt, n, r, p, length := data(0), data(1), number(2), number(3), number(4), number(5)
		m.checkMemory(int64(length))
		if limit := list.Get("6").ToFloat(); float64(p)*128*float64(r)+128*float64(r)*(float64(n)+2) > limit {
			panic(m.errorWith("RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params: memory limit exceeded"))
		}
		return func() ([]byte, error) { return scrypt.Key(password, salt, n, r, p, length) }
	}
	d, key, salt, info, length := m.digest(list.Get("0").String()), data(1), data(2), data(3), number(4)
	return func() ([]byte, error) { return hkdf.Key(d.make, key, salt, string(info), length) }
}

func (m *cryptoModule) deriveLater(call goja.FunctionCall) goja.Value {
	work := m.derivation(call)
	done, ok := goja.AssertFunction(call.Argument(2))
	if !ok {
		panic(m.realm.Runtime().NewTypeError("The callback must be a function"))
	}
	name := call.Argument(0).String()
	m.realm.Async(func(context.Context) (any, error) {
		b, err := work()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return b, nil
	}, func(r *jsapi.Realm, v any, err error) {
		if err := r.Callback(done, v, err); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}
