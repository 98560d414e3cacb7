package asymmetric

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
)

// smallRSA is the number of bits below which crypto/rsa refuses a key. OpenSSL does not, and there are such keys in
// records of DKIM: their padding is made and read here.
const smallRSA = 1024

func (k *Key) isSmall() bool { return k.rsa.N.BitLen() < smallRSA }

// encryptSmall pads as PKCS #1 does. The data fits.
func (k *Key) encryptSmall(data []byte) []byte {
	em := make([]byte, k.rsa.Size())
	em[1] = 2
	padding := em[2 : len(em)-len(data)-1]
	_, _ = rand.Read(padding) // it never fails, by contract
	for i := range padding {
		for padding[i] == 0 {
			_, _ = rand.Read(padding[i : i+1])
		}
	}
	copy(em[len(em)-len(data):], data)
	out, _ := k.publicRaw(em) // it begins with 0: it is less than the modulus
	return out
}

func (k *Key) decryptSmall(data []byte) ([]byte, error) {
	em, err := k.privateRaw(data)
	if err != nil {
		return nil, err
	}
	end := bytes.IndexByte(em[2:], 0)
	if em[0] != 0 || em[1] != 2 || end < 8 {
		return nil, openssl("0200009F", "rsa routines", "pkcs decoding error", "RSA_PKCS_DECODING_ERROR")
	}
	return em[2+end+1:], nil
}

// decryptSmallOAEP is the opposite of encryptOAEP.
func (k *Key) decryptSmallOAEP(data []byte, w Wrapping) ([]byte, bool) {
	n := w.Hash.Make().Size()
	if len(data) > k.rsa.Size() || k.rsa.Size() < 2*n+2 {
		return nil, false
	}
	em, err := k.privateRaw(data)
	if err != nil {
		return nil, false
	}
	seed, db := em[1:1+n], em[1+n:]
	mask(seed, w.MGF, db)
	mask(db, w.MGF, seed)
	at := n
	for at < len(db) && db[at] == 0 {
		at++
	}
	ok := subtle.ConstantTimeCompare(db[:n], w.Hash.sum(w.Label)) == 1
	if !ok || em[0] != 0 || at == len(db) || db[at] != 1 {
		return nil, false
	}
	return db[at+1:], true
}
