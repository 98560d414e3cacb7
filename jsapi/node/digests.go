package node

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding"
	"hash"
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/ripemd160" //nolint:gosec,staticcheck // projects may use it

	"framework/jsapi/node/asymmetric"
)

// digests are the hashes by their usual names in OpenSSL. Nothing changes them.
var digests = sync.OnceValue(func() map[string]asymmetric.Digest {
	out := map[string]asymmetric.Digest{}
	add := func(name string, id crypto.Hash, fresh func() hash.Hash) {
		out[name] = asymmetric.Digest{Name: name, Make: fresh, ID: id}
	}
	add("md5", crypto.MD5, md5.New)
	add("sha1", crypto.SHA1, sha1.New)
	add("sha224", crypto.SHA224, sha256.New224)
	add("sha256", crypto.SHA256, sha256.New)
	add("sha384", crypto.SHA384, sha512.New384)
	add("sha512", crypto.SHA512, sha512.New)
	add("sha512-224", crypto.SHA512_224, sha512.New512_224)
	add("sha512-256", crypto.SHA512_256, sha512.New512_256)
	add("sha3-224", crypto.SHA3_224, func() hash.Hash { return sha3.New224() })
	add("sha3-256", crypto.SHA3_256, func() hash.Hash { return sha3.New256() })
	add("sha3-384", crypto.SHA3_384, func() hash.Hash { return sha3.New384() })
	add("sha3-512", crypto.SHA3_512, func() hash.Hash { return sha3.New512() })
	add("ripemd160", 0, ripemd160.New)
	add("md5-sha1", 0, func() hash.Hash { return &twoHashes{md5.New(), sha1.New()} })
	add("shake128", 0, func() hash.Hash { return &shake{sha3.NewSHAKE128(), 16} })
	add("shake256", 0, func() hash.Hash { return &shake{sha3.NewSHAKE256(), 32} })
	add("blake2b512", 0, func() hash.Hash {
		h, _ := blake2b.New512(nil) // without a key it does not fail
		return h
	})
	add("blake2s256", 0, func() hash.Hash {
		h, _ := blake2s.New256(nil) // without a key it does not fail
		return h
	})
	return out
})

// digestNames are the names that getHashes returns.
func digestNames() []string {
	return strings.Fields(`RSA-MD5 RSA-RIPEMD160 RSA-SHA1 RSA-SHA1-2 RSA-SHA224 RSA-SHA256 RSA-SHA3-224 RSA-SHA3-256 RSA-SHA3-384 RSA-SHA3-512 RSA-SHA384
		RSA-SHA512 RSA-SHA512/224 RSA-SHA512/256 blake2b512 blake2s256 id-rsassa-pkcs1-v1_5-with-sha3-224 id-rsassa-pkcs1-v1_5-with-sha3-256
		id-rsassa-pkcs1-v1_5-with-sha3-384 id-rsassa-pkcs1-v1_5-with-sha3-512 md5 md5-sha1 md5WithRSAEncryption ripemd ripemd160 ripemd160WithRSA rmd160
		sha1 sha1WithRSAEncryption sha224 sha224WithRSAEncryption sha256 sha256WithRSAEncryption sha3-224 sha3-256 sha3-384 sha3-512 sha384
		sha384WithRSAEncryption sha512 sha512-224 sha512-224WithRSAEncryption sha512-256 sha512-256WithRSAEncryption sha512WithRSAEncryption
		shake128 shake256 ssl3-md5 ssl3-sha1`)
}

// digestOf finds a digest by any of its names in OpenSSL.
func digestOf(name string) (asymmetric.Digest, bool) {
	name = strings.ToLower(name)
	for _, prefix := range []string{"rsa-", "ecdsa-with-", "ssl3-", "id-rsassa-pkcs1-v1_5-with-"} {
		name = strings.TrimPrefix(name, prefix)
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, "encryption"), "withrsa")
	if rest, ok := strings.CutPrefix(name, "sha-"); ok {
		name = "sha" + rest
	}
	if rest, ok := strings.CutPrefix(name, "sha2-"); ok {
		name = "sha" + rest
	}
	switch name {
	case "rmd160", "ripemd", "ripemd-160":
		name = "ripemd160"
	case "sha1-2":
		name = "sha1"
	case "blake2b-512":
		name = "blake2b512"
	case "blake2s-256":
		name = "blake2s256"
	case "shake-128", "shake-256":
		name = strings.Replace(name, "-", "", 1)
	}
	d, ok := digests()[strings.ReplaceAll(name, "/", "-")]
	return d, ok
}

// twoHashes is md5-sha1, of older signatures.
type twoHashes struct{ a, b hash.Hash }

func (t *twoHashes) Write(p []byte) (int, error) {
	_, _ = t.a.Write(p) // a hash has no errors
	return t.b.Write(p)
}
func (t *twoHashes) Sum(b []byte) []byte { return t.b.Sum(t.a.Sum(b)) }
func (t *twoHashes) Reset()              { t.a.Reset(); t.b.Reset() }
func (t *twoHashes) Size() int           { return t.a.Size() + t.b.Size() }
func (t *twoHashes) BlockSize() int      { return t.a.BlockSize() }

// shake is a hash whose sum has any length.
type shake struct {
	*sha3.SHAKE
	size int
}

func (s *shake) Size() int { return s.size }

func (s *shake) Sum(b []byte) []byte {
	out := make([]byte, s.size)
	c := copyHash(s).(*shake)
	_, _ = c.Read(out) // it has no errors
	return append(b, out...)
}

// copyHash copies a hash with its state.
func copyHash(h hash.Hash) hash.Hash {
	switch h := h.(type) {
	case *twoHashes:
		return &twoHashes{copyHash(h.a), copyHash(h.b)}
	case *shake:
		state, _ := h.MarshalBinary() // it has no errors
		fresh := sha3.NewSHAKE128()
		if h.BlockSize() != fresh.BlockSize() {
			fresh = sha3.NewSHAKE256()
		}
		_ = fresh.UnmarshalBinary(state) // it is that of the same type
		return &shake{fresh, h.size}
	case encoding.BinaryMarshaler:
		if c, ok := h.(hash.Cloner); ok {
			if made, err := c.Clone(); err == nil {
				return made
			}
		}
	}
	// The others are one struct each, without pointers.
	v := reflect.ValueOf(h).Elem()
	made := reflect.New(v.Type())
	made.Elem().Set(v)
	return made.Interface().(hash.Hash)
}

// runningDigest is a digest to which data can be added.
type runningDigest struct{ hash hash.Hash }

// addDigests adds the native functions of Hash and Hmac.
func (m *cryptoModule) addDigests(natives map[string]any) {
	rt := m.realm.Runtime()
	of := func(call goja.FunctionCall) *runningDigest { return call.Argument(0).Export().(*runningDigest) }
	natives["hash"] = func(call goja.FunctionCall) goja.Value {
		d, ok := digestOf(call.Argument(0).String())
		if !ok {
			panic(m.errorWith("Error", "", "Digest method not supported"))
		}
		h := d.Make()
		return rt.ToValue(&runningDigest{m.sized(h, call.Argument(1))})
	}
	natives["hmac"] = func(call goja.FunctionCall) goja.Value {
		d := m.digest(call.Argument(0).String())
		if _, ok := d.Make().(*shake); ok {
			panic(m.errorWith("Error", "", "error:1C8000B7:Provider routines::xof digests not allowed"))
		}
		return rt.ToValue(&runningDigest{hmac.New(d.Make, bytes.Clone(m.bytes(call.Argument(1))))})
	}
	natives["update"] = func(call goja.FunctionCall) goja.Value {
		_, _ = of(call).hash.Write(m.bytes(call.Argument(1))) // a hash has no errors
		return goja.Undefined()
	}
	natives["digest"] = func(call goja.FunctionCall) goja.Value { return m.buffer(of(call).hash.Sum(nil)) }
	natives["copy"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(&runningDigest{m.sized(copyHash(of(call).hash), call.Argument(1))})
	}
	natives["hashes"] = func(goja.FunctionCall) goja.Value { return rt.NewArray(names(digestNames())...) }
	natives["hashName"] = func(call goja.FunctionCall) goja.Value {
		d, ok := digestOf(call.Argument(0).String())
		if !ok {
			return goja.Undefined()
		}
		return rt.ToValue(d.Name)
	}
}

// sized gives a hash the length that the option outputLength asks for.
func (m *cryptoModule) sized(h hash.Hash, length goja.Value) hash.Hash {
	if goja.IsUndefined(length) {
		return h
	}
	n := length.ToInteger()
	if s, ok := h.(*shake); ok {
		m.checkMemory(n)
		s.size = int(n)
		return s
	}
	if n != int64(h.Size()) {
		panic(m.failure(&asymmetric.Failure{
			Type: "Error", Code: "ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH", Library: "digital envelope routines", Reason: "not XOF or invalid length",
			Message: "error:030000B2:digital envelope routines::not XOF or invalid length",
		}))
	}
	return h
}
