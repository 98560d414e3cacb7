package node

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the key derivation of createCipher is made of it
	"errors"
	"math"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi/node/asymmetric"
	"framework/jsapi/node/symmetric"
)

// runningCipher is a cipher in use by JavaScript.
type runningCipher struct {
	cipher *symmetric.Cipher
	ended  bool
	tagged bool // setAuthTag was called
	size   int  // of the tag; 0 where it is not said
	plain  bool // data was given, of the mode ccm
}

// passwordKey is OpenSSL's EVP_BytesToKey with MD5 and no salt, with which
// createCipher derives keys from passwords.
func passwordKey(password []byte, n int) []byte {
	var out, last []byte
	for len(out) < n {
		sum := md5.Sum(append(last, password...)) //nolint:gosec // see above
		last = sum[:]
		out = append(out, last...)
	}
	return out[:n]
}

func (m *cryptoModule) suite(name string) symmetric.Suite {
	s, ok := symmetric.Find(name)
	if !ok {
		panic(m.errorWith("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher"))
	}
	return s
}

// tagSize checks the option authTagLength, which is negative where it is not given.
func (m *cryptoModule) tagSize(s symmetric.Suite, size int64) int {
	if !s.Authenticated() {
		return 0
	}
	if size < 0 {
		switch s.Mode {
		case "gcm":
			return 0
		case "stream":
			return 16
		}
		panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", "authTagLength required for %s", s.Name))
	}
	if !s.TagFits(int(min(size, math.MaxInt32))) {
		panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", "Invalid authentication tag length: %d", size))
	}
	return int(size)
}

func (m *cryptoModule) beginCipher(s symmetric.Suite, key, iv []byte, decrypts bool, size int64) goja.Value {
	if len(iv) != s.IV && !s.Authenticated() || s.Authenticated() && !s.IVFits(len(iv)) {
		panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector"))
	}
	n := m.tagSize(s, size)
	c, err := symmetric.New(s, key, iv, decrypts, symmetric.Options{TagSize: n})
	switch {
	case errors.Is(err, symmetric.ErrKeyLength):
		panic(m.errorWith("RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length"))
	case err != nil:
		panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_IV", "%v", err))
	}
	return m.realm.Runtime().ToValue(&runningCipher{cipher: c, size: n})
}

// cipherFailure is what Node throws where final fails.
func (m *cryptoModule) cipherFailure(c *runningCipher, err error) *goja.Object {
	f := &asymmetric.Failure{Type: "Error", Library: "Provider routines"}
	switch {
	case errors.Is(err, symmetric.ErrDecrypt):
		f.Message, f.Reason, f.Code = "error:1C800064:Provider routines::bad decrypt", "bad decrypt", "ERR_OSSL_BAD_DECRYPT"
	case errors.Is(err, symmetric.ErrFinalLength):
		f.Message, f.Reason, f.Code = "error:1C80006B:Provider routines::wrong final block length", "wrong final block length", "ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH"
	case c.cipher.Suite.Authenticated():
		f = &asymmetric.Failure{Type: "Error", Message: "Unsupported state or unable to authenticate data"}
	default:
		f = &asymmetric.Failure{Type: "Error", Message: "Unsupported state"}
	}
	return m.failure(f)
}

// addCiphers adds the native functions of createCipheriv and createDecipheriv.
func (m *cryptoModule) addCiphers(natives map[string]any) {
	rt := m.realm.Runtime()
	of := func(call goja.FunctionCall) *runningCipher { return call.Argument(0).Export().(*runningCipher) }
	natives["ciphers"] = func(goja.FunctionCall) goja.Value {
		list := symmetric.Names()
		slices.Sort(list)
		return rt.NewArray(names(list)...)
	}
	natives["cipher"] = func(call goja.FunctionCall) goja.Value {
		s := m.suite(call.Argument(0).String())
		var iv []byte
		if !goja.IsNull(call.Argument(2)) {
			iv = m.bytes(call.Argument(2))
		} else if s.IV != 0 {
			panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector"))
		}
		return m.beginCipher(s, m.bytes(call.Argument(1)), iv, call.Argument(3).ToBoolean(), call.Argument(4).ToInteger())
	}
	natives["cipherOf"] = func(call goja.FunctionCall) goja.Value {
		s := m.suite(call.Argument(0).String())
		key := passwordKey(m.bytes(call.Argument(1)), s.Key+s.IV)
		return m.beginCipher(s, key[:s.Key], key[s.Key:], call.Argument(2).ToBoolean(), call.Argument(3).ToInteger())
	}
	natives["cipherUpdate"] = func(call goja.FunctionCall) goja.Value {
		c := of(call)
		if c.ended {
			panic(m.errorWith("Error", "", "Trying to add data in unsupported state"))
		}
		b, err := c.cipher.Update(m.bytes(call.Argument(1)))
		if errors.Is(err, symmetric.ErrMessageLength) {
			panic(m.errorWith("RangeError", "ERR_CRYPTO_INVALID_MESSAGELEN", "Invalid message length"))
		}
		if err != nil {
			panic(m.errorWith("Error", "", "Trying to add data in unsupported state"))
		}
		c.plain = true
		return m.buffer(b)
	}
	natives["cipherFinal"] = func(call goja.FunctionCall) goja.Value {
		c := of(call)
		if c.ended {
			panic(m.errorWith("Error", "ERR_CRYPTO_INVALID_STATE", "Invalid state"))
		}
		c.ended = true
		b, err := c.cipher.Final()
		if err != nil {
			panic(m.cipherFailure(c, err))
		}
		return m.buffer(b)
	}
	natives["cipherPadding"] = func(call goja.FunctionCall) goja.Value {
		c := of(call)
		c.cipher.SetPadding(call.Argument(1).ToBoolean())
		return rt.ToValue(!c.ended)
	}
	natives["cipherTag"] = func(call goja.FunctionCall) goja.Value {
		c := of(call)
		tag := c.cipher.Tag()
		if !c.ended || tag == nil {
			return goja.Undefined()
		}
		return m.buffer(tag)
	}
	natives["cipherSetTag"] = func(call goja.FunctionCall) goja.Value {
		c, tag := of(call), m.bytes(call.Argument(1))
		if c.ended || c.tagged || !c.cipher.Suite.Authenticated() {
			return rt.ToValue(false)
		}
		if c.size != 0 && len(tag) != c.size || !c.cipher.Suite.TagFits(len(tag)) {
			panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", "Invalid authentication tag length: %d", len(tag)))
		}
		c.tagged = true
		c.cipher.SetTag(bytes.Clone(tag))
		return rt.ToValue(true)
	}
	natives["cipherData"] = func(call goja.FunctionCall) goja.Value {
		c, total := of(call), call.Argument(2).ToInteger()
		if c.ended || !c.cipher.Suite.Authenticated() {
			return rt.ToValue(false)
		}
		if c.cipher.Suite.Mode == "ccm" && total < 0 {
			panic(m.errorWith("TypeError", "ERR_MISSING_ARGS", "options.plaintextLength required for CCM mode with AAD"))
		}
		err := c.cipher.SetAAD(m.bytes(call.Argument(1)), int(min(total, math.MaxInt32)))
		if errors.Is(err, symmetric.ErrMessageLength) {
			panic(m.errorWith("RangeError", "ERR_CRYPTO_INVALID_MESSAGELEN", "Invalid message length"))
		}
		return rt.ToValue(err == nil)
	}
	natives["cipherInfo"] = func(call goja.FunctionCall) goja.Value {
		s, ok := symmetric.Find(call.Argument(0).String())
		if n, isNumber := call.Argument(0).Export().(int64); isNumber {
			s, ok = symmetric.ByNID(int(n))
		}
		key, iv := call.Argument(1).ToInteger(), call.Argument(2).ToInteger()
		if !ok || key >= 0 && key != int64(s.Key) || iv >= 0 && iv != int64(s.IV) && !(s.Authenticated() && s.IVFits(int(min(iv, math.MaxInt32)))) {
			return goja.Undefined()
		}
		if iv < 0 {
			iv = int64(s.IV)
		}
		out := rt.NewObject()
		set := func(name string, v any) { _ = out.Set(name, v) } // a fresh object takes it
		set("mode", s.Mode)
		set("name", s.Name)
		set("nid", s.NID)
		if s.Block > 0 {
			set("blockSize", s.Block)
		}
		if s.IV > 0 {
			set("ivLength", iv)
		}
		set("keyLength", s.Key)
		return out
	}
	natives["wrapKey"] = func(call goja.FunctionCall) goja.Value {
		fn := symmetric.WrapKey
		if call.Argument(2).ToBoolean() {
			fn = symmetric.UnwrapKey
		}
		b, err := fn(m.bytes(call.Argument(0)), m.bytes(call.Argument(1)))
		if err != nil {
			return goja.Undefined()
		}
		return m.buffer(b)
	}
}
