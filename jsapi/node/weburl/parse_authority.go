package weburl

import "strings"

func (u *URL) hasCredentials() bool { return u.username != "" || u.password != "" }

// authority reads user and password, and starts again at the host.
func (p *parser) authority(c int) outcome {
	switch {
	case c == '@':
		if p.at {
			p.credentials("%40")
		}
		p.at = true
		p.credentials(string(p.buf))
		p.buf = p.buf[:0]
	case p.ends(c):
		if p.at && len(p.buf) == 0 {
			return failed
		}
		p.pos -= len(p.buf) + 1
		p.buf = p.buf[:0]
		return p.next((*parser).host)
	default:
		p.buf = append(p.buf, byte(c))
	}
	return more
}

// credentials adds text to the user name, and after the first colon to the password.
func (p *parser) credentials(text string) {
	if !p.password {
		name, rest, found := strings.Cut(text, ":")
		p.u.username += encode(name, userinfoSet)
		p.password = found
		text = rest
	}
	if p.password {
		p.u.password += encode(text, userinfoSet)
	}
}

func (p *parser) host(c int) outcome {
	switch {
	case p.setting != nothing && p.u.scheme == "file":
		return p.again((*parser).fileHost)
	case c == ':' && !p.bracket:
		if len(p.buf) == 0 || p.setting == settingHostname || !p.takeHost() {
			return failed
		}
		return p.next((*parser).port)
	case p.ends(c):
		p.pos--
		empty := len(p.buf) == 0
		switch {
		case empty && p.u.special(),
			empty && p.setting != nothing && (p.u.hasCredentials() || p.u.port != noPort),
			!p.takeHost():
			return failed
		case p.setting != nothing:
			return done
		}
		return p.next((*parser).pathStart)
	case c == '[':
		p.bracket = true
	case c == ']':
		p.bracket = false
	}
	p.buf = append(p.buf, byte(c))
	return more
}

// takeHost makes what was read the host.
func (p *parser) takeHost() bool {
	host, err := parseHost(string(p.buf), p.u.special())
	if err != nil {
		return false
	}
	p.u.host, p.u.hasHost = host, true
	p.buf = p.buf[:0]
	return true
}

func (p *parser) port(c int) outcome {
	switch {
	case c != eof && isDigit(byte(c)):
		p.buf = append(p.buf, byte(c))
		return more
	case !p.ends(c) && p.setting == nothing:
		return failed
	}
	if len(p.buf) > 0 {
		port := 0
		for _, digit := range p.buf {
			if port = port*10 + int(digit-'0'); port > 65535 {
				return failed
			}
		}
		if usual, special := specialPort(p.u.scheme); special && usual == port {
			port = noPort
		}
		p.u.port = port
		p.buf = p.buf[:0]
		if p.setting != nothing {
			return done
		}
	}
	if p.setting != nothing {
		return failed
	}
	return p.again((*parser).pathStart)
}

// file follows "file:", or starts a relative URL whose base is a file.
func (p *parser) file(c int) outcome {
	p.u.scheme = "file"
	p.u.host, p.u.hasHost = "", true
	if c == '/' || c == '\\' {
		return p.next((*parser).fileSlash)
	}
	if p.base == nil || p.base.scheme != "file" {
		return p.again((*parser).path)
	}
	if next, ended := p.keepBase(c); ended {
		return next
	}
	if startsWithDrive(p.in[p.pos:]) {
		p.u.path = nil
	} else {
		p.shorten()
	}
	return p.again((*parser).path)
}

func (p *parser) fileSlash(c int) outcome {
	if c == '/' || c == '\\' {
		return p.next((*parser).fileHost)
	}
	if p.base != nil && p.base.scheme == "file" {
		p.u.host, p.u.hasHost = p.base.host, p.base.hasHost
		if !startsWithDrive(p.in[min(p.pos, len(p.in)):]) && len(p.base.path) > 0 && isDrive(p.base.path[0], ":") {
			p.u.path = append(p.u.path, p.base.path[0])
		}
	}
	return p.again((*parser).path)
}

func (p *parser) fileHost(c int) outcome {
	if !p.ends(c) {
		p.buf = append(p.buf, byte(c))
		return more
	}
	p.pos--
	switch {
	case p.setting == nothing && isDrive(string(p.buf), ":|"):
		return p.next((*parser).path) // with the drive still to be read as a segment
	case len(p.buf) == 0:
		p.u.host, p.u.hasHost = "", true
	case !p.takeHost():
		return failed
	case p.u.host == "localhost":
		p.u.host = ""
	}
	if p.setting != nothing {
		return done
	}
	return p.next((*parser).pathStart)
}
