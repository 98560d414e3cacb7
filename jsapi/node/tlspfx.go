package node

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"

	"software.sslmate.com/src/go-pkcs12"

	"framework/engine/value"
)

// unpackPFX reads a bundle of PKCS #12: key, cert (with what leads to its issuer) and extra, the certificates of
// issuers alone, in PEM.
func unpackPFX(bundle []byte, passphrase string) (*value.Map, error) {
	key, cert, issuers, err := pkcs12.DecodeChain(bundle, passphrase)
	if errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return nil, &netFailure{"", "mac verify failure", nil, err}
	}
	if err != nil {
		return nil, &netFailure{"", asn1Mistake(bundle), nil, err}
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, &netFailure{"", "the option pfx: " + err.Error(), nil, err}
	}
	var chain, extra bytes.Buffer
	for i, c := range append([]*x509.Certificate{cert}, issuers...) {
		block := &pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}
		_ = pem.Encode(&chain, block) // a buffer takes everything
		if i > 0 {
			_ = pem.Encode(&extra, block)
		}
	}
	return value.Of("key", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})), "cert", chain.String(), "extra", extra.String()), nil
}

// asn1Mistake says in the words of OpenSSL what is wrong with the beginning of what should be a sequence.
func asn1Mistake(b []byte) string {
	if len(b) == 0 {
		return "not enough data"
	}
	var rest asn1.RawValue
	if len(b) < 2 || b[1]&0x80 != 0 && len(b) < 2+int(b[1]&0x7f) {
		return "header too long"
	}
	if _, err := asn1.Unmarshal(b, &rest); err == nil && b[0] != 0x30 {
		return "wrong tag"
	}
	return "not enough data"
}
