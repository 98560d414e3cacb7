package node

import (
	"bytes"
	"crypto/x509"
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
		return nil, &netFailure{"", "not enough data", nil, err}
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
