package web

import (
	"encoding/base64"
	"io"
	"net/textproto"
	"strings"
)

// contentOf reads what a part with a header holds. Quoted-printable is decoded by its reader already.
func contentOf(part io.Reader, header textproto.MIMEHeader) io.Reader {
	if !strings.EqualFold(header.Get("Content-Transfer-Encoding"), "base64") {
		return part
	}
	return base64.NewDecoder(base64.RawStdEncoding, digits{part})
}

// counted counts what is read.
type counted struct {
	from  io.Reader
	bytes int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.bytes += int64(n)
	return n, err
}

// digits reads the digits of base64 alone, since Node passes over everything else.
type digits struct{ from io.Reader }

func (d digits) Read(p []byte) (int, error) {
	for {
		n, err := d.from.Read(p)
		kept := 0
		for _, c := range p[:n] {
			switch {
			case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '+', c == '/':
			case c == '-':
				c = '+'
			case c == '_':
				c = '/'
			default:
				continue
			}
			p[kept] = c
			kept++
		}
		if kept > 0 || err != nil || n == 0 {
			return kept, err
		}
	}
}
