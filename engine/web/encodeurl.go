package web

import (
	"fmt"
	"strings"
)

// EncodeURL escapes what a URL cannot hold, byte by byte, and leaves escapes
// alone.
func EncodeURL(url string) string {
	var b strings.Builder
	for i := range len(url) {
		c := url[i]
		escape := c == '%' && (i+2 >= len(url) || !isHex(url[i+1]) || !isHex(url[i+2]))
		if escape || c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`{}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
