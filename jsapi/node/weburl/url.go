package weburl

import (
	"slices"
	"strconv"
	"strings"
)

// noPort is the port of a URL that names none, or the one of its scheme.
const noPort = -1

// URL is a parsed address. The zero value is not usable: Parse makes URLs. It is not safe
// for concurrent use while a setter runs.
type URL struct {
	scheme             string // in lower case, without the colon
	username, password string // percent-encoded
	host               string // serialized
	path               []string
	opaque             string // the path of such as mailto:a@b, where hasOpaque
	query, fragment    string
	port               int
	hasHost, hasOpaque bool
	hasQuery           bool
	hasFragment        bool
}

// specialPorts are the default ports of the special schemes.
func specialPort(scheme string) (port int, special bool) {
	switch scheme {
	case "http", "ws":
		return 80, true
	case "https", "wss":
		return 443, true
	case "ftp":
		return 21, true
	case "file":
		return noPort, true
	}
	return noPort, false
}

func (u *URL) special() bool {
	_, special := specialPort(u.scheme)
	return special
}

// clone copies u.
func (u *URL) clone() *URL {
	c := *u
	c.path = slices.Clone(u.path)
	return &c
}

// Href is the whole address.
func (u *URL) Href() string { return u.Format(FormatOptions{Auth: true, Search: true, Fragment: true}) }

// FormatOptions say which parts Format includes.
type FormatOptions struct {
	Auth, Search, Fragment bool
	Unicode                bool // labels of the host as text, not in Punycode
}

// Format is the address with the parts that o names.
func (u *URL) Format(o FormatOptions) string {
	var b strings.Builder
	b.WriteString(u.scheme)
	b.WriteByte(':')
	switch {
	case u.hasHost:
		b.WriteString("//")
		if o.Auth {
			u.writeAuth(&b)
		}
		if o.Unicode {
			b.WriteString(ToUnicode(u.host))
		} else {
			b.WriteString(u.host)
		}
		u.writePort(&b)
	case !u.hasOpaque && len(u.path) > 1 && u.path[0] == "":
		b.WriteString("/.") // or the path were read as a host
	}
	u.writePath(&b)
	if o.Search && u.hasQuery {
		b.WriteByte('?')
		b.WriteString(u.query)
	}
	if o.Fragment && u.hasFragment {
		b.WriteByte('#')
		b.WriteString(u.fragment)
	}
	return b.String()
}

func (u *URL) writeAuth(b *strings.Builder) {
	if u.username == "" && u.password == "" {
		return
	}
	b.WriteString(u.username)
	if u.password != "" {
		b.WriteByte(':')
		b.WriteString(u.password)
	}
	b.WriteByte('@')
}

func (u *URL) writePort(b *strings.Builder) {
	if u.port != noPort {
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(u.port))
	}
}

func (u *URL) writePath(b *strings.Builder) {
	if u.hasOpaque {
		b.WriteString(u.opaque)
		return
	}
	for _, segment := range u.path {
		b.WriteByte('/')
		b.WriteString(segment)
	}
}

// Origin is scheme, host and port, or "null" for schemes that have none.
func (u *URL) Origin() string {
	switch u.scheme {
	case "blob":
		inner, err := Parse(u.Pathname(), nil)
		if err != nil || inner.scheme != "http" && inner.scheme != "https" {
			return "null"
		}
		return inner.Origin()
	case "http", "https", "ws", "wss", "ftp":
		return u.scheme + "://" + u.Host()
	}
	return "null"
}

// Protocol is the scheme with its colon.
func (u *URL) Protocol() string { return u.scheme + ":" }

// Username is percent-encoded.
func (u *URL) Username() string { return u.username }

// Password is percent-encoded.
func (u *URL) Password() string { return u.password }

// Host is the host name, with the port if it is not the scheme's.
func (u *URL) Host() string {
	var b strings.Builder
	b.WriteString(u.host)
	u.writePort(&b)
	return b.String()
}

// Hostname is the host without the port; IPv6 addresses are in brackets.
func (u *URL) Hostname() string { return u.host }

// Port is empty for the default port of the scheme.
func (u *URL) Port() string {
	if u.port == noPort {
		return ""
	}
	return strconv.Itoa(u.port)
}

// Pathname is the path, percent-encoded.
func (u *URL) Pathname() string {
	if !u.hasOpaque && len(u.path) == 1 {
		return "/" + u.path[0]
	}
	var b strings.Builder
	u.writePath(&b)
	return b.String()
}

// Search is the query with its question mark; empty without or with an empty query.
func (u *URL) Search() string {
	if u.query == "" {
		return ""
	}
	return "?" + u.query
}

// Hash is the fragment with its number sign; empty without or with an empty fragment.
func (u *URL) Hash() string {
	if u.fragment == "" {
		return ""
	}
	return "#" + u.fragment
}
