package weburl

import (
	"strconv"
	"strings"
)

// parseHost is the serialized host. Hosts of special schemes are domains or addresses.
func parseHost(text string, special bool) (string, error) {
	if strings.HasPrefix(text, "[") {
		if !strings.HasSuffix(text, "]") {
			return "", ErrInvalid
		}
		address, ok := parseIPv6(text[1 : len(text)-1])
		if !ok {
			return "", ErrInvalid
		}
		return "[" + formatIPv6(address) + "]", nil
	}
	if !special {
		if strings.ContainsAny(text, "\x00\t\n\r #/:<>?@[\\]^|") {
			return "", ErrInvalid
		}
		return encode(text, controlSet), nil
	}
	domain, err := toASCII(decodeText(text))
	if err != nil || domain == "" || forbiddenInDomain(domain) {
		return "", ErrInvalid
	}
	if endsInNumber(domain) {
		return parseIPv4(domain)
	}
	return domain, nil
}

func forbiddenInDomain(domain string) bool {
	for i := range len(domain) {
		if c := domain[i]; c <= ' ' || c == 0x7f || strings.IndexByte("#/:<>?@[\\]^|%", c) >= 0 {
			return true
		}
	}
	return false
}

// endsInNumber says whether a domain has to be an IPv4 address.
func endsInNumber(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if last == "" {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := parseIPv4Number(last)
	return ok
}

// tooLarge stands for numbers of 32 bits and more: they are out of range everywhere.
const tooLarge = 1 << 32

// parseIPv4Number reads a decimal, octal (0…) or hexadecimal (0x…) number.
func parseIPv4Number(text string) (uint64, bool) {
	if text == "" {
		return 0, false
	}
	base := 10
	switch {
	case strings.HasPrefix(text, "0x"), strings.HasPrefix(text, "0X"):
		text, base = text[2:], 16
	case len(text) > 1 && text[0] == '0':
		text, base = text[1:], 8
	}
	var n uint64
	for i := range len(text) {
		digit := hexValue(text[i])
		if digit < 0 || digit >= base {
			return 0, false
		}
		n = min(n*uint64(base)+uint64(digit), tooLarge)
	}
	return n, true
}

func parseIPv4(domain string) (string, error) {
	parts := strings.Split(strings.TrimSuffix(domain, "."), ".")
	if len(parts) > 4 {
		return "", ErrInvalid
	}
	var address uint64
	for i, part := range parts {
		n, ok := parseIPv4Number(part)
		limit := uint64(256)
		if i == len(parts)-1 {
			limit = 1 << (8 * (5 - len(parts))) // the last fills what is left
		}
		if !ok || n >= limit {
			return "", ErrInvalid
		}
		if i == len(parts)-1 {
			address += n
		} else {
			address += n << (8 * (3 - i))
		}
	}
	return formatIPv4(address), nil
}

func formatIPv4(address uint64) string {
	b := make([]byte, 0, len("255.255.255.255"))
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, address>>shift&255, 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return string(b)
}
