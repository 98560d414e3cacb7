package asymmetric

import (
	"crypto"
	"crypto/md5"  //nolint:gosec // older ones use it
	"crypto/sha1" //nolint:gosec // older ones use it
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"strings"
)

// SPKAC is a signed public key with a challenge, as the element keygen of browsers made it.
type SPKAC struct {
	Challenge []byte
	PublicKey []byte // PEM

	signed    []byte
	signature []byte
	key       *Key
	algorithm string
}

// ParseSPKAC reads SPKAC in base 64.
func ParseSPKAC(data []byte) (*SPKAC, error) {
	text := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, string(data))
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, unsupported()
	}
	var outer struct {
		Body      asn1.RawValue
		Algorithm pkix.AlgorithmIdentifier
		Signature asn1.BitString
	}
	var body struct {
		Key       asn1.RawValue
		Challenge asn1.RawValue
	}
	if !unmarshal(der, &outer) || !unmarshal(outer.Body.FullBytes, &body) {
		return nil, unsupported()
	}
	k, err := ParseSPKI(body.Key.FullBytes)
	if err != nil {
		return nil, err
	}
	s := &SPKAC{Challenge: body.Challenge.Bytes, signed: outer.Body.FullBytes, signature: outer.Signature.Bytes, key: k}
	s.PublicKey = pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: body.Key.FullBytes})
	s.algorithm = outer.Algorithm.Algorithm.String()
	return s, nil
}

// Valid says whether the signature is that of the key.
func (s *SPKAC) Valid() bool {
	d, ok := map[string]Digest{
		"1.2.840.113549.1.1.4": {"md5", md5.New, crypto.MD5}, "1.2.840.113549.1.1.5": {"sha1", sha1.New, crypto.SHA1},
		"1.2.840.113549.1.1.11": {"sha256", sha256.New, crypto.SHA256}, "1.2.840.113549.1.1.12": {"sha384", sha512.New384, crypto.SHA384},
		"1.2.840.113549.1.1.13": {"sha512", sha512.New, crypto.SHA512}, "1.2.840.10045.4.3.2": {"sha256", sha256.New, crypto.SHA256},
		"1.2.840.10045.4.3.3": {"sha384", sha512.New384, crypto.SHA384}, "1.2.840.10045.4.3.4": {"sha512", sha512.New, crypto.SHA512},
	}[s.algorithm]
	if !ok {
		return false
	}
	valid, err := s.key.Verify(&d, s.signed, s.signature, Scheme{})
	return err == nil && valid
}
