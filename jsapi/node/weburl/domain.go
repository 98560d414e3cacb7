package weburl

import (
	"strings"

	"golang.org/x/net/idna"
)

// lookup is the processing of internationalized domains that the standard asks for (UTS
// 46, not strict).
var lookup = idna.New(
	idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(false),
	idna.StrictDomainName(false), idna.Transitional(false), idna.VerifyDNSLength(false),
)

// toASCII is the domain in lower case and Punycode.
func toASCII(domain string) (string, error) {
	if plainDomain(domain) {
		return strings.ToLower(domain), nil
	}
	ascii, err := lookup.ToASCII(domain)
	if err != nil || emptyPunycode(domain) {
		return "", ErrInvalid
	}
	return ascii, nil
}

// emptyPunycode says whether a label is the prefix of Punycode and nothing else, which
// the library takes for an empty one.
func emptyPunycode(domain string) bool {
	for label := range strings.SplitSeq(domain, ".") {
		if strings.EqualFold(label, "xn--") {
			return true
		}
	}
	return false
}

// plainDomain says whether nothing of a domain has to be mapped or checked.
func plainDomain(domain string) bool {
	for i := range len(domain) {
		if domain[i] >= 0x80 {
			return false
		}
		if domain[i]|0x20 == 'x' && len(domain) >= i+4 && strings.EqualFold(domain[i:i+4], "xn--") {
			return false
		}
	}
	return true
}

// ToASCII is the host that the text sets on a URL, empty if it is not valid.
func ToASCII(text string) string {
	p := parser{u: &URL{scheme: "ws", port: noPort}, in: withoutBreaks(text), setting: settingHostname, state: (*parser).host}
	if p.run() != nil {
		return ""
	}
	return p.u.host
}

// ToUnicode is the domain with the labels in Punycode as text.
func ToUnicode(domain string) string {
	if plainDomain(domain) {
		return domain
	}
	text, _ := lookup.ToUnicode(domain)
	return text
}

// Punycode is a domain in Punycode, without the checks of hosts; empty if it cannot be
// converted.
func Punycode(domain string) string {
	ascii, err := toASCII(domain)
	if err != nil {
		return ""
	}
	return ascii
}
