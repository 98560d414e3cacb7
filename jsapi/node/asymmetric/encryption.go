package asymmetric

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
)

// Wrapping says how RSA encrypts.
type Wrapping struct {
	Padding   int
	Hash, MGF Digest // of OAEP
	Label     []byte
}

func notRSA() *Failure {
	return wrongType()
}

func tooLarge() *Failure {
	return openssl("0200006E", "rsa routines", "data too large for key size", "RSA_DATA_TOO_LARGE_FOR_KEY_SIZE")
}

// Encrypt encrypts with the public key.
func (k *Key) Encrypt(data []byte, w Wrapping) ([]byte, error) {
	if k.Type != "rsa" {
		return nil, notRSA()
	}
	switch w.Padding {
	case PKCS1:
		if len(data) > k.rsa.Size()-11 {
			return nil, tooLarge()
		}
		if k.isSmall() {
			return k.encryptSmall(data), nil
		}
		return rsa.EncryptPKCS1v15(rand.Reader, k.rsa, data) //nolint:staticcheck // the project asks for it
	case OAEP:
		return k.encryptOAEP(data, w)
	case NoPadding:
		return k.whole(data, func(b []byte) ([]byte, error) {
			out, ok := k.publicRaw(b)
			if !ok {
				return nil, openssl("02000084", "rsa routines", "data too large for modulus", "RSA_DATA_TOO_LARGE_FOR_MODULUS")
			}
			return out, nil
		})
	}
	return nil, openssl("02000076", "rsa routines", "unknown padding type", "RSA_UNKNOWN_PADDING_TYPE")
}

// whole checks the length of a message without padding.
func (k *Key) whole(data []byte, fn func(b []byte) ([]byte, error)) ([]byte, error) {
	switch {
	case len(data) > k.rsa.Size():
		return nil, tooLarge()
	case len(data) < k.rsa.Size():
		return nil, openssl("0200007A", "rsa routines", "data too small for key size", "RSA_DATA_TOO_SMALL_FOR_KEY_SIZE")
	}
	return fn(data)
}

func (k *Key) encryptOAEP(data []byte, w Wrapping) ([]byte, error) {
	n := w.Hash.Make().Size()
	if len(data) > k.rsa.Size()-2*n-2 {
		return nil, tooLarge()
	}
	em := make([]byte, k.rsa.Size())
	seed, db := em[1:1+n], em[1+n:]
	_, _ = rand.Read(seed) // it never fails, by contract
	copy(db, w.Hash.sum(w.Label))
	db[len(db)-len(data)-1] = 1
	copy(db[len(db)-len(data):], data)
	mask(db, w.MGF, seed)
	mask(seed, w.MGF, db)
	out, _ := k.publicRaw(em)
	return out, nil
}

// Decrypt decrypts with the private key.
func (k *Key) Decrypt(data []byte, w Wrapping) ([]byte, error) {
	if k.Type != "rsa" {
		return nil, notRSA()
	}
	failed := openssl("02000079", "rsa routines", "oaep decoding error", "RSA_OAEP_DECODING_ERROR")
	switch w.Padding {
	case PKCS1:
		if len(data) > k.rsa.Size() {
			return nil, openssl("0200006C", "rsa routines", "data greater than mod len", "RSA_DATA_GREATER_THAN_MOD_LEN")
		}
		if k.isSmall() {
			return k.decryptSmall(data)
		}
		return rsa.DecryptPKCS1v15(rand.Reader, k.rsaKey, data) //nolint:staticcheck // the project asks for it
	case OAEP:
		if k.isSmall() {
			out, ok := k.decryptSmallOAEP(data, w)
			if !ok {
				return nil, failed
			}
			return out, nil
		}
		out, err := k.rsaKey.Decrypt(nil, data, &rsa.OAEPOptions{Hash: w.Hash.ID, MGFHash: w.MGF.ID, Label: w.Label})
		if err != nil {
			return nil, failed
		}
		return out, nil
	case NoPadding:
		return k.whole(data, k.privateRaw)
	}
	return nil, openssl("02000076", "rsa routines", "unknown padding type", "RSA_UNKNOWN_PADDING_TYPE")
}

// EncryptPrivate encrypts with the private key, as signatures do.
func (k *Key) EncryptPrivate(data []byte, padding int) ([]byte, error) {
	switch {
	case k.Type != "rsa":
		return nil, notRSA()
	case padding == NoPadding:
		return k.whole(data, k.privateRaw)
	case padding != PKCS1:
		return nil, openssl("02000076", "rsa routines", "unknown padding type", "RSA_UNKNOWN_PADDING_TYPE")
	case len(data) > k.rsa.Size()-11:
		return nil, openssl("0200006E", "rsa routines", "data too large for key size", "RSA_DATA_TOO_LARGE_FOR_KEY_SIZE")
	}
	em := bytes.Repeat([]byte{0xff}, k.rsa.Size())
	em[0], em[1] = 0, 1
	em[len(em)-len(data)-1] = 0
	copy(em[len(em)-len(data):], data)
	return k.privateRaw(em)
}

// DecryptPublic is the opposite of EncryptPrivate, with the public key.
func (k *Key) DecryptPublic(data []byte, padding int) ([]byte, error) {
	if k.Type != "rsa" {
		return nil, notRSA()
	}
	if len(data) > k.rsa.Size() {
		return nil, openssl("0200006C", "rsa routines", "data greater than mod len", "RSA_DATA_GREATER_THAN_MOD_LEN")
	}
	em, ok := k.publicRaw(append(make([]byte, k.rsa.Size()-len(data)), data...))
	switch {
	case !ok:
		return nil, openssl("02000084", "rsa routines", "data too large for modulus", "RSA_DATA_TOO_LARGE_FOR_MODULUS")
	case padding == NoPadding:
		return em, nil
	case padding != PKCS1:
		return nil, openssl("02000076", "rsa routines", "unknown padding type", "RSA_UNKNOWN_PADDING_TYPE")
	}
	at := 2
	for at < len(em) && em[at] == 0xff {
		at++
	}
	switch {
	case em[0] != 0 || em[1] != 1:
		return nil, openssl("0200006A", "rsa routines", "block type is not 01", "RSA_BLOCK_TYPE_IS_NOT_01")
	case at == len(em) || em[at] != 0 || at < 10:
		return nil, openssl("02000067", "rsa routines", "bad fixed header decrypt", "RSA_BAD_FIXED_HEADER_DECRYPT")
	}
	return em[at+1:], nil
}
