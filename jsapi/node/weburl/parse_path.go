package weburl

import "strings"

func (p *parser) pathStart(c int) outcome {
	switch {
	case p.u.special():
		if p.slash(c) {
			return p.next((*parser).path)
		}
		return p.again((*parser).path)
	case p.setting == nothing && c == '?':
		return p.startQuery()
	case p.setting == nothing && c == '#':
		return p.startFragment()
	case c == '/':
		return p.next((*parser).path)
	case c != eof:
		return p.again((*parser).path)
	case p.setting != nothing && !p.u.hasHost:
		p.u.path = append(p.u.path, "")
	}
	return more
}

func (p *parser) path(c int) outcome {
	query := p.setting == nothing && c == '?'
	fragment := p.setting == nothing && c == '#'
	if c != eof && !p.slash(c) && !query && !fragment {
		p.buf = appendEncoded(p.buf, byte(c), pathSet)
		return more
	}
	p.segment(string(p.buf), !p.slash(c))
	p.buf = p.buf[:0]
	switch {
	case query:
		return p.startQuery()
	case fragment:
		return p.startFragment()
	}
	return more
}

// segment adds a segment to the path; last says that none follows.
func (p *parser) segment(text string, last bool) {
	u := p.u
	switch dots(text) {
	case 2:
		p.shorten()
		if last {
			u.path = append(u.path, "")
		}
	case 1:
		if last {
			u.path = append(u.path, "")
		}
	default:
		if u.scheme == "file" && len(u.path) == 0 && isDrive(text, ":|") {
			text = text[:1] + ":"
		}
		u.path = append(u.path, text)
	}
}

// dots is how many dots a segment consists of: 1 and 2 are . and .. , also encoded.
func dots(segment string) int {
	n := 0
	for segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) > 2 && strings.EqualFold(segment[:3], "%2e"):
			segment = segment[3:]
		default:
			return 0
		}
		n++
	}
	return n
}

// shorten removes the last segment, but no drive letter.
func (p *parser) shorten() {
	u := p.u
	if len(u.path) == 0 || u.scheme == "file" && len(u.path) == 1 && isDrive(u.path[0], ":") {
		return
	}
	u.path = u.path[:len(u.path)-1]
}

// isDrive says whether text is a Windows drive letter, followed by one of marks.
func isDrive(text, marks string) bool {
	return len(text) == 2 && isLetter(text[0]) && strings.IndexByte(marks, text[1]) >= 0
}

func startsWithDrive(text string) bool {
	return len(text) >= 2 && isDrive(text[:2], ":|") && (len(text) == 2 || strings.IndexByte("/\\?#", text[2]) >= 0)
}

func (p *parser) opaquePath(c int) outcome {
	switch c {
	case '?', '#', eof:
		p.u.opaque = string(p.buf)
		p.buf = p.buf[:0]
		if c == '?' {
			return p.startQuery()
		}
		if c == '#' {
			return p.startFragment()
		}
	default:
		p.buf = appendEncoded(p.buf, byte(c), controlSet)
	}
	return more
}

func (p *parser) query(c int) outcome {
	if c == eof || c == '#' && p.setting == nothing {
		p.u.query = string(p.buf)
		p.buf = p.buf[:0]
		if c == '#' {
			return p.startFragment()
		}
		return more
	}
	in := querySet
	if p.u.special() {
		in = specialQuerySet
	}
	p.buf = appendEncoded(p.buf, byte(c), in)
	return more
}

func (p *parser) fragment(c int) outcome {
	if c == eof {
		p.u.fragment = string(p.buf)
		return more
	}
	p.buf = appendEncoded(p.buf, byte(c), fragmentSet)
	return more
}
