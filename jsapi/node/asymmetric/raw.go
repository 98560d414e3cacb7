package asymmetric

import (
	"crypto/ecdh"
	"crypto/ed25519"
	"errors"

	"github.com/cloudflare/circl/dh/x448"
	"github.com/cloudflare/circl/sign/ed448"
)

// rawPublic is the public key of a private key of type ed25519, x25519, ed448 or x448.
func rawPublic(kind string, seed []byte) ([]byte, error) {
	switch kind {
	case "ed25519":
		k := ed25519.NewKeyFromSeed(seed)
		return k[ed25519.SeedSize:], nil
	case "x25519":
		k, err := ecdh.X25519().NewPrivateKey(seed)
		if err != nil {
			return nil, err
		}
		return k.PublicKey().Bytes(), nil
	case "ed448":
		k := ed448.NewKeyFromSeed(seed)
		return k[ed448.SeedSize:], nil
	}
	var public, secret x448.Key
	copy(secret[:], seed)
	x448.KeyGen(&public, &secret)
	return public[:], nil
}

var errLowOrder = errors.New("the public key has a low order")

// agreeRaw is the shared secret of x25519 or x448.
func agreeRaw(kind string, seed, public []byte) ([]byte, error) {
	if kind == "x25519" {
		private, err := ecdh.X25519().NewPrivateKey(seed)
		if err != nil {
			return nil, err
		}
		other, err := ecdh.X25519().NewPublicKey(public)
		if err != nil {
			return nil, err
		}
		return private.ECDH(other)
	}
	var shared, secret, other x448.Key
	copy(secret[:], seed)
	copy(other[:], public)
	if !x448.Shared(&shared, &secret, &other) {
		return nil, errLowOrder
	}
	return shared[:], nil
}

func (k *Key) signRaw(data []byte) []byte {
	if k.Type == "ed25519" {
		return ed25519.Sign(ed25519.NewKeyFromSeed(k.seed), data)
	}
	return ed448.Sign(ed448.NewKeyFromSeed(k.seed), data, "")
}

func (k *Key) verifyRaw(data, signature []byte) bool {
	if k.Type == "ed25519" {
		return ed25519.Verify(k.raw, data, signature)
	}
	return len(signature) == ed448.SignatureSize && ed448.Verify(k.raw, data, signature, "")
}
