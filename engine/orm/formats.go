package orm

import (
	"math"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"framework/engine/value"
)

// These take milliseconds to compile, for the letters of all scripts in both cases: they are compiled when they are needed first.
var (
	mailbox     = lazy("(?i)^[a-z0-9!#$%&'*+\\-/=?^_`{|}~\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]+$")
	domainLabel = lazy("(?i)^[a-z0-9\u00a1-\uff00\uff5f-\U0010ffff-]+$") // but full-width ASCII
	topLevel    = lazy("(?i)^([a-z\u00a1-\U0010ffff]{2,}|xn[a-z0-9-]{2,})$")
)

func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// The formats of texts, as the validator library that anchor 0.11 uses has
// them; with those above.
var (
	urlish             = regexp.MustCompile(`^\s*([^/\s]+\.)+\S+\s*$`)
	uuids              = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	alpha              = regexp.MustCompile(`^[a-zA-Z]+$`)
	alphanumeric       = regexp.MustCompile(`^[a-zA-Z0-9]+$`)
	alphadashed        = regexp.MustCompile(`^[a-zA-Z_-]*$`)
	alphanumericdashed = regexp.MustCompile(`^[a-zA-Z0-9_-]*$`)
	numeric            = regexp.MustCompile(`^[-+]?[0-9]+$`)
	integral           = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	fractional         = regexp.MustCompile(`^([-+]?[0-9]+)?(\.[0-9]*)?([eE][-+]?[0-9]+)?$`)
	hexadecimal        = regexp.MustCompile(`^[0-9a-fA-F]+$`)
	hexColor           = regexp.MustCompile(`^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
	notDigits          = regexp.MustCompile(`[^0-9]+`)
	cardNumber         = regexp.MustCompile(`^(4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|6(011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[68][0-9])[0-9]{11}|(2131|1800|35\d{3})\d{11})$`)
)

// isEmail accepts addresses whose domain has a dot. Quoted names are none.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 {
		return false
	}
	name, domain := s[:at], s[at+1:]
	switch strings.ToLower(domain) {
	case "gmail.com", "googlemail.com": // dots mean nothing there
		name = strings.ReplaceAll(name, ".", "")
	}
	if len(name) > 64 || len(domain) > 256 || !isDomain(domain) {
		return false
	}
	for part := range strings.SplitSeq(name, ".") {
		if !mailbox().MatchString(part) {
			return false
		}
	}
	return true
}

// isDomain accepts names of hosts with a top level.
func isDomain(s string) bool {
	labels := strings.Split(s, ".")
	last := len(labels) - 1
	if last == 0 || !topLevel().MatchString(labels[last]) {
		return false
	}
	for _, label := range labels[:last] {
		if !domainLabel().MatchString(label) || label[0] == '-' || label[len(label)-1] == '-' || strings.Contains(label, "---") {
			return false
		}
	}
	return true
}

// isURL accepts addresses with or without http, https or ftp in front.
func isURL(s string) bool {
	if s == "" || len(s) >= 2083 || strings.ContainsFunc(s, space) || strings.HasPrefix(s, "mailto:") {
		return false
	}
	if scheme, rest, ok := strings.Cut(s, "://"); ok {
		switch scheme {
		case "http", "https", "ftp":
		default:
			return false
		}
		s = rest
	}
	if end := strings.IndexAny(s, "#?/"); end >= 0 {
		s = s[:end]
	}
	if user, host, ok := strings.Cut(s, "@"); ok {
		if strings.Count(user, ":") > 1 {
			return false
		}
		s = host
	}
	host, port, ported := strings.Cut(s, ":")
	if ported {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	return host == "localhost" || isIPv4(host) || isDomain(host)
}

func isIPv4(s string) bool { return isIP(s) && !strings.Contains(s, ":") }

func isIPv6(s string) bool { return isIP(s) && strings.Contains(s, ":") }

func isIP(s string) bool { return net.ParseIP(s) != nil }

func isUUIDv3(s string) bool { return uuids.MatchString(s) && s[14] == '3' }

func isUUIDv4(s string) bool {
	return uuids.MatchString(s) && s[14] == '4' && strings.IndexByte("89abAB", s[19]) >= 0
}

// isCreditCard checks the issuer's digits, the length and the check digit.
func isCreditCard(s string) bool {
	s = notDigits.ReplaceAllString(s, "")
	if !cardNumber.MatchString(s) {
		return false
	}
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// isInteger accepts numbers without a fraction, and text of such a number.
// Those from 1e21 have an exponent as text.
func isInteger(v any) bool {
	if _, whole := v.(int64); whole {
		return true
	}
	return integral.MatchString(textOf(v))
}

// isFloat accepts finite numbers, and text of such a number.
func isFloat(v any) bool {
	s := textOf(v)
	return s != "" && s != "." && fractional.MatchString(s)
}

func isNumber(v any) bool {
	switch v := v.(type) {
	case int64:
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return false
}

// isEmpty: 0 and false count as present; a list counts as its text.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil, value.Undefined:
		return true
	case string:
		return v == ""
	case float64:
		return math.IsNaN(v)
	case []any:
		return textOf(v) == ""
	}
	return false
}
