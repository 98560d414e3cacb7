package node

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des" //nolint:gosec // projects may hold old data in it
	"crypto/md5" //nolint:gosec // the key derivation of createCipher is made of it
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// suite is a cipher by its OpenSSL name.
type suite struct {
	mode    string // cbc, ecb, ctr or gcm
	key, iv int    // bytes
	block   func(key []byte) (cipher.Block, error)
}

func suites() map[string]suite {
	out := map[string]suite{"des-ede3-cbc": {"cbc", 24, 8, des.NewTripleDESCipher}, "des-cbc": {"cbc", 8, 8, des.NewCipher}}
	for _, bits := range []int{128, 192, 256} {
		for _, mode := range []string{"cbc", "ecb", "ctr", "gcm"} {
			iv := 16
			switch mode {
			case "ecb":
				iv = 0
			case "gcm":
				iv = 12
			}
			out[fmt.Sprintf("aes-%d-%s", bits, mode)] = suite{mode, bits / 8, iv, aes.NewCipher}
		}
		out[fmt.Sprintf("aes%d", bits)] = suite{"cbc", bits / 8, 16, aes.NewCipher}
	}
	return out
}

var (
	errLength  = errors.New("wrong final block length")
	errDecrypt = errors.New("bad decrypt")
	errAuth    = errors.New("Unsupported state or unable to authenticate data") //nolint:staticcheck // Node's words, which code compares
)

// crypt is a cipher that encrypts or decrypts a message piece by piece.
type crypt struct {
	suite    suite
	block    cipher.Block
	iv       []byte
	decrypts bool
	unpadded bool
	ended    bool
	mode     cipher.BlockMode
	stream   cipher.Stream
	rest     []byte // input that waits: less than a block, or all of it with GCM
	aad, tag []byte
}

func newCrypt(s suite, key, iv []byte, decrypts bool) (*crypt, error) {
	if len(key) != s.key {
		return nil, errors.New("Invalid key length") //nolint:staticcheck // Node's words
	}
	if len(iv) != s.iv && (s.mode != "gcm" || len(iv) == 0) {
		return nil, errors.New("Invalid initialization vector") //nolint:staticcheck // Node's words
	}
	block, err := s.block(key)
	if err != nil {
		return nil, err
	}
	c := &crypt{suite: s, block: block, iv: bytes.Clone(iv), decrypts: decrypts}
	switch s.mode {
	case "cbc":
		c.mode = cipher.NewCBCEncrypter(block, c.iv)
		if decrypts {
			c.mode = cipher.NewCBCDecrypter(block, c.iv)
		}
	case "ctr":
		c.stream = cipher.NewCTR(block, c.iv)
	}
	return c, nil
}

// blocks encrypts or decrypts complete blocks.
func (c *crypt) blocks(b []byte) []byte {
	out := make([]byte, len(b))
	if c.mode != nil {
		c.mode.CryptBlocks(out, b)
		return out
	}
	n := c.block.BlockSize()
	for i := 0; i < len(b); i += n {
		if c.decrypts {
			c.block.Decrypt(out[i:i+n], b[i:i+n])
		} else {
			c.block.Encrypt(out[i:i+n], b[i:i+n])
		}
	}
	return out
}

func (c *crypt) update(data []byte) ([]byte, error) {
	if c.ended {
		return nil, errors.New("Unsupported state") //nolint:staticcheck // Node's words
	}
	if c.stream != nil {
		out := make([]byte, len(data))
		c.stream.XORKeyStream(out, data)
		return out, nil
	}
	c.rest = append(c.rest, data...)
	if c.suite.mode == "gcm" {
		return nil, nil
	}
	size := c.block.BlockSize()
	n := len(c.rest) / size * size
	if c.decrypts && !c.unpadded && n == len(c.rest) && n > 0 {
		n -= size // the last block holds the padding
	}
	out := c.blocks(c.rest[:n])
	c.rest = append([]byte(nil), c.rest[n:]...)
	return out, nil
}

func (c *crypt) final() ([]byte, error) {
	if c.ended {
		return nil, errors.New("Unsupported state") //nolint:staticcheck // Node's words
	}
	c.ended = true
	size := c.block.BlockSize()
	switch {
	case c.stream != nil:
		return nil, nil
	case c.suite.mode == "gcm":
		return c.seal()
	case c.decrypts:
		if len(c.rest) == 0 && c.unpadded {
			return nil, nil
		}
		if len(c.rest) != size {
			return nil, errLength
		}
		out := c.blocks(c.rest)
		if c.unpadded {
			return out, nil
		}
		pad := int(out[size-1])
		if pad == 0 || pad > size || !bytes.Equal(out[size-pad:], bytes.Repeat([]byte{byte(pad)}, pad)) {
			return nil, errDecrypt
		}
		return out[:size-pad], nil
	case c.unpadded:
		if len(c.rest) != 0 {
			return nil, errLength
		}
		return nil, nil
	}
	pad := size - len(c.rest)
	return c.blocks(append(c.rest, bytes.Repeat([]byte{byte(pad)}, pad)...)), nil
}

// seal encrypts or decrypts a whole GCM message: plain text is returned only after
// the tag was verified.
func (c *crypt) seal() ([]byte, error) {
	aead, err := cipher.NewGCMWithNonceSize(c.block, len(c.iv))
	if err != nil {
		return nil, err
	}
	if !c.decrypts {
		out := aead.Seal(nil, c.iv, c.rest, c.aad)
		n := len(out) - aead.Overhead()
		c.tag = out[n:]
		return out[:n], nil
	}
	out, err := aead.Open(nil, c.iv, append(c.rest, c.tag...), c.aad)
	if err != nil {
		return nil, errAuth
	}
	return out, nil
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

// addCiphers adds the native functions of createCipheriv and createDecipheriv.
func (m *cryptoModule) addCiphers(natives map[string]any) {
	rt := m.realm.Runtime()
	find := func(name string) suite {
		s, ok := suites()[strings.ToLower(name)]
		if !ok {
			panic(m.errorWith("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher"))
		}
		return s
	}
	begin := func(s suite, key, iv []byte, decrypts bool) goja.Value {
		c, err := newCrypt(s, key, iv, decrypts)
		if err != nil {
			panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_IV", "%v", err))
		}
		return rt.ToValue(c)
	}
	of := func(call goja.FunctionCall) *crypt { return call.Argument(0).Export().(*crypt) }
	give := func(b []byte, err error) goja.Value {
		if err != nil {
			panic(m.errorWith("Error", "ERR_OSSL_EVP", "%v", err))
		}
		return m.buffer(b)
	}
	natives["ciphers"] = func(goja.FunctionCall) goja.Value { return rt.NewArray(sorted(suites())...) }
	natives["cipher"] = func(call goja.FunctionCall) goja.Value {
		return begin(find(call.Argument(0).String()), m.bytes(call.Argument(1)), m.bytes(call.Argument(2)), call.Argument(3).ToBoolean())
	}
	natives["cipherOf"] = func(call goja.FunctionCall) goja.Value {
		s := find(call.Argument(0).String())
		key := passwordKey(m.bytes(call.Argument(1)), s.key+s.iv)
		return begin(s, key[:s.key], key[s.key:], call.Argument(2).ToBoolean())
	}
	natives["cipherUpdate"] = func(call goja.FunctionCall) goja.Value { return give(of(call).update(m.bytes(call.Argument(1)))) }
	natives["cipherFinal"] = func(call goja.FunctionCall) goja.Value { return give(of(call).final()) }
	natives["cipherPadding"] = func(call goja.FunctionCall) goja.Value {
		of(call).unpadded = !call.Argument(1).ToBoolean()
		return goja.Undefined()
	}
	natives["cipherTag"] = func(call goja.FunctionCall) goja.Value { return m.buffer(bytes.Clone(of(call).tag)) }
	natives["cipherSetTag"] = func(call goja.FunctionCall) goja.Value {
		of(call).tag = bytes.Clone(m.bytes(call.Argument(1)))
		return goja.Undefined()
	}
	natives["cipherData"] = func(call goja.FunctionCall) goja.Value {
		of(call).aad = bytes.Clone(m.bytes(call.Argument(1)))
		return goja.Undefined()
	}
}
