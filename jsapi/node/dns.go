package node

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/net/dns/dnsmessage"

	"framework/engine/value"
	"framework/jsapi/node/nameserver"
)

// dnsNatives are the native functions of dns.js and dnsresolver.js.
func dnsNatives(h *host) map[string]any {
	return map[string]any{
		// lookup(name, family, done): addresses and families, from the system's resolver.
		"lookup": func(call goja.FunctionCall) goja.Value {
			name, fam, ctx := call.Argument(0).String(), call.Argument(1).ToInteger(), h.realm.Lifetime()
			return h.later(call.Argument(2), func() (any, error) {
				network := map[int64]string{4: "ip4", 6: "ip6"}[fam]
				if network == "" {
					network = "ip"
				}
				ips, err := net.DefaultResolver.LookupIP(ctx, network, name)
				if err != nil {
					return nil, resolverFailure("getaddrinfo", name, err)
				}
				out := make([]any, 0, len(ips))
				for _, ip := range ips {
					f := 6
					if ip.To4() != nil {
						f = 4
					}
					out = append(out, value.Of("address", ip.String(), "family", f))
				}
				return out, nil
			})
		},
		// lookupService(address, port, done): the names of both, from the system's resolver.
		"lookupService": func(call goja.FunctionCall) goja.Value {
			address, port, ctx := call.Argument(0).String(), int(call.Argument(1).ToInteger()), h.realm.Lifetime()
			return h.later(call.Argument(2), func() (any, error) {
				names, err := net.DefaultResolver.LookupAddr(ctx, address)
				if err == nil && len(names) == 0 {
					err = &net.DNSError{Err: "no name", IsNotFound: true}
				}
				if err != nil {
					return nil, &netFailure{"ENOTFOUND", "getnameinfo ENOTFOUND " + address, value.Of("errno", -3008, "code", "ENOTFOUND", "syscall", "getnameinfo", "hostname", address), err}
				}
				return value.Of("hostname", strings.TrimSuffix(names[0], "."), "service", nameserver.Service(port)), nil
			})
		},
		// servers(): the servers of the system, each as address and port.
		"servers": func() goja.Value {
			out := []any{}
			for _, s := range nameserver.System().Servers {
				out = append(out, h.realm.Runtime().NewArray(s.Addr().String(), int(s.Port())))
			}
			return h.realm.Runtime().NewArray(out...)
		},
		// query(options, name, type, done): records, or the code of a failure; it returns the function that ends the query.
		"query": func(call goja.FunctionCall) goja.Value {
			name, kind := call.Argument(1).String(), recordTypes[call.Argument(2).String()]
			ask := h.nameResolver(h.settings(call.Argument(0)))
			ctx, cancel := context.WithCancel(h.realm.Lifetime())
			h.laterAfter(call.Argument(3), func() (any, error) {
				list, err := ask().Query(ctx, name, kind)
				if failed, ok := errors.AsType[nameserver.Failure](err); ok {
					return value.Of("code", string(failed)), nil
				}
				records, err := records(list)
				if err != nil {
					return value.Of("code", string(nameserver.BadReply)), nil //nolint:nilerr // told by its code
				}
				return value.Of("records", records), nil
			}, cancel)
			return h.realm.Runtime().ToValue(cancel)
		},
		// named(address): its names in the file of hosts.
		"named": func(address string) goja.Value {
			out := []any{}
			if a, err := netip.ParseAddr(address); err == nil {
				for _, name := range nameserver.Named(a) {
					out = append(out, name)
				}
			}
			return h.realm.Runtime().NewArray(out...)
		},
		// reversed(address): the name under which its names are asked for.
		"reversed": func(address string) (string, error) {
			a, err := netip.ParseAddr(address)
			if err != nil {
				return "", err
			}
			return nameserver.Reversed(a), nil
		},
	}
}

// nameResolver reads the options of a query. The function that it returns may read files of the system.
func (h *host) nameResolver(o settings) func() nameserver.Resolver {
	r := nameserver.Resolver{Timeout: time.Duration(o.int("timeout")) * time.Millisecond, Tries: int(o.int("tries"))}
	r.Local4, _ = netip.ParseAddr(o.text("local4")) // checked, or empty
	r.Local6, _ = netip.ParseAddr(o.text("local6"))
	_, own := o.get("servers")
	if own {
		var list [][]any
		if err := h.realm.Runtime().ExportTo(o.o.Get("servers"), &list); err != nil {
			panic(err)
		}
		for _, s := range list {
			a, err := netip.ParseAddr(s[0].(string))
			if err != nil {
				panic(h.realm.Runtime().NewTypeError(err.Error()))
			}
			r.Servers = append(r.Servers, netip.AddrPortFrom(a, uint16(s[1].(int64)))) //nolint:gosec // checked
		}
	}
	return func() nameserver.Resolver {
		if own && r.Timeout >= 0 {
			return r
		}
		system := nameserver.System()
		if !own {
			r.Servers = system.Servers
		}
		if r.Timeout < 0 {
			r.Timeout = system.Timeout
		}
		return r
	}
}

// recordTypes are the types of records that dns asks for.
var recordTypes = map[string]dnsmessage.Type{
	"A": dnsmessage.TypeA, "AAAA": dnsmessage.TypeAAAA, "ANY": dnsmessage.TypeALL, "CAA": nameserver.TypeCAA, "CNAME": dnsmessage.TypeCNAME, "MX": dnsmessage.TypeMX,
	"NAPTR": nameserver.TypeNAPTR, "NS": dnsmessage.TypeNS, "PTR": dnsmessage.TypePTR, "SOA": dnsmessage.TypeSOA, "SRV": dnsmessage.TypeSRV, "TXT": dnsmessage.TypeTXT,
}

// records are records as resolveAny shows them; those of other types are left out.
func records(list []dnsmessage.Resource) ([]any, error) {
	out := []any{}
	for _, r := range list {
		switch b := r.Body.(type) {
		case *dnsmessage.AResource:
			out = append(out, value.Of("address", netip.AddrFrom4(b.A).String(), "ttl", int(r.Header.TTL), "type", "A"))
		case *dnsmessage.AAAAResource:
			out = append(out, value.Of("address", netip.AddrFrom16(b.AAAA).String(), "ttl", int(r.Header.TTL), "type", "AAAA"))
		case *dnsmessage.CNAMEResource:
			out = append(out, value.Of("value", plain(b.CNAME), "type", "CNAME"))
		case *dnsmessage.NSResource:
			out = append(out, value.Of("value", plain(b.NS), "type", "NS"))
		case *dnsmessage.PTRResource:
			out = append(out, value.Of("value", plain(b.PTR), "type", "PTR"))
		case *dnsmessage.MXResource:
			out = append(out, value.Of("exchange", plain(b.MX), "priority", int(b.Pref), "type", "MX"))
		case *dnsmessage.SRVResource:
			out = append(out, value.Of("name", plain(b.Target), "port", int(b.Port), "priority", int(b.Priority), "weight", int(b.Weight), "type", "SRV"))
		case *dnsmessage.TXTResource:
			entries := []any{}
			for _, t := range b.TXT {
				entries = append(entries, latin1(t))
			}
			out = append(out, value.Of("entries", entries, "type", "TXT"))
		case *dnsmessage.SOAResource:
			out = append(out, value.Of("nsname", plain(b.NS), "hostmaster", plain(b.MBox), "serial", int(b.Serial), "refresh", int(b.Refresh), "retry", int(b.Retry),
				"expire", int(b.Expire), "minttl", int(b.MinTTL), "type", "SOA"))
		case *dnsmessage.UnknownResource:
			switch r.Header.Type {
			case nameserver.TypeCAA:
				a, err := nameserver.ReadAuthority(b.Data)
				if err != nil {
					return nil, err
				}
				out = append(out, value.Of("critical", int(a.Critical), latin1(a.Tag), latin1(a.Value), "type", "CAA"))
			case nameserver.TypeNAPTR:
				p, err := nameserver.ReadPointer(b.Data)
				if err != nil {
					return nil, err
				}
				out = append(out, value.Of("flags", latin1(p.Flags), "service", latin1(p.Service), "regexp", latin1(p.Regexp), "replacement", latin1(p.Replacement),
					"order", int(p.Order), "preference", int(p.Preference), "type", "NAPTR"))
			}
		}
	}
	return out, nil
}

// plain is a name without the dot at its end.
func plain(n dnsmessage.Name) string { return latin1(strings.TrimSuffix(n.String(), ".")) }

func resolverFailure(call, name string, err error) error {
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		named := *e
		named.Name = name
		return lookupFailure(call, &named)
	}
	return lookupFailure(call, &net.DNSError{Err: err.Error(), Name: name, IsNotFound: true})
}
