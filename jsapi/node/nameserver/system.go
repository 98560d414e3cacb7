package nameserver

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Settings are those of the system.
type Settings struct {
	Servers []netip.AddrPort
	Timeout time.Duration
}

// usual are the settings where the system has none.
func usual() Settings { return Settings{Timeout: 2 * time.Second} }

// parse reads the text of /etc/resolv.conf.
func parse(text string) Settings {
	s := usual()
	for line := range strings.Lines(text) {
		if i := strings.IndexAny(line, "#;"); i >= 0 {
			line = line[:i]
		}
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		switch fields[0] {
		case "nameserver":
			if a, err := netip.ParseAddr(fields[1]); err == nil {
				s.Servers = append(s.Servers, netip.AddrPortFrom(a, 53))
			}
		case "options":
			for _, o := range fields[1:] {
				name, text, _ := strings.Cut(o, ":")
				if n, err := strconv.Atoi(text); err == nil && n > 0 && n < 3600 && (name == "timeout" || name == "retrans") {
					s.Timeout = time.Duration(n) * time.Second
				}
			}
		}
	}
	return s
}

// named are the names of an address in the text of a file of hosts, the first of them first.
func named(text string, address netip.Addr) (names []string) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		if a, err := netip.ParseAddr(fields[0]); err == nil && a.Unmap() == address.Unmap() {
			names = append(names, fields[1:]...)
		}
	}
	return names
}

// service is the name of a port of TCP in the text of a file of services, or its number.
func service(text string, port int) string {
	want := strconv.Itoa(port) + "/tcp"
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) >= 2 && fields[1] == want {
			return fields[0]
		}
	}
	return strconv.Itoa(port)
}

// Reversed is the name under which the names of an address are asked for.
func Reversed(address netip.Addr) string {
	const hex = "0123456789abcdef"
	b, out := address.Unmap().AsSlice(), strings.Builder{}
	if len(b) == net.IPv4len {
		for i := range b {
			out.WriteString(strconv.Itoa(int(b[len(b)-1-i])) + ".")
		}
		return out.String() + "in-addr.arpa"
	}
	for i := range b {
		c := b[len(b)-1-i]
		out.WriteString(string(hex[c&15]) + "." + string(hex[c>>4]) + ".")
	}
	return out.String() + "ip6.arpa"
}
