package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"time"

	"framework/engine/value"
)

// revocations are the lists of crl.
func revocations(options *value.Map) ([]*x509.RevocationList, error) {
	texts, err := items(options, "crl", "pem")
	if err != nil {
		return nil, err
	}
	var out []*x509.RevocationList
	for _, each := range texts {
		found := 0
		for rest := each.data; ; {
			var block *pem.Block
			if block, rest = pem.Decode(rest); block == nil {
				break
			}
			if block.Type != "X509 CRL" {
				continue
			}
			list, err := x509.ParseRevocationList(block.Bytes)
			if err != nil {
				return nil, wrong("crl", "holds a list that is damaged: %v", err)
			}
			out, found = append(out, list), found+1
		}
		if found == 0 {
			return nil, wrong("crl", "holds no list of revoked certificates in PEM form%s", hint(each.data))
		}
	}
	return out, nil
}

// refuse has config turn away clients whose certificate, or one above it, is on
// a list, or is on none because there is no list of who issued it that holds
// now: as Node's OpenSSL does once there are lists.
func refuse(config *tls.Config, lists []*x509.RevocationList) {
	config.VerifyConnection = func(state tls.ConnectionState) error {
		var err error
		for _, chain := range state.VerifiedChains {
			if err = unrevoked(chain, lists, time.Now()); err == nil {
				return nil
			}
		}
		return err // nil if clients need no certificate
	}
}

func unrevoked(chain []*x509.Certificate, lists []*x509.RevocationList, now time.Time) error {
	for i, c := range chain {
		issuer := chain[min(i+1, len(chain)-1)]
		known := false
		for _, list := range lists {
			if string(list.RawIssuer) != string(issuer.RawSubject) || list.CheckSignatureFrom(issuer) != nil {
				continue
			}
			if now.Before(list.ThisUpdate) || !list.NextUpdate.IsZero() && now.After(list.NextUpdate) {
				continue
			}
			known = true
			for _, revoked := range list.RevokedCertificateEntries {
				if revoked.SerialNumber.Cmp(c.SerialNumber) == 0 {
					return fmt.Errorf("the certificate of %q is revoked", c.Subject.CommonName)
				}
			}
		}
		if !known {
			return errors.New("crl has no list of " + issuer.Subject.String() + " that holds now")
		}
	}
	return nil
}
