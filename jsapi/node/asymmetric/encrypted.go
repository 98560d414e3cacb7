package asymmetric

import (
	"context"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // older files use it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/asn1"
	"hash"

	"framework/jsapi/node/derive"
	"framework/jsapi/node/symmetric"
)

type encryptedInfo struct {
	Algorithm algorithm
	Data      []byte
}

type pbes2 struct{ Derivation, Cipher algorithm }

type pbkdf2Parameters struct {
	Salt       []byte
	Iterations int
	Length     int       `asn1:"optional"`
	PRF        algorithm `asn1:"optional"`
}

type scryptParameters struct {
	Salt    []byte
	N, R, P int
	Length  int `asn1:"optional"`
}

var (
	oidPBES2  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 13}
	oidPBKDF2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 12}
	oidScrypt = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 11591, 4, 11}
	oidSHA1   = asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 7}
	oidSHA256 = asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 9}
)

var oidPRF = map[string]func() hash.Hash{
	oidSHA1.String(): sha1.New, oidSHA256.String(): sha256.New,
	"1.2.840.113549.2.8": sha256.New224, "1.2.840.113549.2.10": sha512.New384, "1.2.840.113549.2.11": sha512.New,
}

var oidCipher = map[string]asn1.ObjectIdentifier{
	"des-ede3-cbc": {1, 2, 840, 113549, 3, 7}, "aes-128-cbc": {2, 16, 840, 1, 101, 3, 4, 1, 2},
	"aes-192-cbc": {2, 16, 840, 1, 101, 3, 4, 1, 22}, "aes-256-cbc": {2, 16, 840, 1, 101, 3, 4, 1, 42},
}

func cipherOf(oid asn1.ObjectIdentifier) (symmetric.Suite, bool) {
	for name, known := range oidCipher {
		if known.Equal(oid) {
			return symmetric.Find(name)
		}
	}
	return symmetric.Suite{}, false
}

// maxScrypt is how much memory, in bytes, the key of an encrypted one may take.
const maxScrypt = 64 << 20

func isEncrypted(der []byte) bool {
	var info encryptedInfo
	return unmarshal(der, &info)
}

// parseEncrypted reads PKCS #8 that is encrypted by PBES2.
func parseEncrypted(ctx context.Context, der, passphrase []byte) (*Key, error) {
	var info encryptedInfo
	var scheme pbes2
	if !unmarshal(der, &info) || !info.Algorithm.OID.Equal(oidPBES2) || !unmarshal(info.Algorithm.Parameters.FullBytes, &scheme) {
		return nil, unsupported()
	}
	s, ok := cipherOf(scheme.Cipher.OID)
	var iv []byte
	if !ok || !unmarshal(scheme.Cipher.Parameters.FullBytes, &iv) {
		return nil, unsupported()
	}
	if passphrase == nil {
		return nil, missingPassphrase()
	}
	key, err := deriveKey(ctx, scheme.Derivation, passphrase, s.Key)
	if err != nil {
		return nil, err
	}
	c, err := symmetric.New(s, key, iv, true, symmetric.Options{})
	if err != nil {
		return nil, unsupported()
	}
	plain, err := c.Update(info.Data)
	if err != nil {
		return nil, badDecrypt()
	}
	last, err := c.Final()
	if err != nil {
		return nil, badDecrypt()
	}
	return ParsePKCS8(append(plain, last...))
}

func deriveKey(ctx context.Context, a algorithm, passphrase []byte, n int) ([]byte, error) {
	if a.OID.Equal(oidScrypt) {
		var p scryptParameters
		if !unmarshal(a.Parameters.FullBytes, &p) || p.N < 2 || p.N&(p.N-1) != 0 || p.R < 1 || p.P < 1 || p.R > 1<<10 || p.P > 1<<10 || p.N > maxScrypt/128/p.R {
			return nil, unsupported()
		}
		return derive.Scrypt(ctx, passphrase, p.Salt, p.N, p.R, p.P, n)
	}
	var p pbkdf2Parameters
	if !a.OID.Equal(oidPBKDF2) || !unmarshal(a.Parameters.FullBytes, &p) || p.Iterations < 1 {
		return nil, unsupported()
	}
	if len(p.PRF.OID) == 0 {
		p.PRF.OID = oidSHA1
	}
	prf, ok := oidPRF[p.PRF.OID.String()]
	if !ok {
		return nil, unsupported()
	}
	return derive.PBKDF2(ctx, prf, passphrase, p.Salt, p.Iterations, n)
}

// encrypt encrypts PKCS #8 as OpenSSL does: PBKDF2 with SHA-256 and 2,048 iterations.
func encrypt(der []byte, s symmetric.Suite, passphrase []byte) ([]byte, error) {
	cipherOID, ok := oidCipher[s.Name]
	if !ok {
		return nil, refuse("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher")
	}
	salt, iv := make([]byte, 16), make([]byte, s.IV)
	_, _ = rand.Read(salt) // it never fails, by contract
	_, _ = rand.Read(iv)   // it never fails, by contract
	params := pbkdf2Parameters{Salt: salt, Iterations: 2048, PRF: algorithm{oidSHA256, asn1.NullRawValue}}
	derivation, err := asn1.Marshal(params)
	if err != nil {
		return nil, err
	}
	ivDER, err := asn1.Marshal(iv)
	if err != nil {
		return nil, err
	}
	scheme, err := asn1.Marshal(pbes2{
		algorithm{oidPBKDF2, asn1.RawValue{FullBytes: derivation}}, algorithm{cipherOID, asn1.RawValue{FullBytes: ivDER}},
	})
	if err != nil {
		return nil, err
	}
	key, err := deriveKey(context.Background(), algorithm{oidPBKDF2, asn1.RawValue{FullBytes: derivation}}, passphrase, s.Key)
	if err != nil {
		return nil, err
	}
	c, err := symmetric.New(s, key, iv, false, symmetric.Options{})
	if err != nil {
		return nil, err
	}
	data, err := c.Update(der)
	if err != nil {
		return nil, err
	}
	last, err := c.Final()
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(encryptedInfo{algorithm{oidPBES2, asn1.RawValue{FullBytes: scheme}}, append(data, last...)})
}
