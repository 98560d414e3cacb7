package weburl

import (
	"errors"
	"slices"
	"strings"
)

// ErrInvalid is the error of a text that is no URL, or of a value that a setter refuses.
var ErrInvalid = errors.New("invalid URL")

// Parse reads a URL. A relative one is resolved against base, which may be nil.
func Parse(text string, base *URL) (*URL, error) {
	p := parser{u: &URL{port: noPort}, base: base, state: (*parser).schemeStart}
	p.in = withoutBreaks(strings.TrimFunc(text, func(r rune) bool { return r <= ' ' }))
	if err := p.run(); err != nil {
		return nil, err
	}
	return p.u, nil
}

// withoutBreaks removes tabs and line breaks, which may stand anywhere.
func withoutBreaks(text string) string {
	if !strings.ContainsAny(text, "\t\n\r") {
		return text
	}
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(text)
}

// eof is the character after the last.
const eof = -1

// outcome is what a state does with the parser after a character.
type outcome uint8

const (
	more outcome = iota
	done
	failed
)

// setting is the state that a setter starts in: it changes what some states do.
type setting uint8

const (
	nothing setting = iota // a whole URL is parsed
	settingScheme
	settingHost
	settingHostname
	settingPort
	settingPath
	settingQuery
	settingFragment
)

// parser is the state machine of the standard. It works on bytes: the characters that
// matter are ASCII, and all others are percent-encoded byte by byte.
type parser struct {
	u       *URL
	base    *URL
	in      string
	pos     int
	state   func(p *parser, c int) outcome
	setting setting
	buf     []byte
	// at: an @ was read; password: a colon was read before it; bracket: within [ ].
	at, password, bracket bool
}

func (p *parser) run() error {
	for {
		c := eof
		if p.pos < len(p.in) {
			c = int(p.in[p.pos])
		}
		switch p.state(p, c) {
		case failed:
			return ErrInvalid
		case done:
			return nil
		case more:
		}
		if p.pos >= len(p.in) {
			return nil
		}
		p.pos++
	}
}

// again hands the same character to another state.
func (p *parser) again(state func(*parser, int) outcome) outcome {
	p.state = state
	p.pos--
	return more
}

func (p *parser) next(state func(*parser, int) outcome) outcome {
	p.state = state
	return more
}

// rest is what follows the current character.
func (p *parser) rest() string { return p.in[min(p.pos+1, len(p.in)):] }

// slash says whether c separates segments: a backslash does in special schemes.
func (p *parser) slash(c int) bool { return c == '/' || c == '\\' && p.u.special() }

// ends says whether c ends the authority.
func (p *parser) ends(c int) bool { return c == eof || c == '?' || c == '#' || p.slash(c) }

func (p *parser) schemeStart(c int) outcome {
	if c != eof && isLetter(byte(c)) {
		p.buf = append(p.buf, byte(c)|0x20)
		return p.next((*parser).scheme)
	}
	if p.setting != nothing {
		return failed
	}
	return p.again((*parser).noScheme)
}

func (p *parser) scheme(c int) outcome {
	switch {
	case c != eof && (isLetter(byte(c)) || isDigit(byte(c)) || c == '+' || c == '-' || c == '.'):
		if isLetter(byte(c)) {
			c |= 0x20
		}
		p.buf = append(p.buf, byte(c))
		return more
	case c == ':' && p.setting != nothing:
		p.setScheme()
		return done
	case c == ':':
		return p.schemeEnd()
	case p.setting != nothing:
		return failed
	}
	p.buf = p.buf[:0]
	p.pos = -1
	return p.next((*parser).noScheme)
}

// setScheme is what the setter of protocol does, unless the new scheme is of another kind.
func (p *parser) setScheme() {
	u, scheme := p.u, string(p.buf)
	port, special := specialPort(scheme)
	switch {
	case special != u.special(),
		scheme == "file" && (u.hasCredentials() || u.port != noPort),
		u.scheme == "file" && u.host == "":
		return
	}
	u.scheme = scheme
	if u.port == port {
		u.port = noPort
	}
}

// schemeEnd chooses what follows the scheme.
func (p *parser) schemeEnd() outcome {
	p.u.scheme = string(p.buf)
	p.buf = p.buf[:0]
	switch {
	case p.u.scheme == "file":
		return p.next((*parser).file)
	case p.u.special() && p.base != nil && p.base.scheme == p.u.scheme:
		return p.next((*parser).relativeOrAuthority)
	case p.u.special():
		return p.next((*parser).authoritySlash)
	case strings.HasPrefix(p.rest(), "/"):
		p.pos++
		return p.next((*parser).pathOrAuthority)
	}
	p.u.hasOpaque = true
	return p.next((*parser).opaquePath)
}

func (p *parser) noScheme(c int) outcome {
	switch {
	case p.base == nil, p.base.hasOpaque && c != '#':
		return failed
	case p.base.hasOpaque:
		fragment := p.u.fragment
		p.u = p.base.clone()
		p.u.fragment, p.u.hasFragment = fragment, true
		return p.next((*parser).fragment)
	case p.base.scheme == "file":
		return p.again((*parser).file)
	}
	return p.again((*parser).relative)
}

// relativeOrAuthority follows the scheme of the base: http:a is relative, http://a is not.
func (p *parser) relativeOrAuthority(c int) outcome {
	if c == '/' && strings.HasPrefix(p.rest(), "/") {
		p.pos++
		return p.next((*parser).authorityIgnoreSlashes)
	}
	return p.again((*parser).relative)
}

func (p *parser) pathOrAuthority(c int) outcome {
	if c == '/' {
		return p.next((*parser).authority)
	}
	return p.again((*parser).path)
}

// inherit takes the parts before the query from the base.
func (p *parser) inherit() {
	u, b := p.u, p.base
	u.username, u.password, u.host, u.hasHost, u.port = b.username, b.password, b.host, b.hasHost, b.port
	u.path = slices.Clone(b.path)
}

// keepBase takes the parts before the fragment from the base; ended says that the path of
// the base stays, because c begins what follows it. Otherwise its query goes.
func (p *parser) keepBase(c int) (next outcome, ended bool) {
	p.inherit()
	p.u.query, p.u.hasQuery = p.base.query, p.base.hasQuery
	switch c {
	case '?':
		return p.startQuery(), true
	case '#':
		return p.startFragment(), true
	case eof:
		return more, true
	}
	p.u.query, p.u.hasQuery = "", false
	return more, false
}

func (p *parser) relative(c int) outcome {
	p.u.scheme = p.base.scheme
	if p.slash(c) {
		return p.next((*parser).relativeSlash)
	}
	if next, ended := p.keepBase(c); ended {
		return next
	}
	p.shorten()
	return p.again((*parser).path)
}

func (p *parser) relativeSlash(c int) outcome {
	switch {
	case p.u.special() && p.slash(c):
		return p.next((*parser).authorityIgnoreSlashes)
	case c == '/':
		return p.next((*parser).authority)
	}
	p.inherit()
	p.u.path = nil
	return p.again((*parser).path)
}

func (p *parser) authoritySlash(c int) outcome {
	if c == '/' && strings.HasPrefix(p.rest(), "/") {
		p.pos++
		return p.next((*parser).authorityIgnoreSlashes)
	}
	return p.again((*parser).authorityIgnoreSlashes)
}

func (p *parser) authorityIgnoreSlashes(c int) outcome {
	if c == '/' || c == '\\' {
		return more
	}
	return p.again((*parser).authority)
}

func (p *parser) startQuery() outcome {
	p.u.query, p.u.hasQuery = "", true
	return p.next((*parser).query)
}

func (p *parser) startFragment() outcome {
	p.u.fragment, p.u.hasFragment = "", true
	return p.next((*parser).fragment)
}
