package web

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"framework/router"
)

// Trust reports whether the forwarding headers of a host are used: addr is its
// address, hop how many hosts lie between it and the server. A nil Trust trusts
// no host.
type Trust func(ctx context.Context, addr string, hop int) bool

// TrustError says that a list of proxies holds something that is none.
type TrustError struct{ Entry string }

func (e *TrustError) Error() string {
	return fmt.Sprintf("%q is neither an address, a range such as 10.0.0.0/8, nor one of loopback, linklocal, uniquelocal", e.Entry)
}

// ranges are the names that stand for ranges of addresses.
var ranges = map[string][]string{
	"loopback":    {"127.0.0.1/8", "::1/128"},
	"linklocal":   {"169.254.0.0/16", "fe80::/10"},
	"uniquelocal": {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"},
}

// TrustAll believes every host.
func TrustAll(context.Context, string, int) bool { return true }

// TrustHops believes the n hosts that are nearest.
func TrustHops(n int) Trust {
	if n <= 0 {
		return nil
	}
	return func(_ context.Context, _ string, hop int) bool { return hop < n }
}

// TrustAddresses believes the hosts of a list: addresses, ranges
// ("10.0.0.0/8", "10.0.0.0/255.0.0.0"), and the names loopback, linklocal and
// uniquelocal. The error is a *TrustError.
func TrustAddresses(list []string) (Trust, error) {
	var prefixes []netip.Prefix
	for _, entry := range list {
		entries, named := ranges[entry]
		if !named {
			entries = []string{entry}
		}
		for _, each := range entries {
			p, ok := parseRange(each)
			if !ok {
				return nil, &TrustError{entry}
			}
			prefixes = append(prefixes, p)
		}
	}
	return func(_ context.Context, addr string, _ int) bool {
		a, err := netip.ParseAddr(addr)
		if err != nil {
			return false
		}
		a = a.Unmap().WithZone("")
		for _, p := range prefixes {
			if p.Contains(a) {
				return true
			}
		}
		return false
	}, nil
}

// mappedBits is the length of the prefix of IPv4 addresses that are written as
// IPv6.
const mappedBits = 96

func parseRange(text string) (netip.Prefix, bool) {
	host, size, sized := strings.Cut(text, "/")
	addr, err := netip.ParseAddr(host)
	if err != nil || addr.Zone() != "" {
		return netip.Prefix{}, false
	}
	bits := addr.BitLen()
	if sized {
		if bits, err = strconv.Atoi(size); err != nil {
			mask := net.ParseIP(size).To4()
			if mask == nil || !addr.Is4() {
				return netip.Prefix{}, false
			}
			var of int
			if bits, of = net.IPMask(mask).Size(); of == 0 {
				return netip.Prefix{}, false
			}
		}
		if bits <= 0 || bits > addr.BitLen() {
			return netip.Prefix{}, false
		}
	}
	if addr.Is4In6() && bits >= mappedBits {
		addr, bits = addr.Unmap(), bits-mappedBits
	}
	return netip.PrefixFrom(addr, bits).Masked(), true
}

// Believe takes protocol, host and address of a request from the headers that
// proxies set, as far as they are trusted. Peer has to be set.
func (t Trust) Believe(ctx context.Context, req *router.Request) {
	if t == nil || !t(ctx, req.Peer, 0) {
		return
	}
	first := func(name string) string {
		v, _, _ := strings.Cut(req.Header.Get(name), ",")
		return strings.TrimSpace(v)
	}
	if p := first("X-Forwarded-Proto"); p != "" {
		req.Protocol = p
	}
	if v := first("X-Forwarded-Host"); v != "" {
		req.Host = v
	}
	// From the nearest to the farthest, as long as each is believed.
	forwarded := strings.Split(strings.Join(req.Header["X-Forwarded-For"], ","), ",")
	hop := 0
	for i := len(forwarded) - 1; i >= 0; i-- {
		addr := strings.TrimSpace(forwarded[i])
		if addr == "" {
			continue
		}
		if hop > 0 && !t(ctx, req.Remote, hop) {
			break
		}
		req.Remote = strings.Clone(addr)
		req.Forwarded = append([]string{req.Remote}, req.Forwarded...)
		hop++
	}
}
