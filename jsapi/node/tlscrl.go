package node

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"time"
)

// parseCRL reads the first list of revoked certificates of a text in PEM; nil where there is none.
func parseCRL(text string) *x509.RevocationList {
	for rest := []byte(text); ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return nil
		}
		if block.Type != "X509 CRL" {
			continue
		}
		if list, err := x509.ParseRevocationList(block.Bytes); err == nil {
			return list
		}
	}
}

// revoked returns what is wrong with a chain, from the certificate itself to its root: as with
// OpenSSL, each one but the root needs a list of its issuer that is in time and has not its number.
func (s security) revoked(chain []*x509.Certificate, now time.Time) error {
	for i := 0; i+1 < len(chain); i++ {
		list := s.listOf(chain[i+1])
		switch {
		case list == nil:
			return &netFailure{"UNABLE_TO_GET_CRL", "unable to get certificate CRL", nil, nil}
		case !list.NextUpdate.IsZero() && now.After(list.NextUpdate):
			return &netFailure{"CRL_HAS_EXPIRED", "CRL has expired", nil, nil}
		case now.Before(list.ThisUpdate):
			return &netFailure{"CRL_NOT_YET_VALID", "CRL is not yet valid", nil, nil}
		}
		for _, entry := range list.RevokedCertificateEntries {
			if entry.SerialNumber.Cmp(chain[i].SerialNumber) == 0 {
				return &netFailure{"CERT_REVOKED", "certificate revoked", nil, nil}
			}
		}
	}
	return nil
}

func (s security) listOf(issuer *x509.Certificate) *x509.RevocationList {
	for _, text := range s.crls {
		list := parseCRL(text)
		if list != nil && bytes.Equal(list.RawIssuer, issuer.RawSubject) && issuer.CheckSignature(list.SignatureAlgorithm, list.RawTBSRevocationList, list.Signature) == nil {
			return list
		}
	}
	return nil
}
