package weburl_test

import (
	"math/rand/v2"
	"strings"
)

// pair is a question: new URL(input, base). An empty base is none.
type pair struct{ input, base string }

// The pieces of which the generated texts are made. Each list has the usual and
// the odd: what parsers are known to treat differently.
var (
	schemes = []string{
		"http:", "https:", "ws:", "wss:", "ftp:", "file:", "FILE:", "hTTp:", "mailto:", "data:", "javascript:", "blob:", "blob:https:", "x:", "non-special:", "a+b.c-1:",
		"1a:", "é:", ":", "", "", "", "", "urn:", "about:", "http", "ht\ntp:", " http:",
	}
	slashes = []string{"", "/", "//", "//", "//", "//", "//", "///", "////", "\\", "\\\\", "/\\", "\\/", "/\t/"}
	users   = []string{"", "", "", "", "", "", "", "u@", "u:p@", ":p@", "u:@", ":@", "@", "u:p:q@", "a@b@", "u%20é@", "u/p@", "[:]@", "%@", "a;=&'\"@", "|^`@", "{}@"}
	hosts   = []string{
		"h", "h", "example.com", "EXAMPLE.Com", "localhost", "LOCALHOST", "a.b.", "a..b", ".", "..", "", "", "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "256", "1.2.3.4.5", "1.2.3.08",
		"4294967295", "4294967296", "0x", "0x.", "1.2.3.", "0xffffffff", "1e2", "256.256", "09", "1.256.1", "[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[1::8]", "[::127.0.0.1]", "[::1.2.3]",
		"[1:2:0:0:5:0:0:8]", "[0:0:0:1:0:0:0:0]", "[1:2]", "[::g]", "[::1", "::1]", "[:1]", "[1::2::3]", "[ffff:AbCd::]", "[::ffff:1.2.3.4]", "[::1.2.3.400]", "[::01.2.3.4]", "[1:2:3:4:5:6:7::]", "[::1%25eth0]",
		"%41.com", "%2e", "a%00b", "a%2fb", "%zz", "a%", "a b", "a^b", "a|b", "a<b", "a>b", "a_b", "a!b", "a$b", "a&b", "a'b", "a(b)", "a*b", "a+b", "a,b", "a;b", "a=b", "a~b", "a`b", "a{b}", "a\"b",
		"é.com", "faß.de", "☃.net", "日本語.jp", "xn--4ca.com", "xn--a", "xn--", "XN--MGBA3GCH31F060K", "a\u00adb", "\u00ad", "Ⅷ.com", "１２７.０.０.１", "ﬃ", "a\u200db", "a\u200cb",
		"مثال.إختبار", "אב1", "1אב", "\u0301a", "aa--b", "a-", "-a", "xn--ls8h.la", "💩.la", "İ", "ẞ", "σς", "a。b", "a．b", "K.com", strings.Repeat("a", 64), strings.Repeat("a.", 130), "c:", "C|", "0xé", "é.1", "1.é",
		"\x7f", "a\x01", "a\tb", "h\nost", "\ufeffa", "\ufffd", "\U0010ffff", "\uffff", "%E2%98%83", "%ef%bc%85%ef%bc%94%ef%bc%91", "%e", "xn--zn7c", "xn--9krz68e", "a.xn--b", "≠", "a\u0338=",
	}
	ports = []string{"", "", "", "", "", ":", ":80", ":443", ":21", ":8080", ":0", ":00080", ":65535", ":65536", ":99999999999", ":8a", ":-1", ":+1", ": 80", ":8\t0", ":８０", ":1:2"}
	paths = []string{
		"", "", "", "/", "/", "/a", "/a/", "/a/b", "//", "/a//b", "/.", "/..", "/./a", "/../a", "/a/../b", "/a/./b", "/a/..", "/a/.", "/%2e", "/%2E%2e/a", "/.%2e/b", "/%2e./", "/%2f", "/%41%2f", "/é", "/ ", "/a b ",
		"/a\tb", "/a\nb", "/\x00", "/\x1f", "/\x7f", "/\"<>`{}|^~", "/[]\\", "\\a\\b", "/%", "/%zz", "/%E9", "/C:", "/C|", "/c:/..", "/C|/../a", "/C:/./..//b", "/d|a", "C|", "c:", "c:/x", "C|\\y", "a", "a/b", "./a", "../a", ".", "..",
		"../../..", ".../a", "/a;b=c,d", "/:@!$&'()*+,;=-._~", "/☃💩", "/\ufffd", "//x/y", "//.//p", "/.//p", "/..//p", "/\ufdd0", "/a/b/c/d/e", "a:b", "1:2", "/1:2", "?", "#", "/..%2f", "a%20b", "opaque path ", "/a/%2e%2e%2e",
	}
	queries   = []string{"", "", "", "", "?", "?a=b", "?a b", "?é", "?\"<>#", "?'", "?%zz", "??", "?/..", "?\x00", "?a\tb", "?`{}|^", "?☃", "?a=1&b=2", "?\\", "?\x7f"}
	fragments = []string{"", "", "", "", "#", "#a", "#a b", "#é", "#\"<>`", "##", "#\x00", "#{}|^", "#%zz", "#☃", "#a\nb", "#?/", "#'\\\x7f", "# ", "#a  "}
	trims     = []string{"", "", "", "", "", "", "", " ", "\t", "\x00", "\u00a0", "\r\n", "\x1f"}
	noise     = []string{"/", "\\", ":", "@", "?", "#", "%", ".", "..", "[", "]", " ", "\t", "é", "0", "%2e", "%2F", "|", "//", "&", "=", "+", "-", "_", "ß", "\u200d", "x", "9", "^", "\x7f"}
	bases     = []string{
		"", "", "http://h/", "http://h", "https://u:p@example.com:8080/a/b/c?q#f", "http://h/a/b", "http://h/a/b/", "ws://h/p?q", "ftp://h/a/..", "file:///", "file:///C:/a/b", "file:///C|/a", "file://host/a/b?q#f",
		"file://host/C:/a", "file:", "mailto:a@b", "data:text/plain,x", "x:", "x:/a/b", "x://h/a/b?q#f", "x:/", "x://h", "x:///p", "x:opaque?q#f", "about:blank", "nope", "/a", "http://", "non-special://u@h:9/../a", "x:/.//p", "blob:https://h/id",
	}
)

type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 1))} }

func (g generator) of(list []string) string { return list[g.IntN(len(list))] }

// url is a text that is a URL, or nearly.
func (g generator) url() string {
	var b strings.Builder
	b.WriteString(g.of(trims))
	switch g.IntN(8) {
	case 0: // a relative one
		b.WriteString(g.of(paths))
	case 1:
		b.WriteString(g.of(slashes) + g.of(hosts) + g.of(paths))
	case 2:
		b.WriteString(g.of(schemes) + g.of(paths))
	default:
		b.WriteString(g.of(schemes) + g.of(slashes) + g.of(users) + g.of(hosts) + g.of(ports) + g.of(paths))
	}
	b.WriteString(g.of(queries) + g.of(fragments) + g.of(trims))
	return g.spoil(b.String())
}

// spoil changes one place of some texts.
func (g generator) spoil(text string) string {
	if g.IntN(4) != 0 || text == "" {
		return text
	}
	runes := []rune(text)
	at := g.IntN(len(runes))
	switch g.IntN(3) {
	case 0:
		return string(runes[:at]) + g.of(noise) + string(runes[at:])
	case 1:
		return string(runes[:at]) + string(runes[at+1:])
	default:
		return string(runes[:at]) + g.of(noise) + string(runes[at+1:])
	}
}

func (g generator) pair() pair {
	p := pair{input: g.url(), base: g.of(bases)}
	if g.IntN(10) == 0 {
		p.base = g.url()
	}
	return p
}

// change is a question: set a member of a URL.
type change struct{ url, member, value string }

var (
	settable = []string{"protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"}
	changed  = []string{
		"http://h/", "https://u:p@example.com:8080/a/b?c#d", "file:///a/b", "file://host/C:/x", "mailto:a@b", "data:x  ?q#f", "data:x  #f", "x:/a", "x://h:1/p", "x:/.//p", "x:///p", "ftp://h:21/", "ws://u@h:80/?q",
		"blob:https://h/id", "x:", "javascript:alert(1)", "file:///", "http://[::1]:3000/",
	}
)

func (g generator) change() change {
	c := change{url: g.of(changed), member: g.of(settable)}
	from := map[string][][]string{
		"protocol": {schemes}, "username": {users, hosts}, "password": {users, hosts}, "host": {hosts, ports}, "hostname": {hosts}, "port": {ports, noise},
		"pathname": {paths, slashes}, "search": {queries}, "hash": {fragments},
	}
	if g.IntN(8) == 0 {
		c.value = g.url()
		return c
	}
	for _, list := range from[c.member] {
		c.value += g.of(list)
	}
	if c.member == "port" && g.IntN(2) == 0 {
		c.value = strings.TrimPrefix(c.value, ":")
	}
	if c.member == "protocol" && g.IntN(4) == 0 {
		c.value += g.of(noise)
	}
	c.value = g.spoil(c.value)
	return c
}
