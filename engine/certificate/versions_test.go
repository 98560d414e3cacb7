package certificate_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"framework/engine/certificate"
	"framework/engine/value"
)

// pair are the options of a certificate that signs itself.
func pair(t *testing.T, name string) *value.Map {
	t.Helper()
	one := issue(t, name, curve(t), nil, true)
	der := must[[]byte](t)(x509.MarshalPKCS8PrivateKey(one.key))
	return value.Of("key", block("PRIVATE KEY", der), "cert", one.pem())
}

// TestVersions: which releases of TLS are spoken, by the names that Node has for them.
func TestVersions(t *testing.T) {
	const (
		v0, v1, v2, v3 = tls.VersionTLS10, tls.VersionTLS11, tls.VersionTLS12, tls.VersionTLS13
		unknown        = " is no release of TLS that can be spoken: write TLSv1.2 or TLSv1.3"
		above          = "minVersion: it is above the newest release that may be spoken: no client could connect"
	)
	for _, tt := range []struct {
		secure, least, most string
		from, to            uint16 // to is 0 for the newest
		fails               string
	}{
		{"", "", "", v2, 0, ""},
		{"", "TLSv1", "", v0, 0, ""},
		{"", "TLSv1.1", "", v1, 0, ""},
		{"", "TLSv1.2", "", v2, 0, ""},
		{"", "TLSv1.3", "", v3, 0, ""},
		{"", "", "TLSv1.3", v2, v3, ""},
		{"", "", "TLSv1.2", v2, v2, ""},
		{"", "", "TLSv1.1", v1, v1, ""}, // it alone, since there would be none
		{"", "TLSv1", "TLSv1.2", v0, v2, ""},
		{"TLSv1_method", "", "", v0, v0, ""},
		{"TLSv1_1_method", "", "", v1, v1, ""},
		{"TLSv1_2_method", "", "", v2, v2, ""},
		{"TLSv1_server_method", "", "", v0, v0, ""},
		{"TLSv1_1_server_method", "", "", v1, v1, ""},
		{"TLSv1_2_server_method", "", "", v2, v2, ""},
		{"TLS_method", "", "", v2, 0, ""},
		{"SSLv23_method", "", "", v2, 0, ""},
		{"TLS_server_method", "", "", v2, 0, ""},
		{"SSLv23_server_method", "TLSv1.3", "", v3, 0, ""},
		{"SSLv3_method", "", "", 0, 0, `secureProtocol: "SSLv3_method"` + unknown},
		{"", "SSLv3", "", 0, 0, `minVersion: "SSLv3"` + unknown},
		{"", "TLS_method", "", 0, 0, `minVersion: "TLS_method"` + unknown},
		{"", "", "2", 0, 0, `maxVersion: "2"` + unknown},
		{"", "TLSv1.3", "TLSv1.2", 0, 0, above},
		{"TLSv1_2_method", "TLSv1.3", "", 0, 0, above},
	} {
		options := pair(t, "ship.example")
		options.Set("secureProtocol", tt.secure)
		options.Set("minVersion", tt.least)
		options.Set("maxVersion", tt.most)
		config, _, err := certificate.New(options, time.Now())
		name := strings.Join([]string{tt.secure, tt.least, tt.most}, ",")
		switch {
		case tt.fails != "":
			if err == nil || err.Error() != tt.fails {
				t.Errorf("%s: got %v, want %s", name, err, tt.fails)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case config.MinVersion != tt.from || config.MaxVersion != tt.to:
			t.Errorf("%s: from %x to %x, want %x to %x", name, config.MinVersion, config.MaxVersion, tt.from, tt.to)
		case !slices.Equal(config.NextProtos, []string{"h2", "http/1.1"}):
			t.Errorf("%s: it speaks %q", name, config.NextProtos)
		}
	}
}

// TestProtocols: HTTP/2 is spoken unless the project names other protocols.
func TestProtocols(t *testing.T) {
	const unknown = "ALPNProtocols: names spdy/3, which is not spoken here: write 'h2' or 'http/1.1'"
	const shape = "ALPNProtocols: is no list of names: write ['h2', 'http/1.1'], or ['http/1.1'] for HTTP/1.1 alone"
	for _, tt := range []struct {
		given any
		want  []string
		fails string
	}{
		{nil, []string{"h2", "http/1.1"}, ""},
		{[]any{"http/1.1"}, []string{"http/1.1"}, ""},
		{[]any{[]byte("http/1.1"), "h2"}, []string{"http/1.1", "h2"}, ""},
		{[]any{"spdy/3"}, nil, unknown},
		{[]any{}, nil, shape},
		{"h2", nil, shape},
	} {
		options := pair(t, "ship.example")
		options.Set("ALPNProtocols", tt.given)
		config, _, err := certificate.New(options, time.Now())
		if tt.fails != "" {
			if err == nil || err.Error() != tt.fails {
				t.Errorf("%v: got %v, want %s", tt.given, err, tt.fails)
			}
			continue
		}
		if err != nil || !slices.Equal(config.NextProtos, tt.want) {
			t.Errorf("%v: got %q, %v", tt.given, config.NextProtos, err)
		}
	}
}

// TestOptionsThatAreNotThere: what would be ignored is refused.
func TestOptionsThatAreNotThere(t *testing.T) {
	for _, name := range []string{"pskCallback", "privateKeyEngine"} {
		options := pair(t, "ship.example")
		options.Set(name, "x")
		_, _, err := certificate.New(options, time.Now())
		if err == nil || err.Error() != name+": is not there; leave it out (several certificates are lists in key and cert)" {
			t.Errorf("%s: got %v", name, err)
		}
		options.Set(name, false)
		if _, _, err := certificate.New(options, time.Now()); err != nil {
			t.Errorf("%s is off: %v", name, err)
		}
	}
}

// TestClientAuth: which clients have to send a certificate, and which
// certificates are accepted.
func TestClientAuth(t *testing.T) {
	ca := issue(t, "ca", curve(t), nil, true).pem()
	for _, tt := range []struct {
		request, reject, ca any
		want                tls.ClientAuthType
		own                 bool // only those of ca are believed
	}{
		{nil, nil, ca, tls.NoClientCert, false},
		{"true", nil, ca, tls.NoClientCert, false}, // as in Node
		{true, nil, nil, tls.RequireAndVerifyClientCert, false},
		{true, nil, ca, tls.RequireAndVerifyClientCert, true},
		{true, true, ca, tls.RequireAndVerifyClientCert, true},
		{true, false, ca, tls.RequestClientCert, false},
	} {
		options := pair(t, "ship.example")
		options.Set("requestCert", tt.request)
		options.Set("rejectUnauthorized", tt.reject)
		options.Set("ca", tt.ca)
		config, _, err := certificate.New(options, time.Now())
		if err != nil || config.ClientAuth != tt.want || (config.ClientCAs != nil) != tt.own || config.VerifyConnection != nil {
			t.Errorf("requestCert %v, rejectUnauthorized %v: got %v, %v", tt.request, tt.reject, config.ClientAuth, err)
		}
	}
}

// TestExpiry: a certificate holds in the second in which it begins and in that in which
// it ends.
func TestExpiry(t *testing.T) {
	key := curve(t)
	from := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	until := from.AddDate(0, 0, 1)
	for _, tt := range []struct {
		common, dns string
		now         time.Time
		want        string
	}{
		{"a", "b", from, ""},
		{"a", "b", until, ""},
		{"a", "b", from.Add(-time.Second), `the certificate of "a" does not hold before 2026-01-02: clients refuse it`},
		{"a", "b", until.Add(time.Second), `the certificate of "a" ended on 2026-01-03: clients refuse it; get a new one`},
		{"", "b", until.Add(time.Second), `the certificate of "b" ended on 2026-01-03: clients refuse it; get a new one`},
		{"", "", until.Add(time.Second), `the certificate of "" ended on 2026-01-03: clients refuse it; get a new one`},
	} {
		template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: tt.common}, NotBefore: from, NotAfter: until}
		if tt.dns != "" {
			template.DNSNames = []string{tt.dns}
		}
		der := must[[]byte](t)(x509.CreateCertificate(rand.Reader, template, template, key.Public(), key))
		options := value.Of("key", block("PRIVATE KEY", must[[]byte](t)(x509.MarshalPKCS8PrivateKey(key))), "cert", block("CERTIFICATE", der))
		_, warnings, err := certificate.New(options, tt.now)
		if err != nil || strings.Join(warnings, "; ") != tt.want {
			t.Errorf("%q, %q at %v: got %q, %v", tt.common, tt.dns, tt.now, warnings, err)
		}
	}
}

// TestByName: SNICallback has the word where the client names the server.
func TestByName(t *testing.T) {
	away := errors.New("away")
	config, _, err := certificate.New(pair(t, "usual.example"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	own := pair(t, "own.example")
	asked := 0
	certificate.ByName(config, func(_ context.Context, name string) (*value.Map, error) {
		asked++
		switch name {
		case "own.example":
			return own, nil
		case "away.example":
			return nil, away
		case "broken.example":
			return value.Of("key", "x", "cert", "y"), nil
		}
		return nil, nil
	})
	// The name of a hello that offers nothing else: no certificate suits it.
	for name, want := range map[string]string{"own.example": "own.example", "other.example": "", "": ""} {
		got, err := config.GetCertificate(&tls.ClientHelloInfo{ServerName: name})
		switch {
		case err != nil:
			t.Errorf("%q: %v", name, err)
		case want == "" && got != nil:
			t.Errorf("%q: the certificate of %s", name, got.Leaf.Subject.CommonName)
		case want != "" && (got == nil || got.Leaf.Subject.CommonName != want):
			t.Errorf("%q: got %v", name, got)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times: a client that names nothing has no name", asked)
	}
	if _, err := config.GetCertificate(&tls.ClientHelloInfo{ServerName: "away.example"}); !errors.Is(err, away) {
		t.Errorf("got %v", err)
	}
	var e *certificate.Error
	if _, err := config.GetCertificate(&tls.ClientHelloInfo{ServerName: "broken.example"}); !errors.As(err, &e) {
		t.Errorf("got %v", err)
	}
}
