package weburl

import "strings"

// set runs the parser on text from a state. What it had set when it fails stays: the host
// of host:x has been read when the port turns out to be none.
func (u *URL) set(text string, s setting, state func(*parser, int) outcome) {
	p := parser{u: u, in: withoutBreaks(text), setting: s, state: state}
	_ = p.run()
}

// SetHref replaces the whole URL.
func (u *URL) SetHref(href string) error {
	parsed, err := Parse(href, nil)
	if err != nil {
		return err
	}
	*u = *parsed
	return nil
}

// SetProtocol changes the scheme to another of its kind. As all setters except SetHref,
// it ignores a value that is not valid.
func (u *URL) SetProtocol(text string) { u.set(text+":", settingScheme, (*parser).schemeStart) }

// takesUser says whether the URL can have a user and a port.
func (u *URL) takesUser() bool { return u.host != "" && u.scheme != "file" }

// SetUsername takes text that is not encoded yet.
func (u *URL) SetUsername(text string) {
	if u.takesUser() {
		u.username = encode(text, userinfoSet)
	}
}

// SetPassword takes text that is not encoded yet.
func (u *URL) SetPassword(text string) {
	if u.takesUser() {
		u.password = encode(text, userinfoSet)
	}
}

// SetHost sets the host, and the port if text has one.
func (u *URL) SetHost(text string) {
	if !u.hasOpaque {
		u.set(text, settingHost, (*parser).host)
	}
}

// SetHostname sets the host only.
func (u *URL) SetHostname(text string) {
	if !u.hasOpaque {
		u.set(text, settingHostname, (*parser).host)
	}
}

// SetPort takes the digits that text starts with; the empty text removes the port.
func (u *URL) SetPort(text string) {
	switch {
	case !u.takesUser():
	case text == "":
		u.port = noPort
	default:
		u.set(text, settingPort, (*parser).port)
	}
}

// SetPathname replaces the path of a URL that has no opaque one.
func (u *URL) SetPathname(text string) {
	if u.hasOpaque {
		return
	}
	u.path = nil
	u.set(text, settingPath, (*parser).pathStart)
}

// SetSearch takes a query with or without its question mark.
func (u *URL) SetSearch(text string) {
	if text == "" {
		u.query, u.hasQuery = "", false
		u.trimOpaque()
		return
	}
	u.query, u.hasQuery = "", true
	u.set(strings.TrimPrefix(text, "?"), settingQuery, (*parser).query)
}

// SetQuery sets a query that is encoded already; the empty one removes it.
func (u *URL) SetQuery(query string) {
	u.query, u.hasQuery = "", false
	u.trimOpaque()
	u.query, u.hasQuery = query, query != ""
}

// SetHash takes a fragment with or without its number sign.
func (u *URL) SetHash(text string) {
	if text == "" {
		u.fragment, u.hasFragment = "", false
		u.trimOpaque()
		return
	}
	u.fragment, u.hasFragment = "", true
	u.set(strings.TrimPrefix(text, "#"), settingFragment, (*parser).fragment)
}

// trimOpaque removes the spaces that would end the address.
func (u *URL) trimOpaque() {
	if u.hasOpaque && !u.hasQuery && !u.hasFragment {
		u.opaque = strings.TrimRight(u.opaque, " ")
	}
}
