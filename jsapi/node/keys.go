package node

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// curves are the curves of generateKeyPair, by their names in OpenSSL and NIST.
func curves() map[string]elliptic.Curve {
	return map[string]elliptic.Curve{
		"prime256v1": elliptic.P256(), "P-256": elliptic.P256(), "secp384r1": elliptic.P384(), "P-384": elliptic.P384(),
		"secp521r1": elliptic.P521(), "P-521": elliptic.P521(), "secp224r1": elliptic.P224(), "P-224": elliptic.P224(),
	}
}

// keyPair generates a key of a type (rsa, rsa-pss, ec, ed25519). It returns both
// keys in PEM, in their modern formats (PKCS #8, SPKI) and in older ones.
func keyPair(kind string, bits int, curve string) (any, error) {
	var key crypto.Signer
	var err error
	switch kind {
	case "rsa", "rsa-pss":
		if bits < 1024 || bits > 8192 {
			return nil, fmt.Errorf("an RSA key of %d bits cannot be made here: use 1024 to 8192", bits)
		}
		key, err = rsa.GenerateKey(rand.Reader, bits)
	case "ec":
		c, ok := curves()[curve]
		if !ok {
			return nil, fmt.Errorf("the curve %q is not known here: use P-256, P-384 or P-521", curve)
		}
		key, err = ecdsa.GenerateKey(c, rand.Reader)
	case "ed25519":
		_, key, err = ed25519.GenerateKey(rand.Reader)
	default:
		return nil, fmt.Errorf("keys of type %q cannot be made here: use rsa, ec or ed25519", kind)
	}
	if err != nil {
		return nil, err
	}
	out := value.New(4)
	put := func(name, label string, der []byte, err error) error {
		if err == nil {
			out.Set(name, string(pem.EncodeToMemory(&pem.Block{Type: label, Bytes: der})))
		}
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	failures := []error{put("private", "PRIVATE KEY", der, err)}
	der, err = x509.MarshalPKIXPublicKey(key.Public())
	failures = append(failures, put("public", "PUBLIC KEY", der, err))
	switch k := key.(type) {
	case *rsa.PrivateKey:
		failures = append(failures,
			put("privateOld", "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(k), nil),
			put("publicOld", "RSA PUBLIC KEY", x509.MarshalPKCS1PublicKey(&k.PublicKey), nil))
	case *ecdsa.PrivateKey:
		der, err := x509.MarshalECPrivateKey(k)
		failures = append(failures, put("privateOld", "EC PRIVATE KEY", der, err))
	}
	return out, errors.Join(failures...)
}

// rsaText encrypts with the public or decrypts with the private key. Padding 1 is
// PKCS #1 v1.5, 4 is OAEP.
func rsaText(how string, key, data []byte, padding int64, d digest) ([]byte, error) {
	if how == "encrypt" {
		k, err := publicKey(key)
		if err != nil {
			return nil, err
		}
		public, ok := k.(*rsa.PublicKey)
		if !ok {
			return nil, errKey
		}
		if padding == 1 {
			return rsa.EncryptPKCS1v15(rand.Reader, public, data) //nolint:staticcheck // the project asks for it
		}
		return rsa.EncryptOAEP(d.make(), rand.Reader, public, data, nil)
	}
	k, err := privateKey(key)
	if err != nil {
		return nil, err
	}
	private, ok := k.(*rsa.PrivateKey)
	if !ok {
		return nil, errKey
	}
	if padding == 1 {
		return rsa.DecryptPKCS1v15(rand.Reader, private, data) //nolint:staticcheck // the project asks for it
	}
	return rsa.DecryptOAEP(d.make(), rand.Reader, private, data, nil)
}

// addKeys adds the native functions that generate keys and encrypt with them.
func (m *cryptoModule) addKeys(natives map[string]any) {
	read := func(call goja.FunctionCall) func() (any, error) {
		list := call.Argument(0).ToObject(m.realm.Runtime())
		kind, bits, curve := list.Get("0").String(), int(list.Get("1").ToInteger()), list.Get("2").String()
		return func() (any, error) { return keyPair(kind, bits, curve) }
	}
	natives["keyPair"] = func(call goja.FunctionCall) goja.Value {
		work := read(call)
		v, err := m.realm.RunSync(func(context.Context) (any, error) { return work() })
		if err != nil {
			panic(m.realm.Error(err))
		}
		return m.realm.ToJS(v)
	}
	natives["keyPairLater"] = func(call goja.FunctionCall) goja.Value { return m.later(call.Argument(1), read(call)) }
	natives["der"] = func(call goja.FunctionCall) goja.Value {
		block, _ := pem.Decode([]byte(call.Argument(0).String()))
		if block == nil {
			panic(m.realm.Error(errKey))
		}
		return m.buffer(bytes.Clone(block.Bytes))
	}
	natives["rsa"] = func(call goja.FunctionCall) goja.Value {
		scheme := call.Argument(3).ToObject(m.realm.Runtime())
		b, err := rsaText(call.Argument(0).String(), m.bytes(call.Argument(1)), m.bytes(call.Argument(2)),
			scheme.Get("0").ToInteger(), m.digest(scheme.Get("1").String()))
		if err != nil {
			panic(m.errorWith("Error", "ERR_OSSL_EVP", "%v", err))
		}
		return m.buffer(b)
	}
}
