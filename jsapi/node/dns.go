package node

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// dnsNatives are the native functions of dns.js, on the system's resolver.
func dnsNatives(h *host) map[string]any {
	return map[string]any{
		// lookup(name, family, done): addresses and families.
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
		// resolve(name, type, done): records.
		"resolve": func(call goja.FunctionCall) goja.Value {
			name, kind, ctx := call.Argument(0).String(), call.Argument(1).String(), h.realm.Lifetime()
			return h.later(call.Argument(2), func() (any, error) {
				out, err := records(ctx, net.DefaultResolver, name, kind)
				if err != nil {
					return nil, resolverFailure("query"+strings.ToUpper(kind[:1])+strings.ToLower(kind[1:]), name, err)
				}
				return out, nil
			})
		},
	}
}

func resolverFailure(call, name string, err error) error {
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		named := *e
		named.Name = name
		return lookupFailure(call, &named)
	}
	return lookupFailure(call, &net.DNSError{Err: err.Error(), Name: name, IsNotFound: true})
}

// records looks up records of one type, and returns them as dns.resolve does.
func records(ctx context.Context, r *net.Resolver, name, kind string) ([]any, error) {
	out := []any{}
	switch kind {
	case "A", "AAAA":
		network := "ip4"
		if kind == "AAAA" {
			network = "ip6"
		}
		ips, err := r.LookupIP(ctx, network, name)
		for _, ip := range ips {
			out = append(out, ip.String())
		}
		return out, err
	case "MX":
		list, err := r.LookupMX(ctx, name)
		for _, m := range list {
			out = append(out, value.Of("exchange", strings.TrimSuffix(m.Host, "."), "priority", int(m.Pref)))
		}
		return out, err
	case "TXT":
		list, err := r.LookupTXT(ctx, name)
		for _, t := range list {
			out = append(out, []any{t})
		}
		return out, err
	case "NS":
		list, err := r.LookupNS(ctx, name)
		for _, n := range list {
			out = append(out, strings.TrimSuffix(n.Host, "."))
		}
		return out, err
	case "CNAME":
		c, err := r.LookupCNAME(ctx, name)
		return append(out, strings.TrimSuffix(c, ".")), err
	case "SRV":
		_, list, err := r.LookupSRV(ctx, "", "", name)
		for _, s := range list {
			out = append(out, value.Of("name", strings.TrimSuffix(s.Target, "."), "port", int(s.Port), "priority", int(s.Priority), "weight", int(s.Weight)))
		}
		return out, err
	case "PTR":
		list, err := r.LookupAddr(ctx, name)
		for _, n := range list {
			out = append(out, strings.TrimSuffix(n, "."))
		}
		return out, err
	}
	return nil, &net.DNSError{Err: "records of type " + kind + " cannot be asked for here", Name: name, IsNotFound: true}
}
