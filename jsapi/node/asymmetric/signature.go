package asymmetric

import (
	"bytes"
	"crypto"
	"crypto/dsa" //nolint:staticcheck // projects may hold old keys
	"crypto/rand"
	"crypto/rsa"
	"crypto/subtle"
	"encoding/asn1"
	"hash"
	"math/big"
)

// Digest is a hash of a signature. ID is 0 where Go has none for it.
type Digest struct {
	Name string
	Make func() hash.Hash
	ID   crypto.Hash
}

func (d Digest) sum(data []byte) []byte {
	h := d.Make()
	h.Write(data)
	return h.Sum(nil)
}

// Paddings of RSA, with the numbers of OpenSSL.
const (
	PKCS1     = 1
	NoPadding = 3
	OAEP      = 4
	PSSScheme = 6
)

// Salt lengths of PSS that are no lengths.
const (
	SaltDigest = -1 // as long as the digest
	SaltAuto   = -2 // the longest to sign, any to verify
	saltMost   = -3 // the longest
)

// Scheme says how to sign. The zero value is the usual of the key.
type Scheme struct {
	Padding int
	Salt    *int
	Plain   bool   // r and s side by side (ieee-p1363)
	MGF     Digest // of PSS; the zero value is that of the message
}

// signsWhole reports whether the key takes the message itself and not its digest. It is
// an error if it signs nothing, or if d is named where there is none.
func (k *Key) signsWhole(d *Digest) (bool, error) {
	switch k.Type {
	case "ed25519", "ed448":
		if d != nil {
			return false, openssl("1C800075", "Provider routines", "invalid digest", "INVALID_DIGEST")
		}
		return true, nil
	case "x25519", "x448", "dh":
		return false, wrongType()
	}
	return false, nil
}

// dsaSum is the part of a digest that DSA signs.
func (k *Key) dsaSum(sum []byte) []byte { return sum[:min(len(sum), k.dsa.Q.BitLen()/8)] }

// Sign signs a message. d is nil for keys that take the message itself, and for others
// where the project has named none.
func (k *Key) Sign(d *Digest, data []byte, s Scheme) ([]byte, error) {
	whole, err := k.signsWhole(d)
	if err != nil {
		return nil, err
	}
	if whole {
		return k.signRaw(data), nil
	}
	d = k.digest(d)
	sum := d.sum(data)
	switch k.Type {
	case "rsa", "rsa-pss":
		return k.signRSA(*d, sum, s)
	case "ec":
		der, err := k.curve.sign(k.scalar, sum)
		if err != nil || !s.Plain {
			return der, err
		}
		return k.curve.plainSignature(der)
	}
	r, v, err := dsa.Sign(rand.Reader, &dsa.PrivateKey{PublicKey: *k.dsa, X: k.secret}, k.dsaSum(sum))
	if err != nil {
		return nil, err
	}
	der, err := asn1.Marshal(pair{r, v})
	if err != nil || !s.Plain {
		return der, err
	}
	return plainPair(der, (k.dsa.Q.BitLen()+7)/8)
}

// digest is the digest that a signature has, where none is named.
func (k *Key) digest(d *Digest) *Digest {
	if d != nil {
		return d
	}
	name := crypto.SHA256
	if k.pss != nil {
		for n, id := range map[string]crypto.Hash{"sha1": crypto.SHA1, "sha384": crypto.SHA384, "sha512": crypto.SHA512} {
			if k.pss.Hash == n {
				name = id
			}
		}
	}
	return &Digest{Name: "sha256", Make: name.New, ID: name}
}

func (k *Key) padding(s Scheme) int {
	if s.Padding == 0 {
		if k.Type == "rsa-pss" {
			return PSSScheme
		}
		return PKCS1
	}
	return s.Padding
}

func (k *Key) signRSA(d Digest, sum []byte, s Scheme) ([]byte, error) {
	switch padding := k.padding(s); padding {
	case PSSScheme:
		salt, mgf, err := k.pssFor(d, s, len(sum))
		if err != nil {
			return nil, err
		}
		return k.signPSS(d, mgf, sum, salt)
	case PKCS1:
		if k.Type == "rsa-pss" {
			return nil, openssl("1C8000A5", "Provider routines", "illegal or unsupported padding mode", "ILLEGAL_OR_UNSUPPORTED_PADDING_MODE")
		}
		prefix, ok := digestPrefix(d.Name)
		if !ok {
			return nil, openssl("1C800075", "Provider routines", "invalid digest", "INVALID_DIGEST")
		}
		if k.rsa.Size() < len(prefix)+len(sum)+11 {
			return nil, openssl("02000070", "rsa routines", "digest too big for rsa key", "RSA_DIGEST_TOO_BIG_FOR_RSA_KEY")
		}
		if k.isSmall() {
			return k.EncryptPrivate(append(prefix, sum...), PKCS1)
		}
		return rsa.SignPKCS1v15(nil, k.rsaKey, 0, append(prefix, sum...))
	}
	return nil, openssl("1C8000A5", "Provider routines", "illegal or unsupported padding mode", "ILLEGAL_OR_UNSUPPORTED_PADDING_MODE")
}

// digestPrefix is what stands before a digest in a signature of PKCS #1.
func digestPrefix(name string) ([]byte, bool) {
	oids := map[string]asn1.ObjectIdentifier{
		"md5": {1, 2, 840, 113549, 2, 5}, "ripemd160": {1, 3, 36, 3, 2, 1},
		"sha3-224": {2, 16, 840, 1, 101, 3, 4, 2, 7}, "sha3-256": {2, 16, 840, 1, 101, 3, 4, 2, 8},
		"sha3-384": {2, 16, 840, 1, 101, 3, 4, 2, 9}, "sha3-512": {2, 16, 840, 1, 101, 3, 4, 2, 10},
	}
	oid, ok := oids[name]
	if !ok {
		if oid, ok = oidHashes[name]; !ok {
			return nil, false
		}
	}
	n := map[string]int{"md5": 16, "sha1": 20, "ripemd160": 20, "sha224": 28, "sha512-224": 28, "sha3-224": 28, "sha256": 32, "sha512-256": 32, "sha3-256": 32, "sha384": 48, "sha3-384": 48, "sha512": 64, "sha3-512": 64}[name]
	a, err := asn1.Marshal(algorithm{oid, asn1.NullRawValue})
	if err != nil {
		return nil, false
	}
	out := append([]byte{0x30, byte(len(a) + 2 + n)}, a...)
	return append(out, 0x04, byte(n)), true
}

// pssFor is the length of the salt and the digest of the mask.
func (k *Key) pssFor(d Digest, s Scheme, sum int) (salt int, mgf Digest, err error) {
	most := (k.rsa.N.BitLen()+6)/8 - sum - 2
	salt, mgf = most, d
	if s.MGF.Make != nil {
		mgf = s.MGF
	}
	if k.pss != nil {
		if d.Name != k.pss.Hash {
			return 0, d, openssl("1C8000AE", "Provider routines", "digest not allowed", "DIGEST_NOT_ALLOWED")
		}
		if s.Salt == nil {
			salt = k.pss.Salt
		}
	}
	if s.Salt != nil {
		switch salt = *s.Salt; salt {
		case SaltDigest:
			salt = sum
		case SaltAuto, saltMost:
			salt = most
		}
	}
	if k.pss != nil && salt < k.pss.Salt {
		return 0, d, openssl("1C8000AC", "Provider routines", "pss saltlen too small", "PSS_SALTLEN_TOO_SMALL")
	}
	if salt < 0 || salt > most {
		return 0, d, openssl("0200006E", "rsa routines", "data too large for key size", "RSA_DATA_TOO_LARGE_FOR_KEY_SIZE")
	}
	return salt, mgf, nil
}

// signPSS signs by EMSA-PSS. crypto/rsa knows one digest for message and mask, no
// salt of any length, and no small keys.
func (k *Key) signPSS(d, mgf Digest, sum []byte, n int) ([]byte, error) {
	if d.ID != 0 && d.Name == mgf.Name && n > 0 && !k.isSmall() {
		return rsa.SignPSS(rand.Reader, k.rsaKey, d.ID, sum, &rsa.PSSOptions{SaltLength: n})
	}
	salt := make([]byte, n)
	_, _ = rand.Read(salt) // it never fails, by contract
	bits := k.rsa.N.BitLen() - 1
	em := make([]byte, (bits+7)/8)
	h := pssHash(d, sum, salt)
	db := em[:len(em)-len(h)-1]
	db[len(db)-n-1] = 1
	copy(db[len(db)-n:], salt)
	mask(db, mgf, h)
	db[0] &= 0xff >> (8*len(em) - bits)
	copy(em[len(db):], h)
	em[len(em)-1] = 0xbc
	return k.privateRaw(em)
}

func pssHash(d Digest, sum, salt []byte) []byte {
	h := d.Make()
	h.Write(make([]byte, 8))
	h.Write(sum)
	h.Write(salt)
	return h.Sum(nil)
}

// mask is MGF1.
func mask(out []byte, d Digest, seed []byte) {
	for i := uint32(0); len(out) > 0; i++ {
		h := d.Make()
		h.Write(seed)
		h.Write([]byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)})
		out = out[subtle.XORBytes(out, out, h.Sum(nil)):]
	}
}

func (k *Key) verifyPSS(d, mgf Digest, sum, signature []byte, salt int) bool {
	em, ok := k.publicRaw(signature)
	bits := k.rsa.N.BitLen() - 1
	n := (bits + 7) / 8
	if !ok || len(sum)+2 > n {
		return false
	}
	if len(em) > n {
		if em[0] != 0 {
			return false
		}
		em = em[1:]
	}
	h := em[n-len(sum)-1 : n-1]
	db := em[:n-len(sum)-1]
	if em[n-1] != 0xbc || db[0]&^(0xff>>(8*n-bits)) != 0 {
		return false
	}
	mask(db, mgf, h)
	db[0] &= 0xff >> (8*n - bits)
	at := 0
	for at < len(db) && db[at] == 0 {
		at++
	}
	if at == len(db) || db[at] != 1 {
		return false
	}
	used := db[at+1:]
	return (salt < 0 || len(used) == salt) && subtle.ConstantTimeCompare(h, pssHash(d, sum, used)) == 1
}

// Verify says whether a signature is that of the message.
func (k *Key) Verify(d *Digest, data, signature []byte, s Scheme) (bool, error) {
	whole, err := k.signsWhole(d)
	if err != nil {
		return false, err
	}
	if whole {
		return k.verifyRaw(data, signature), nil
	}
	d = k.digest(d)
	sum := d.sum(data)
	switch k.Type {
	case "rsa", "rsa-pss":
		return k.verifyRSA(*d, sum, signature, s)
	case "ec":
		if s.Plain {
			der, ok := derSignature(signature, k.curve.Size)
			if !ok {
				return false, nil
			}
			signature = der
		}
		return k.curve.verify(k.point, sum, signature), nil
	}
	if s.Plain {
		der, ok := derSignature(signature, (k.dsa.Q.BitLen()+7)/8)
		if !ok {
			return false, nil
		}
		signature = der
	}
	var v pair
	if !unmarshal(signature, &v) {
		return false, nil
	}
	return dsa.Verify(k.dsa, k.dsaSum(sum), v.R, v.S), nil
}

func (k *Key) verifyRSA(d Digest, sum, signature []byte, s Scheme) (bool, error) {
	switch k.padding(s) {
	case PSSScheme:
		if s.Salt == nil && k.pss == nil || s.Salt != nil && *s.Salt == SaltAuto {
			mgf := d
			if s.MGF.Make != nil {
				mgf = s.MGF
			}
			return k.verifyPSS(d, mgf, sum, signature, -1), nil
		}
		salt, mgf, err := k.pssFor(d, s, len(sum))
		if err != nil {
			return false, nil //nolint:nilerr // as in Node, the signature is not valid
		}
		return k.verifyPSS(d, mgf, sum, signature, salt), nil
	case PKCS1:
		if k.Type == "rsa-pss" {
			return false, openssl("1C8000A5", "Provider routines", "illegal or unsupported padding mode", "ILLEGAL_OR_UNSUPPORTED_PADDING_MODE")
		}
		prefix, ok := digestPrefix(d.Name)
		if ok && k.isSmall() {
			text, err := k.DecryptPublic(signature, PKCS1)
			return err == nil && len(signature) == k.rsa.Size() && bytes.Equal(text, append(prefix, sum...)), nil
		}
		return ok && rsa.VerifyPKCS1v15(k.rsa, 0, append(prefix, sum...), signature) == nil, nil
	}
	return false, openssl("1C8000A5", "Provider routines", "illegal or unsupported padding mode", "ILLEGAL_OR_UNSUPPORTED_PADDING_MODE")
}

// privateRaw raises to the private exponent, blinded.
func (k *Key) privateRaw(b []byte) ([]byte, error) {
	m := new(big.Int).SetBytes(b)
	if m.Cmp(k.rsa.N) >= 0 {
		return nil, openssl("02000084", "rsa routines", "data too large for modulus", "RSA_DATA_TOO_LARGE_FOR_MODULUS")
	}
	n, e := k.rsa.N, big.NewInt(int64(k.rsa.E))
	var r, inverse *big.Int
	for inverse == nil {
		var err error
		if r, err = rand.Int(rand.Reader, n); err != nil {
			return nil, err
		}
		inverse = new(big.Int).ModInverse(r, n)
	}
	m.Mul(m, r.Exp(r, e, n)).Mod(m, n)
	m.Exp(m, k.rsaKey.D, n)
	m.Mul(m, inverse).Mod(m, n)
	return m.FillBytes(make([]byte, k.rsa.Size())), nil
}

// publicRaw raises to the public exponent.
func (k *Key) publicRaw(b []byte) ([]byte, bool) {
	m := new(big.Int).SetBytes(b)
	if len(b) != k.rsa.Size() || m.Cmp(k.rsa.N) >= 0 {
		return nil, false
	}
	m.Exp(m, big.NewInt(int64(k.rsa.E)), k.rsa.N)
	return m.FillBytes(make([]byte, k.rsa.Size())), true
}
