package certificate_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/youmark/pkcs8"
	"software.sslmate.com/src/go-pkcs12"

	"framework/engine/certificate"
	"framework/engine/value"
)

// issued is a certificate with its key.
type issued struct {
	cert *x509.Certificate
	key  crypto.Signer
}

// issue makes a certificate that by signs, itself where by is nil.
func issue(t testing.TB, name string, key crypto.Signer, by *issued, ca bool) *issued {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: ca, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	parent, signer := template, key
	if by != nil {
		parent, signer = by.cert, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &issued{cert, key}
}

func curve(t testing.TB) crypto.Signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (i *issued) pem() string { return block("CERTIFICATE", i.cert.Raw) }

func block(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// greeted is the name of the certificate that a client is shown who knows root
// alone.
func greeted(config *tls.Config, root *x509.Certificate, ask func(*tls.Config)) (string, error) {
	near, far := net.Pipe()
	defer near.Close()
	server := tls.Server(far, config)
	failed := make(chan error, 1)
	go func() {
		err := server.Handshake()
		_ = far.Close()
		failed <- err
	}()
	wants := &tls.Config{RootCAs: x509.NewCertPool(), ServerName: "ship.example"}
	wants.RootCAs.AddCert(root)
	if ask != nil {
		ask(wants)
	}
	client := tls.Client(near, wants)
	err := client.Handshake()
	if err != nil {
		_ = near.Close()
	}
	if broken := <-failed; err == nil {
		err = broken
	}
	if err != nil {
		return "", err
	}
	return client.ConnectionState().PeerCertificates[0].Subject.CommonName, nil
}

func TestNew(t *testing.T) {
	root := issue(t, "root", curve(t), nil, true)
	middle := issue(t, "middle", curve(t), root, true)
	ship := issue(t, "ship.example", curve(t), middle, false)
	other := issue(t, "other.example", curve(t), root, false)
	rsaKey := must[*rsa.PrivateKey](t)(rsa.GenerateKey(rand.Reader, 2048))
	old := issue(t, "ship.example", rsaKey, root, false)
	der := must[[]byte](t)(x509.MarshalPKCS8PrivateKey(ship.key))
	key, chain := block("PRIVATE KEY", der), ship.pem()+middle.pem()
	sec1 := must[[]byte](t)(x509.MarshalECPrivateKey(ship.key.(*ecdsa.PrivateKey)))
	locked := must[[]byte](t)(pkcs8.MarshalPrivateKey(ship.key, []byte("sesame"), nil))
	legacy := must[*pem.Block](t)(x509.EncryptPEMBlock(rand.Reader, "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey), []byte("sesame"), x509.PEMCipherAES128)) //nolint:staticcheck // what is read as well
	otherKey := block("PRIVATE KEY", must[[]byte](t)(x509.MarshalPKCS8PrivateKey(other.key)))
	cas := []*x509.Certificate{middle.cert}
	bundle := must[[]byte](t)(pkcs12.Modern.Encode(ship.key, ship.cert, cas, "sesame"))
	oldBundle := must[[]byte](t)(pkcs12.LegacyRC2.Encode(rsaKey, old.cert, nil, ""))
	for name, options := range map[string]*value.Map{
		"PEM":                       value.Of("key", key, "cert", chain),
		"buffers":                   value.Of("key", []byte(key), "cert", []byte(chain)),
		"parameters before the key": value.Of("key", block("EC PARAMETERS", []byte{6})+block("EC PRIVATE KEY", sec1), "cert", chain),
		"an encrypted key":          value.Of("key", block("ENCRYPTED PRIVATE KEY", locked), "cert", chain, "passphrase", "sesame"),
		"an old encrypted key":      value.Of("key", string(pem.EncodeToMemory(legacy)), "cert", old.pem(), "passphrase", "sesame"),
		"the chain in ca":           value.Of("key", key, "cert", ship.pem(), "ca", []any{other.pem(), middle.pem() + root.pem()}),
		"lists":                     value.Of("key", []any{otherKey, key}, "cert", []any{other.pem(), chain}),
		"a passphrase for each key": value.Of("key", []any{value.Of("pem", block("ENCRYPTED PRIVATE KEY", locked), "passphrase", "sesame")}, "cert", []any{chain}, "passphrase", "no"),
		"pfx":                       value.Of("pfx", bundle, "passphrase", "sesame"),
		"an old pfx":                value.Of("pfx", []any{value.Of("buf", oldBundle)}),
		"TLS 1.2 alone":             value.Of("key", key, "cert", chain, "secureProtocol", "TLSv1_2_method"),
		"any TLS":                   value.Of("key", key, "cert", chain, "secureProtocol", "SSLv23_method", "minVersion", "TLSv1.3"),
		"whoever the client is":     value.Of("key", key, "cert", chain, "requestCert", true, "rejectUnauthorized", false),
	} {
		config, warnings, err := certificate.New(options, time.Now())
		if err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v %v", name, warnings, err)
			continue
		}
		if who, err := greeted(config, root.cert, nil); err != nil || who != "ship.example" {
			t.Errorf("%s: %s %v", name, who, err)
		}
	}
	t.Run("releases", func(t *testing.T) {
		config, _, err := certificate.New(value.Of("key", key, "cert", chain, "minVersion", "TLSv1.3"), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := greeted(config, root.cert, func(c *tls.Config) { c.MaxVersion = tls.VersionTLS12 }); err == nil {
			t.Error("1.2 is spoken")
		}
	})
	t.Run("clients", func(t *testing.T) {
		config, _, err := certificate.New(value.Of("key", key, "cert", chain, "requestCert", true, "ca", root.pem()), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		// The client of TLS 1.3 is done before the server has looked.
		ask := func(c *issued) func(*tls.Config) {
			return func(wants *tls.Config) {
				wants.MaxVersion = tls.VersionTLS12
				if c != nil {
					wants.Certificates = []tls.Certificate{{Certificate: [][]byte{c.cert.Raw}, PrivateKey: c.key}}
				}
			}
		}
		if _, err := greeted(config, root.cert, ask(nil)); err == nil {
			t.Error("a client without a certificate is let in")
		}
		if _, err := greeted(config, root.cert, ask(issue(t, "x", curve(t), nil, true))); err == nil {
			t.Error("a stranger is let in")
		}
	})
	t.Run("time", func(t *testing.T) {
		for hours, want := range map[time.Duration]string{2: "ended on", -2: "does not hold before", 0: ""} {
			_, warnings, err := certificate.New(value.Of("key", key, "cert", chain), time.Now().Add(hours*time.Hour))
			if got := strings.Join(warnings, "; "); err != nil || !strings.Contains(got, want) || (want == "") != (got == "") {
				t.Errorf("in %d hours: %q %v", hours, got, err)
			}
		}
	})
	for name, c := range map[string]struct {
		options *value.Map
		want    string
	}{
		"nothing":            {value.New(0), "key: there is no certificate"},
		"no key":             {value.Of("cert", chain), "key: key and cert belong together"},
		"no cert":            {value.Of("key", key), "key: key and cert belong together"},
		"two for one":        {value.Of("key", []any{key, key}, "cert", chain), "key: there are 2 keys for 1 certificates"},
		"a path":             {value.Of("key", "ssl/server.key", "cert", chain), "key: holds no private key in PEM form; is it the name of a file?"},
		"a path of the cert": {value.Of("key", key, "cert", "ssl/server.crt"), "cert: holds no certificate in PEM form; is it the name of a file?"},
		"turned round":       {value.Of("key", chain, "cert", key), "key: holds no private key"},
		"another's":          {value.Of("key", otherKey, "cert", chain), "key: is not the key of the certificate"},
		"no passphrase":      {value.Of("key", block("ENCRYPTED PRIVATE KEY", locked), "cert", chain), "passphrase: the key is encrypted"},
		"a wrong passphrase": {value.Of("key", block("ENCRYPTED PRIVATE KEY", locked), "cert", chain, "passphrase", "x"), "passphrase: the key cannot be decrypted"},
		"a wrong old one":    {value.Of("key", string(pem.EncodeToMemory(legacy)), "cert", old.pem(), "passphrase", "x"), "passphrase: the key cannot be decrypted"},
		"a damaged key":      {value.Of("key", block("PRIVATE KEY", der[:20]), "cert", chain), "key: is damaged"},
		"a damaged cert":     {value.Of("key", key, "cert", block("CERTIFICATE", []byte("x"))), "cert: holds a certificate that is damaged"},
		"a locked pfx":       {value.Of("pfx", bundle, "passphrase", "x"), "passphrase: pfx cannot be decrypted"},
		"a pfx that is none": {value.Of("pfx", []byte("x")), "pfx: cannot be read"},
		"a number":           {value.Of("key", int64(1), "cert", chain), "key: is neither text nor a buffer"},
		"ca that is none":    {value.Of("key", key, "cert", chain, "ca", "x"), "ca: holds no certificate"},
		"an unknown release": {value.Of("key", key, "cert", chain, "minVersion", "SSLv3"), `minVersion: "SSLv3"`},
		"a path of a list":   {value.Of("key", key, "cert", chain, "crl", "ssl/crl.pem"), "crl: holds no list of revoked certificates in PEM form; is it the name of a file?"},
		"a damaged list":     {value.Of("key", key, "cert", chain, "crl", block("X509 CRL", []byte("x"))), "crl: holds a list that is damaged"},
	} {
		var e *certificate.Error
		if _, _, err := certificate.New(c.options, time.Now()); !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	// The padding of a key that is decrypted with a wrong passphrase is right now and then.
	for n := range 2000 {
		options := value.Of("key", string(pem.EncodeToMemory(legacy)), "cert", old.pem(), "passphrase", strconv.Itoa(n))
		if _, _, err := certificate.New(options, time.Now()); err == nil || !strings.HasPrefix(err.Error(), "passphrase: ") {
			t.Fatalf("passphrase %d: %v", n, err)
		}
	}
}

// TestRevoked: a client whose certificate is on a list is turned away, and one
// that no list could name.
func TestRevoked(t *testing.T) {
	root := issue(t, "root", curve(t), nil, true)
	ship := issue(t, "ship.example", curve(t), root, false)
	good, bad := issue(t, "good", curve(t), root, false), issue(t, "bad", curve(t), root, false)
	other := issue(t, "other", curve(t), nil, true)
	key := block("PRIVATE KEY", must[[]byte](t)(x509.MarshalPKCS8PrivateKey(ship.key)))
	list := func(by *issued, until time.Duration, revoked ...*issued) string {
		l := &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: time.Now().Add(-2 * time.Hour), NextUpdate: time.Now().Add(until)}
		for _, r := range revoked {
			l.RevokedCertificateEntries = append(l.RevokedCertificateEntries, x509.RevocationListEntry{SerialNumber: r.cert.SerialNumber, RevocationTime: time.Now()})
		}
		return block("X509 CRL", must[[]byte](t)(x509.CreateRevocationList(rand.Reader, l, by.cert, by.key)))
	}
	for name, c := range map[string]struct {
		crl    any
		client *issued
		let    bool
	}{
		"not on the list":        {list(root, time.Hour, bad), good, true},
		"on the list":            {list(root, time.Hour, bad), bad, false},
		"on one of two":          {[]any{list(root, time.Hour), []byte(list(root, time.Hour, bad))}, bad, false},
		"the list of another":    {list(other, time.Hour), good, false},
		"a list that has passed": {list(root, -time.Hour), good, false},
	} {
		config, _, err := certificate.New(value.Of("key", key, "cert", ship.pem(), "requestCert", true, "ca", root.pem(), "crl", c.crl), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		_, err = greeted(config, root.cert, func(wants *tls.Config) {
			wants.MaxVersion = tls.VersionTLS12
			wants.Certificates = []tls.Certificate{{Certificate: [][]byte{c.client.cert.Raw}, PrivateKey: c.client.key}}
		})
		if (err == nil) != c.let {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzNew: whatever the options hold, there is a configuration or an error.
func FuzzNew(f *testing.F) {
	one := issue(f, "one", curve(f), nil, true)
	der, err := x509.MarshalPKCS8PrivateKey(one.key)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(block("PRIVATE KEY", der)), []byte(one.pem()), "", false)
	f.Add([]byte("x"), []byte{}, "x", true)
	f.Fuzz(func(t *testing.T, key, cert []byte, passphrase string, bundled bool) {
		options := value.Of("key", key, "cert", cert, "passphrase", passphrase)
		if bundled {
			options = value.Of("pfx", key, "passphrase", passphrase)
		}
		if config, _, err := certificate.New(options, time.Now()); err == nil && len(config.Certificates) == 0 {
			t.Error("no certificate and no error")
		}
	})
}
