package asymmetric

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // the name of a certificate is its SHA-1 too
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"
)

// Certificate is a certificate as crypto.X509Certificate shows it.
type Certificate struct {
	x *x509.Certificate
}

// ReadCertificate reads a certificate in PEM or DER.
func ReadCertificate(data []byte) (*Certificate, error) {
	if block, _ := pem.Decode(data); block != nil {
		return ParseCertificate(block.Bytes)
	}
	if bytes.Contains(data, []byte("-----BEGIN")) || len(data) == 0 || data[0] != 0x30 {
		return nil, openssl("0480006C", "PEM routines", "no start line", "PEM_NO_START_LINE")
	}
	return ParseCertificate(data)
}

// ParseCertificate reads a certificate in DER.
func ParseCertificate(der []byte) (*Certificate, error) {
	x, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, openssl("0680007B", "asn1 encoding routines", "header too long", "ASN1_HEADER_TOO_LONG")
	}
	return &Certificate{x}, nil
}

// Raw is the certificate in DER.
func (c *Certificate) Raw() []byte { return c.x.Raw }

// PublicKey is the key of the certificate.
func (c *Certificate) PublicKey() (*Key, error) { return ParseSPKI(c.x.RawSubjectPublicKeyInfo) }

// X509 is the certificate of Go.
func (c *Certificate) X509() *x509.Certificate { return c.x }

// Subject and Issuer are the names, a part in each line.
func (c *Certificate) Subject() string { return nameLines(c.x.RawSubject) }

// Issuer is who made the certificate.
func (c *Certificate) Issuer() string { return nameLines(c.x.RawIssuer) }

type nameAttribute struct {
	Type  asn1.ObjectIdentifier
	Value asn1.RawValue
}

func nameLines(der []byte) string {
	lines := []string{}
	for _, a := range NameParts(der) {
		lines = append(lines, a[0]+"="+escaped(a[1]))
	}
	return strings.Join(lines, "\n")
}

// maxNameParts bounds the attributes of a name that are shown.
const maxNameParts = 1000

// NameParts are the attributes of a name: pairs of the short name and the value.
func NameParts(der []byte) [][2]string {
	var sets []asn1.RawValue
	if !unmarshal(der, &sets) {
		return nil
	}
	var out [][2]string
	for _, set := range sets {
		for rest := set.Bytes; len(rest) > 0 && len(out) < maxNameParts; {
			var a nameAttribute
			var err error
			if rest, err = asn1.Unmarshal(rest, &a); err != nil {
				return out
			}
			out = append(out, [2]string{attributeName(a.Type), attributeText(a.Value)})
		}
	}
	return out
}

func attributeName(oid asn1.ObjectIdentifier) string {
	known := map[string]string{
		"2.5.4.3": "CN", "2.5.4.4": "SN", "2.5.4.5": "serialNumber", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.9": "street",
		"2.5.4.10": "O", "2.5.4.11": "OU", "2.5.4.12": "title", "2.5.4.13": "description", "2.5.4.15": "businessCategory", "2.5.4.17": "postalCode",
		"2.5.4.41": "name", "2.5.4.42": "GN", "2.5.4.43": "initials", "2.5.4.46": "dnQualifier", "2.5.4.65": "pseudonym",
		"1.2.840.113549.1.9.1": "emailAddress", "0.9.2342.19200300.100.1.25": "DC", "0.9.2342.19200300.100.1.1": "UID",
		"1.3.6.1.4.1.311.60.2.1.1": "jurisdictionL", "1.3.6.1.4.1.311.60.2.1.2": "jurisdictionST", "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionC",
	}
	if name, ok := known[oid.String()]; ok {
		return name
	}
	return oid.String()
}

func attributeText(v asn1.RawValue) string {
	var text string
	switch v.Tag {
	case asn1.TagBMPString, asn1.TagUTF8String, asn1.TagPrintableString, asn1.TagIA5String, asn1.TagT61String:
		if _, err := asn1.Unmarshal(v.FullBytes, &text); err != nil {
			text = strings.ToValidUTF8(string(v.Bytes), "\ufffd")
		}
	default:
		text = strings.ToValidUTF8(string(v.Bytes), "\ufffd")
	}
	return text
}

// escaped writes a value as RFC 2253 says.
func escaped(text string) string {
	var out strings.Builder
	for i, r := range text {
		switch {
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&out, `\%02X`, r)
		case strings.ContainsRune(`,+"\<>;`, r), r == '#' && i == 0, r == ' ' && (i == 0 || i == len(text)-1):
			out.WriteByte('\\')
			out.WriteRune(r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// AltName is one of the alternative names: its kind, as "DNS", and its value.
type AltName struct{ Kind, Value string }

// AltNames are the alternative names of the subject.
func (c *Certificate) AltNames() []AltName {
	for _, e := range c.x.Extensions {
		if e.Id.Equal(asn1.ObjectIdentifier{2, 5, 29, 17}) {
			return generalNames(e.Value)
		}
	}
	return nil
}

func generalNames(der []byte) []AltName {
	var list []asn1.RawValue
	if !unmarshal(der, &list) {
		return nil
	}
	var out []AltName
	for _, v := range list {
		if n, ok := generalName(v); ok {
			out = append(out, n)
		}
	}
	return out
}

func generalName(v asn1.RawValue) (AltName, bool) {
	text := func(kind string) (AltName, bool) { return AltName{kind, quoted(string(v.Bytes))}, true }
	switch v.Tag {
	case 0:
		return AltName{"othername", "<unsupported>"}, true
	case 1:
		return text("email")
	case 2:
		return text("DNS")
	case 4:
		var parts []string
		for _, p := range NameParts(v.Bytes) {
			parts = append(parts, p[0]+" = "+p[1])
		}
		return AltName{"DirName", strings.Join(parts, ", ")}, true
	case 6:
		return text("URI")
	case 7:
		if len(v.Bytes) == 4 || len(v.Bytes) == 16 {
			return AltName{"IP Address", ipText(v.Bytes)}, true
		}
		return AltName{"IP Address", "<invalid>"}, true
	case 8:
		var oid asn1.ObjectIdentifier
		if rest, err := asn1.UnmarshalWithParams(v.FullBytes, &oid, "tag:8"); err == nil && len(rest) == 0 {
			return AltName{"Registered ID", oid.String()}, true
		}
	}
	return AltName{}, false
}

func ipText(b []byte) string {
	if len(b) == 4 {
		return net.IP(b).String()
	}
	parts := make([]string, 8)
	for i := range parts {
		parts[i] = fmt.Sprintf("%X", int(b[2*i])<<8|int(b[2*i+1]))
	}
	return strings.Join(parts, ":")
}

// quoted is a value that could be taken for several, as a JSON string.
func quoted(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r > 0x7e || r == '"' || r == '\\' || r == ',' || r == '\'' }) {
		return text
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, b := range []byte(text) {
		switch {
		case b == '"' || b == '\\':
			out.WriteByte('\\')
			out.WriteByte(b)
		case b < 0x20 || b > 0x7e:
			fmt.Fprintf(&out, `\u%04x`, b)
		default:
			out.WriteByte(b)
		}
	}
	return out.String() + `"`
}

// InfoAccess is the extension authorityInfoAccess: pairs of method and place.
func (c *Certificate) InfoAccess() []AltName {
	for _, e := range c.x.Extensions {
		if !e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 1}) {
			continue
		}
		var list []struct {
			Method asn1.ObjectIdentifier
			Place  asn1.RawValue
		}
		if !unmarshal(e.Value, &list) {
			return nil
		}
		var out []AltName
		for _, a := range list {
			method := a.Method.String()
			switch method {
			case "1.3.6.1.5.5.7.48.1":
				method = "OCSP"
			case "1.3.6.1.5.5.7.48.2":
				method = "CA Issuers"
			}
			if n, ok := generalName(a.Place); ok {
				out = append(out, AltName{method + " - " + n.Kind, n.Value})
			}
		}
		return out
	}
	return nil
}

const certificateTime = "Jan _2 15:04:05 2006 GMT"

// ValidFrom is when the certificate begins to be valid.
func (c *Certificate) ValidFrom() string { return c.x.NotBefore.UTC().Format(certificateTime) }

// ValidTo is when it ends.
func (c *Certificate) ValidTo() string { return c.x.NotAfter.UTC().Format(certificateTime) }

// Times are both.
func (c *Certificate) Times() (from, to time.Time) { return c.x.NotBefore, c.x.NotAfter }

// Serial is the number of the certificate, in hexadecimal digits.
func (c *Certificate) Serial() string {
	text := strings.ToUpper(c.x.SerialNumber.Text(16))
	if len(strings.TrimPrefix(text, "-"))%2 == 1 {
		if rest, negative := strings.CutPrefix(text, "-"); negative {
			return "-0" + rest
		}
		return "0" + text
	}
	return text
}

// Fingerprints are SHA-1, SHA-256 and SHA-512 of the certificate.
func (c *Certificate) Fingerprints() [3]string {
	one, two, five := sha1.Sum(c.x.Raw), sha256.Sum256(c.x.Raw), sha512.Sum512(c.x.Raw) //nolint:gosec // see the imports
	return [3]string{colons(one[:]), colons(two[:]), colons(five[:])}
}

func colons(b []byte) string {
	text := strings.ToUpper(hex.EncodeToString(b))
	var parts []string
	for part := range slices.Chunk([]byte(text), 2) {
		parts = append(parts, string(part))
	}
	return strings.Join(parts, ":")
}

// KeyUsage are the object identifiers of the extended key usage, nil if there are none.
func (c *Certificate) KeyUsage() []string {
	for _, e := range c.x.Extensions {
		if e.Id.Equal(asn1.ObjectIdentifier{2, 5, 29, 37}) {
			var list []asn1.ObjectIdentifier
			if !unmarshal(e.Value, &list) {
				return nil
			}
			var out []string
			for _, oid := range list {
				out = append(out, oid.String())
			}
			return out
		}
	}
	return nil
}

// Authority says whether the certificate may issue others.
func (c *Certificate) Authority() bool { return c.x.BasicConstraintsValid && c.x.IsCA }

// Issued says whether issuer could be the issuer: its name and key are those named.
func (c *Certificate) Issued(issuer *Certificate) bool {
	if !bytes.Equal(c.x.RawIssuer, issuer.x.RawSubject) {
		return false
	}
	if len(c.x.AuthorityKeyId) > 0 && len(issuer.x.SubjectKeyId) > 0 && !bytes.Equal(c.x.AuthorityKeyId, issuer.x.SubjectKeyId) {
		return false
	}
	return issuer.x.KeyUsage == 0 || issuer.x.KeyUsage&x509.KeyUsageCertSign != 0
}

// SignedBy says whether the certificate is signed by the key.
func (c *Certificate) SignedBy(k *Key) bool {
	der, err := k.SPKI()
	if err != nil {
		return false
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return false
	}
	parent := &x509.Certificate{PublicKey: public, PublicKeyAlgorithm: algorithmOf(k.Type)}
	return parent.CheckSignature(c.x.SignatureAlgorithm, c.x.RawTBSCertificate, c.x.Signature) == nil
}

func algorithmOf(kind string) x509.PublicKeyAlgorithm {
	return map[string]x509.PublicKeyAlgorithm{"rsa": x509.RSA, "ec": x509.ECDSA, "ed25519": x509.Ed25519}[kind]
}

// HostOptions are those of checkHost.
type HostOptions struct {
	Subject           string // always, default or never
	NoWildcards       bool
	NoPartial         bool // wildcards stand for whole labels only
	SingleLabelDomain bool
}

// Host is the name of the certificate that a host matches, or empty.
func (c *Certificate) Host(host string, o HostOptions) string {
	dns := false
	for _, n := range c.AltNames() {
		if n.Kind == "DNS" {
			dns = true
			if matchHost(n.Value, host, o) {
				return n.Value
			}
		}
	}
	if o.Subject == "never" || dns && o.Subject != "always" {
		return ""
	}
	for _, p := range NameParts(c.x.RawSubject) {
		if p[0] == "CN" && matchHost(p[1], host, o) {
			return p[1]
		}
	}
	return ""
}

func matchHost(pattern, host string, o HostOptions) bool {
	pattern, host = strings.ToLower(pattern), strings.ToLower(host)
	if host == "" || pattern == "" {
		return false
	}
	if rest, ok := strings.CutPrefix(host, "."); ok {
		return pattern == rest || strings.HasSuffix(pattern, host) && (!o.SingleLabelDomain || !strings.Contains(strings.TrimSuffix(pattern, host), "."))
	}
	if pattern == host {
		return true
	}
	first, tail, ok := strings.Cut(pattern, ".")
	at := strings.IndexByte(first, '*')
	if !ok || at < 0 || o.NoWildcards || strings.Count(pattern, "*") != 1 || strings.Count(tail, ".") < 1 || o.NoPartial && first != "*" {
		return false
	}
	label, hostTail, ok := strings.Cut(host, ".")
	if !ok || hostTail != tail || strings.HasPrefix(label, "xn--") && first != "*" || strings.HasPrefix(first, "xn--") {
		return false
	}
	return len(label) >= len(first)-1 && strings.HasPrefix(label, first[:at]) && strings.HasSuffix(label, first[at+1:])
}

// Email is the address of the certificate that matches, or empty.
func (c *Certificate) Email(address, subject string) string {
	match := func(known string) bool {
		a, b := strings.LastIndexByte(address, '@'), strings.LastIndexByte(known, '@')
		return a > 0 && b > 0 && address[:a] == known[:b] && strings.EqualFold(address[a:], known[b:])
	}
	named := false
	for _, n := range c.AltNames() {
		if n.Kind == "email" {
			named = true
			if match(n.Value) {
				return address
			}
		}
	}
	if subject == "never" || named && subject != "always" {
		return ""
	}
	for _, p := range NameParts(c.x.RawSubject) {
		if p[0] == "emailAddress" && match(p[1]) {
			return address
		}
	}
	return ""
}

// IP says whether the certificate has the address.
func (c *Certificate) IP(address string) bool {
	ip := net.ParseIP(address)
	if strings.Contains(address, ":") && ip.To4() != nil {
		return false // an address of 16 bytes in the certificate would be meant
	}
	return ip != nil && slices.ContainsFunc(c.x.IPAddresses, ip.Equal)
}
