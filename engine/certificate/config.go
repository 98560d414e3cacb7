package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"slices"
	"time"

	"framework/engine/value"
)

// Error is an option that cannot be used. It never holds the option's value.
type Error struct {
	Option string // "key"
	Reason string // what is wrong, and what to do
}

func (e *Error) Error() string { return e.Option + ": " + e.Reason }

func wrong(option, format string, args ...any) error {
	return &Error{option, fmt.Sprintf(format, args...)}
}

// versions are the releases of TLS by Node's names, those of secureProtocol
// included.
var versions = map[string]uint16{
	"TLSv1": tls.VersionTLS10, "TLSv1.1": tls.VersionTLS11, "TLSv1.2": tls.VersionTLS12, "TLSv1.3": tls.VersionTLS13,
	"TLSv1_method": tls.VersionTLS10, "TLSv1_1_method": tls.VersionTLS11, "TLSv1_2_method": tls.VersionTLS12,
	"TLSv1_server_method": tls.VersionTLS10, "TLSv1_1_server_method": tls.VersionTLS11, "TLSv1_2_server_method": tls.VersionTLS12,
}

// Options are the options that New reads, or leaves to the server with a good
// reason: what to encrypt with is chosen by Go's defaults.
var Options = []string{
	"key", "cert", "ca", "crl", "SNICallback", "pfx", "passphrase", "requestCert", "rejectUnauthorized", "minVersion", "maxVersion",
	"secureProtocol", "secureOptions", "ciphers", "honorCipherOrder", "ecdhCurve", "dhparam", "ALPNProtocols", "sessionTimeout",
	"ticketKeys", "sigalgs", "handshakeTimeout",
}

// ByName gives config the certificates that ask has for the name that a client
// calls the server by: the options of one, nil for those that config has.
func ByName(config *tls.Config, ask func(ctx context.Context, name string) (*value.Map, error)) {
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		if hello.ServerName == "" {
			return nil, nil
		}
		options, err := ask(hello.Context(), hello.ServerName)
		if err != nil || options == nil {
			return nil, err
		}
		own, _, err := New(options, time.Now())
		if err != nil {
			return nil, err
		}
		for i := range own.Certificates {
			if hello.SupportsCertificate(&own.Certificates[i]) == nil {
				return &own.Certificates[i], nil
			}
		}
		return &own.Certificates[0], nil
	}
}

// New makes a configuration for HTTP/2 and HTTP/1.1, or those that ALPNProtocols names. Texts are PEM, bytes PEM or, as pfx,
// PKCS #12; key, cert, ca and pfx may be lists. The warnings are about
// certificates that clients will refuse. The error is an *Error.
func New(options *value.Map, now time.Time) (config *tls.Config, warnings []string, err error) {
	for _, name := range []string{"pskCallback", "privateKeyEngine"} {
		if value.Truthy(options.Value(name)) {
			return nil, nil, wrong(name, "is not there; leave it out (several certificates are lists in key and cert)")
		}
	}
	config = &tls.Config{MinVersion: tls.VersionTLS12}
	if config.NextProtos, err = protocols(options); err != nil {
		return nil, nil, err
	}
	if config.Certificates, err = certificates(options); err != nil {
		return nil, nil, err
	}
	authorities, err := authorities(options)
	if err != nil {
		return nil, nil, err
	}
	lists, err := revocations(options)
	if err != nil {
		return nil, nil, err
	}
	for i := range config.Certificates {
		c := &config.Certificates[i]
		complete(c, authorities)
		if w := expiry(c.Leaf, now); w != "" {
			warnings = append(warnings, w)
		}
	}
	if options.Value("requestCert") == true {
		config.ClientAuth = tls.RequireAndVerifyClientCert
		if options.Value("rejectUnauthorized") == false {
			config.ClientAuth = tls.RequestClientCert
		} else if len(authorities) > 0 {
			config.ClientCAs = x509.NewCertPool()
			for _, ca := range authorities {
				config.ClientCAs.AddCert(ca)
			}
		}
		if len(lists) > 0 {
			refuse(config, lists)
		}
	}
	if err := limitVersions(config, options); err != nil {
		return nil, nil, err
	}
	return config, warnings, nil
}

// protocols are the releases of HTTP that are spoken, the preferred one first.
func protocols(options *value.Map) ([]string, error) {
	const option = "ALPNProtocols"
	v := options.Value(option)
	if !value.Truthy(v) {
		return []string{"h2", "http/1.1"}, nil
	}
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return nil, wrong(option, "is no list of names: write ['h2', 'http/1.1'], or ['http/1.1'] for HTTP/1.1 alone")
	}
	var out []string
	for _, each := range list {
		name, ok := each.(string)
		if data, bytes := each.([]byte); bytes {
			name, ok = string(data), true
		}
		if !ok || name != "h2" && name != "http/1.1" {
			return nil, wrong(option, "names %v, which is not spoken here: write 'h2' or 'http/1.1'", each)
		}
		out = append(out, name)
	}
	return out, nil
}

// limitVersions reads which releases of TLS may be spoken. Without a word they
// are 1.2 and 1.3.
func limitVersions(config *tls.Config, options *value.Map) error {
	for _, option := range []string{"secureProtocol", "minVersion", "maxVersion"} {
		name, given := options.Value(option).(string)
		if !given || name == "" {
			continue
		}
		version, known := versions[name]
		switch {
		case !known && option == "secureProtocol" && (name == "TLS_method" || name == "SSLv23_method" || name == "TLS_server_method" || name == "SSLv23_server_method"):
			continue // all that both sides know
		case !known:
			return wrong(option, "%q is no release of TLS that can be spoken: write TLSv1.2 or TLSv1.3", name)
		}
		if option != "maxVersion" {
			config.MinVersion = version
		}
		if option != "minVersion" {
			config.MaxVersion = version
		}
	}
	if config.MaxVersion != 0 && config.MaxVersion < config.MinVersion {
		if least, _ := options.Value("minVersion").(string); least != "" {
			return wrong("minVersion", "it is above the newest release that may be spoken: no client could connect")
		}
		config.MinVersion = config.MaxVersion
	}
	return nil
}

// complete adds the certificates that lie between c and an authority of the
// list, for projects that name them in ca instead of cert.
func complete(c *tls.Certificate, authorities []*x509.Certificate) {
	last, err := x509.ParseCertificate(c.Certificate[len(c.Certificate)-1])
	if err != nil {
		return // the pair was made of it: it parses
	}
	for range authorities {
		i := slices.IndexFunc(authorities, func(ca *x509.Certificate) bool { return last.CheckSignatureFrom(ca) == nil })
		if i < 0 || selfSigned(authorities[i]) || authorities[i].Equal(last) {
			return
		}
		last = authorities[i]
		c.Certificate = append(c.Certificate, last.Raw)
	}
}

func selfSigned(c *x509.Certificate) bool { return c.CheckSignatureFrom(c) == nil }

// expiry says that a certificate does not hold now.
func expiry(leaf *x509.Certificate, now time.Time) string {
	name := leaf.Subject.CommonName
	if name == "" && len(leaf.DNSNames) > 0 {
		name = leaf.DNSNames[0]
	}
	switch {
	case now.After(leaf.NotAfter):
		return fmt.Sprintf("the certificate of %q ended on %s: clients refuse it; get a new one", name, leaf.NotAfter.Format(time.DateOnly))
	case now.Before(leaf.NotBefore):
		return fmt.Sprintf("the certificate of %q does not hold before %s: clients refuse it", name, leaf.NotBefore.Format(time.DateOnly))
	}
	return ""
}
