package node

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"

	"github.com/dop251/goja"

	"framework/engine/value"
)

var errKey = errors.New("the key is no PEM of an RSA, EC or Ed25519 key")

// privateKey reads PKCS #1, PKCS #8 and SEC 1 keys in PEM.
func privateKey(data []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, errKey
	}
	if k, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return k, nil
	}
	if k, err := x509.ParseECPrivateKey(block.Bytes); err == nil {
		return k, nil
	}
	k, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errKey, err)
	}
	signer, ok := k.(crypto.Signer)
	if !ok {
		return nil, errKey
	}
	return signer, nil
}

// publicKey reads public keys, certificates and, as OpenSSL does, private keys.
func publicKey(data []byte) (crypto.PublicKey, error) {
	if k, err := privateKey(data); err == nil {
		return k.Public(), nil
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, errKey
	}
	if c, err := x509.ParseCertificate(block.Bytes); err == nil {
		return c.PublicKey, nil
	}
	if k, err := x509.ParsePKCS1PublicKey(block.Bytes); err == nil {
		return k, nil
	}
	k, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errKey, err)
	}
	return k, nil
}

func sign(d digest, data, key []byte, scheme string) ([]byte, error) {
	k, err := privateKey(key)
	if err != nil {
		return nil, err
	}
	if e, ok := k.(ed25519.PrivateKey); ok {
		return ed25519.Sign(e, data), nil
	}
	h := d.make()
	h.Write(data)
	sum := h.Sum(nil)
	switch k := k.(type) {
	case *rsa.PrivateKey:
		if scheme == "pss" {
			return rsa.SignPSS(rand.Reader, k, d.id, sum, &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash})
		}
		return rsa.SignPKCS1v15(rand.Reader, k, d.id, sum)
	case *ecdsa.PrivateKey:
		if scheme != "p1363" {
			return ecdsa.SignASN1(rand.Reader, k, sum)
		}
		r, s, err := ecdsa.Sign(rand.Reader, k, sum)
		if err != nil {
			return nil, err
		}
		n := (k.Params().BitSize + 7) / 8
		return append(r.FillBytes(make([]byte, n)), s.FillBytes(make([]byte, n))...), nil
	}
	return nil, errKey
}

func verify(d digest, data, key, signature []byte, scheme string) (bool, error) {
	k, err := publicKey(key)
	if err != nil {
		return false, err
	}
	if e, ok := k.(ed25519.PublicKey); ok {
		return ed25519.Verify(e, data, signature), nil
	}
	h := d.make()
	h.Write(data)
	sum := h.Sum(nil)
	switch k := k.(type) {
	case *rsa.PublicKey:
		if scheme == "pss" {
			return rsa.VerifyPSS(k, d.id, sum, signature, nil) == nil, nil
		}
		return rsa.VerifyPKCS1v15(k, d.id, sum, signature) == nil, nil
	case *ecdsa.PublicKey:
		if scheme != "p1363" {
			return ecdsa.VerifyASN1(k, sum, signature), nil
		}
		n := len(signature) / 2
		return ecdsa.Verify(k, sum, new(big.Int).SetBytes(signature[:n]), new(big.Int).SetBytes(signature[n:])), nil
	}
	return false, errKey
}

func keyType(k crypto.PublicKey) string {
	switch k.(type) {
	case *rsa.PublicKey:
		return "rsa"
	case *ecdsa.PublicKey:
		return "ec"
	case ed25519.PublicKey:
		return "ed25519"
	}
	return ""
}

// keyDetails are the members of asymmetricKeyDetails.
func keyDetails(k crypto.PublicKey) *value.Map {
	switch k := k.(type) {
	case *rsa.PublicKey:
		return value.Of("modulusLength", k.N.BitLen(), "publicExponent", k.E)
	case *ecdsa.PublicKey:
		name := k.Params().Name
		for _, known := range []struct{ nist, openssl string }{{"P-256", "prime256v1"}, {"P-224", "secp224r1"}, {"P-384", "secp384r1"}, {"P-521", "secp521r1"}} {
			if name == known.nist {
				name = known.openssl
			}
		}
		return value.Of("namedCurve", name)
	}
	return value.New(0)
}

// addSignatures adds the native functions of createSign and createVerify.
func (m *cryptoModule) addSignatures(natives map[string]any) {
	rt := m.realm.Runtime()
	refuse := func(err error) {
		panic(m.errorWith("Error", "ERR_OSSL_UNSUPPORTED", "%v", err))
	}
	natives["sign"] = func(call goja.FunctionCall) goja.Value {
		b, err := sign(m.digest(call.Argument(0).String()), m.bytes(call.Argument(1)), m.bytes(call.Argument(2)), call.Argument(3).String())
		if err != nil {
			refuse(err)
		}
		return m.buffer(b)
	}
	natives["verify"] = func(call goja.FunctionCall) goja.Value {
		ok, err := verify(m.digest(call.Argument(0).String()), m.bytes(call.Argument(1)), m.bytes(call.Argument(2)), m.bytes(call.Argument(3)), call.Argument(4).String())
		if err != nil {
			refuse(err)
		}
		return rt.ToValue(ok)
	}
	natives["keyDetails"] = func(call goja.FunctionCall) goja.Value {
		k, err := publicKey(m.bytes(call.Argument(0)))
		if err != nil {
			refuse(err)
		}
		return m.realm.ToJS(keyDetails(k))
	}
	natives["keyType"] = func(call goja.FunctionCall) goja.Value {
		data := m.bytes(call.Argument(0))
		if call.Argument(1).ToBoolean() {
			k, err := privateKey(data)
			if err != nil {
				refuse(err)
			}
			return rt.ToValue(keyType(k.Public()))
		}
		k, err := publicKey(data)
		if err != nil {
			refuse(err)
		}
		return rt.ToValue(keyType(k))
	}
}
