package weburl

import (
	"strconv"
	"strings"
)

// parseIPv6 reads the text between the brackets.
func parseIPv6(text string) (address [8]uint16, ok bool) {
	head, tail, compressed := strings.Cut(text, "::")
	if !compressed {
		pieces, ok := ipv6Pieces(text, true)
		if !ok || len(pieces) != len(address) {
			return address, false
		}
		copy(address[:], pieces)
		return address, true
	}
	first, ok := ipv6Pieces(head, false)
	if !ok {
		return address, false
	}
	last, ok := ipv6Pieces(tail, true)
	if !ok || len(first)+len(last) >= len(address) {
		return address, false
	}
	copy(address[:], first)
	copy(address[len(address)-len(last):], last)
	return address, true
}

// ipv6Pieces reads pieces separated by colons; the last may be an IPv4 address.
func ipv6Pieces(text string, final bool) ([]uint16, bool) {
	if text == "" {
		return nil, true
	}
	var pieces []uint16
	for more := true; more; {
		if len(pieces) >= 8 {
			return nil, false
		}
		var piece string
		piece, text, more = strings.Cut(text, ":")
		if final && !more && strings.Contains(piece, ".") {
			v4, ok := embeddedIPv4(piece)
			return append(pieces, uint16(v4>>16), uint16(v4)), ok
		}
		if len(piece) > 4 || !isHex(piece) {
			return nil, false
		}
		n, err := strconv.ParseUint(piece, 16, 16)
		if err != nil {
			return nil, false
		}
		pieces = append(pieces, uint16(n))
	}
	return pieces, true
}

func isHex(text string) bool {
	for i := range len(text) {
		if hexValue(text[i]) < 0 {
			return false
		}
	}
	return true
}

// embeddedIPv4 reads four decimal numbers without leading zeros.
func embeddedIPv4(text string) (address uint32, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return 0, false
	}
	for _, part := range parts {
		if part == "" || len(part) > 3 || len(part) > 1 && part[0] == '0' || strings.Trim(part, "0123456789") != "" {
			return 0, false
		}
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return 0, false
		}
		address = address<<8 | uint32(n)
	}
	return address, true
}

// formatIPv6 shortens the first longest run of two or more zero pieces.
func formatIPv6(address [8]uint16) string {
	from, length := zeros(address)
	var b []byte
	for i := 0; i < len(address); i++ {
		if i == from {
			b = append(b, ':', ':')
			i += length - 1
			continue
		}
		if len(b) > 0 && b[len(b)-1] != ':' {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, uint64(address[i]), 16)
	}
	return string(b)
}

// zeros is the longest run of zero pieces, from -1 without one of two or more.
func zeros(address [8]uint16) (from, length int) {
	from = -1
	for i := 0; i < len(address); {
		end := i
		for end < len(address) && address[end] == 0 {
			end++
		}
		if run := end - i; run > 1 && run > length {
			from, length = i, run
		}
		i = max(end, i+1)
	}
	return from, length
}
