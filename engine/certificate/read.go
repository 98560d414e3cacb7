package certificate

import (
	"bytes"
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"strings"

	"github.com/youmark/pkcs8"
	"software.sslmate.com/src/go-pkcs12"

	"framework/engine/value"
)

// item is one value of an option that may be a list, with the passphrase that
// belongs to it.
type item struct {
	data       []byte
	passphrase string
}

// items reads an option: text, bytes, an object that holds them under member,
// or a list of these.
func items(options *value.Map, option, member string) ([]item, error) {
	passphrase, _ := options.Value("passphrase").(string)
	list, ok := options.Value(option).([]any)
	if !ok {
		list = []any{options.Value(option)}
	}
	var out []item
	for _, v := range list {
		one := item{passphrase: passphrase}
		if o, ok := v.(*value.Map); ok {
			if own, ok := o.Value("passphrase").(string); ok {
				one.passphrase = own
			}
			v = o.Value(member)
		}
		switch v := v.(type) {
		case nil, value.Undefined, bool:
			continue
		case string:
			one.data = []byte(v)
		case []byte:
			one.data = v
		default:
			return nil, wrong(option, "is neither text nor a buffer: write require('fs').readFileSync('the/file')")
		}
		out = append(out, one)
	}
	return out, nil
}

// certificates are the pairs of key and cert, and those of pfx.
func certificates(options *value.Map) ([]tls.Certificate, error) {
	keys, err := items(options, "key", "pem")
	if err != nil {
		return nil, err
	}
	certs, err := items(options, "cert", "pem")
	if err != nil {
		return nil, err
	}
	bundles, err := items(options, "pfx", "buf")
	switch {
	case err != nil:
		return nil, err
	case len(keys) != len(certs) && len(keys)*len(certs) == 0:
		return nil, wrong("key", "key and cert belong together: one of them is missing")
	case len(keys) != len(certs):
		return nil, wrong("key", "there are %d keys for %d certificates", len(keys), len(certs))
	case len(keys)+len(bundles) == 0:
		return nil, wrong("key", "there is no certificate: give key and cert, or pfx")
	}
	var out []tls.Certificate
	for i := range keys {
		pair, err := pairOf(keys[i], certs[i])
		if err != nil {
			return nil, err
		}
		out = append(out, pair)
	}
	for _, b := range bundles {
		pair, err := unpack(b)
		if err != nil {
			return nil, err
		}
		out = append(out, pair)
	}
	return out, nil
}

func pairOf(key, cert item) (tls.Certificate, error) {
	private, err := privateKey(key)
	if err != nil {
		return tls.Certificate{}, err
	}
	chain, err := parseAll("cert", cert.data)
	if err != nil {
		return tls.Certificate{}, err
	}
	return joined(private, chain, "key", "is not the key of the certificate in cert: they come from different pairs")
}

// joined is a certificate with its key; the error, about option, says reason
// if the key is not that of the certificate.
func joined(key crypto.PrivateKey, chain []*x509.Certificate, option, reason string) (tls.Certificate, error) {
	signer, ok := key.(crypto.Signer)
	if !ok {
		return tls.Certificate{}, wrong(option, "holds a key that cannot sign: RSA, ECDSA and Ed25519 can")
	}
	public, comparable := signer.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !comparable || !public.Equal(chain[0].PublicKey) {
		return tls.Certificate{}, wrong(option, "%s", reason)
	}
	out := tls.Certificate{PrivateKey: key, Leaf: chain[0]}
	for _, c := range chain {
		out.Certificate = append(out.Certificate, c.Raw)
	}
	return out, nil
}

// privateKey is the first private key of a PEM text.
func privateKey(key item) (crypto.PrivateKey, error) {
	for rest := key.data; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return nil, wrong("key", "holds no private key in PEM form%s", hint(key.data))
		}
		if !strings.HasSuffix(block.Type, "PRIVATE KEY") {
			continue
		}
		private, err := parseKey(block, key.passphrase)
		if err != nil {
			var known *Error
			if errors.As(err, &known) {
				return nil, err
			}
			return nil, wrong("key", "is damaged, or of a kind that is not known: %v", err)
		}
		return private, nil
	}
}

func parseKey(block *pem.Block, passphrase string) (crypto.PrivateKey, error) {
	der := block.Bytes
	locked := x509.IsEncryptedPEMBlock(block) //nolint:staticcheck // such keys are there, whatever is thought of their encryption
	if locked || block.Type == "ENCRYPTED PRIVATE KEY" {
		if passphrase == "" {
			return nil, wrong("passphrase", "the key is encrypted: give its passphrase")
		}
		failed := wrong("passphrase", "the key cannot be decrypted with it")
		if !locked {
			key, err := pkcs8.ParsePKCS8PrivateKey(der, []byte(passphrase))
			if err != nil {
				return nil, failed
			}
			return key, nil
		}
		var err error
		if der, err = x509.DecryptPEMBlock(block, []byte(passphrase)); err != nil { //nolint:staticcheck // as above
			return nil, failed
		}
		key, err := parseDER(block.Type, der)
		if err != nil { // one wrong passphrase of 256 leaves a padding that looks right
			return nil, failed
		}
		return key, nil
	}
	return parseDER(block.Type, der)
}

func parseDER(kind string, der []byte) (crypto.PrivateKey, error) {
	switch kind {
	case "RSA PRIVATE KEY":
		return x509.ParsePKCS1PrivateKey(der)
	case "EC PRIVATE KEY":
		return x509.ParseECPrivateKey(der)
	}
	return x509.ParsePKCS8PrivateKey(der)
}

// parseAll is what certificates a PEM text holds, one at least.
func parseAll(option string, text []byte) ([]*x509.Certificate, error) {
	var out []*x509.Certificate
	for rest := text; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if block.Type != "CERTIFICATE" && block.Type != "X509 CERTIFICATE" && block.Type != "TRUSTED CERTIFICATE" {
			continue
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, wrong(option, "holds a certificate that is damaged: %v", err)
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, wrong(option, "holds no certificate in PEM form%s", hint(text))
	}
	return out, nil
}

// hint says what text is that ought to be PEM.
func hint(text []byte) string {
	if len(text) > 0 && len(text) < 300 && !bytes.ContainsAny(text, "\n\x00") {
		return "; is it the name of a file? Write require('fs').readFileSync(…)"
	}
	return ""
}

// unpack reads a bundle of key and certificates, PKCS #12.
func unpack(bundle item) (tls.Certificate, error) {
	key, leaf, more, err := pkcs12.DecodeChain(bundle.data, bundle.passphrase)
	switch {
	case errors.Is(err, pkcs12.ErrIncorrectPassword):
		return tls.Certificate{}, wrong("passphrase", "pfx cannot be decrypted with it")
	case err != nil:
		return tls.Certificate{}, wrong("pfx", "cannot be read: %v (it is to be a buffer: readFileSync without an encoding)", err)
	}
	return joined(key, append([]*x509.Certificate{leaf}, more...), "pfx", "holds a key and a certificate that do not belong together")
}

// authorities are the certificates of ca.
func authorities(options *value.Map) ([]*x509.Certificate, error) {
	list, err := items(options, "ca", "pem")
	if err != nil {
		return nil, err
	}
	var out []*x509.Certificate
	for _, each := range list {
		certs, err := parseAll("ca", each.data)
		if err != nil {
			return nil, err
		}
		out = append(out, certs...)
	}
	return out, nil
}
