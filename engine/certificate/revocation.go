package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
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
		lists, err := RevocationLists(each.data)
		if err != nil {
			return nil, wrong("crl", "holds a list that is damaged: %v", err)
		}
		if len(lists) == 0 {
			return nil, wrong("crl", "holds no list of revoked certificates in PEM form%s", hint(each.data))
		}
		out = append(out, lists...)
	}
	return out, nil
}

// RevocationLists reads the lists of revoked certificates of a text in PEM, which may have none.
func RevocationLists(text []byte) (out []*x509.RevocationList, err error) {
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			return out, nil
		}
		if block.Type != "X509 CRL" {
			continue
		}
		list, err := x509.ParseRevocationList(block.Bytes)
		if err != nil {
			return nil, err
		}
		out = append(out, list)
	}
}

// Refusal is the error of a certificate that lists of revoked ones turn away.
type Refusal struct {
	Code string // of OpenSSL: CERT_REVOKED, UNABLE_TO_GET_CRL, CRL_HAS_EXPIRED or CRL_NOT_YET_VALID
	text string
}

func (e *Refusal) Error() string { return e.text }

// refuse has config turn away clients whose certificate, or one above it, is on
// a list, or is on none because there is no list of who issued it that holds
// now: as Node's OpenSSL does once there are lists.
func refuse(config *tls.Config, lists []*x509.RevocationList) {
	config.VerifyConnection = func(state tls.ConnectionState) error {
		var err error
		for _, chain := range state.VerifiedChains {
			if err = Unrevoked(chain, lists, time.Now()); err == nil {
				return nil
			}
		}
		return err // nil if clients need no certificate
	}
}

// Unrevoked returns a Refusal for a chain, from the certificate itself to its root: as with OpenSSL, each
// one needs a list of its issuer that holds now and has not its number.
func Unrevoked(chain []*x509.Certificate, lists []*x509.RevocationList, now time.Time) error {
	for i, c := range chain {
		issuer := chain[min(i+1, len(chain)-1)]
		known, missing := false, "UNABLE_TO_GET_CRL"
		for _, list := range lists {
			if string(list.RawIssuer) != string(issuer.RawSubject) || list.CheckSignatureFrom(issuer) != nil {
				continue
			}
			if now.Before(list.ThisUpdate) {
				missing = "CRL_NOT_YET_VALID"
				continue
			}
			if !list.NextUpdate.IsZero() && now.After(list.NextUpdate) {
				missing = "CRL_HAS_EXPIRED"
				continue
			}
			known = true
			for _, revoked := range list.RevokedCertificateEntries {
				if revoked.SerialNumber.Cmp(c.SerialNumber) == 0 {
					return &Refusal{"CERT_REVOKED", fmt.Sprintf("the certificate of %q is revoked", c.Subject.CommonName)}
				}
			}
		}
		if !known {
			return &Refusal{missing, "crl has no list of " + issuer.Subject.String() + " that holds now"}
		}
	}
	return nil
}
