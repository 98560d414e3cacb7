package node

import (
	"context"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi/node/asymmetric"
)

// certificateHandle is a certificate that JavaScript passes back to native functions.
type certificateHandle struct{ certificate *asymmetric.Certificate }

// addCertificates adds the native functions of X509Certificate and Certificate.
func (m *cryptoModule) addCertificates(natives map[string]any) {
	rt := m.realm.Runtime()
	of := func(call goja.FunctionCall) *asymmetric.Certificate {
		return call.Argument(0).Export().(*certificateHandle).certificate
	}
	natives["readCertificate"] = func(call goja.FunctionCall) goja.Value {
		c, err := asymmetric.ReadCertificate(m.optional(call.Argument(0)))
		if err != nil {
			panic(m.failure(err))
		}
		prints := c.Fingerprints()
		pairs := func(list []asymmetric.AltName) []any {
			out := []any{}
			for _, n := range list {
				out = append(out, []any{n.Kind, n.Value})
			}
			return out
		}
		parts := func(list [][2]string) []any {
			out := []any{}
			for _, p := range list {
				out = append(out, []any{p[0], p[1]})
			}
			return out
		}
		info := value.Of(
			"handle", handle{&certificateHandle{c}}, "subject", c.Subject(), "issuer", c.Issuer(), "validFrom", c.ValidFrom(), "validTo", c.ValidTo(),
			"fingerprint", prints[0], "fingerprint256", prints[1], "fingerprint512", prints[2], "serialNumber", c.Serial(), "ca", c.Authority(), "raw", c.Raw(),
			"subjectParts", parts(asymmetric.NameParts(c.X509().RawSubject)), "issuerParts", parts(asymmetric.NameParts(c.X509().RawIssuer)),
		)
		if list := c.AltNames(); list != nil {
			info.Set("altNames", pairs(list))
		}
		if list := c.InfoAccess(); list != nil {
			info.Set("infoAccess", pairs(list))
		}
		if list := c.KeyUsage(); list != nil {
			info.Set("keyUsage", names(list))
		}
		return m.realm.ToJS(info)
	}
	natives["certificateKey"] = func(call goja.FunctionCall) goja.Value {
		k, err := of(call).PublicKey()
		if err != nil {
			panic(m.failure(err))
		}
		return m.realm.ToJS(describe(k))
	}
	natives["certificateHost"] = func(call goja.FunctionCall) goja.Value {
		o := m.settings(call.Argument(2))
		return rt.ToValue(of(call).Host(call.Argument(1).String(), asymmetric.HostOptions{
			Subject: o.text("subject"), NoWildcards: o.flag("noWildcards"), NoPartial: o.flag("noPartial"), SingleLabelDomain: o.flag("singleLabel"),
		}))
	}
	natives["certificateEmail"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(of(call).Email(call.Argument(1).String(), call.Argument(2).String()))
	}
	natives["certificateIP"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(of(call).IP(call.Argument(1).String()))
	}
	natives["certificateIssued"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(of(call).Issued(call.Argument(1).Export().(*certificateHandle).certificate))
	}
	m.both(natives, "certificateSigned", func(call goja.FunctionCall) work {
		c, k := of(call), m.key(call.Argument(1))
		return func(context.Context) (any, error) { return c.SignedBy(k), nil }
	})
	m.both(natives, "spkac", func(call goja.FunctionCall) work {
		data := m.optional(call.Argument(0))
		return func(context.Context) (any, error) {
			s, err := asymmetric.ParseSPKAC(data)
			if err != nil {
				return value.Of("valid", false), nil //nolint:nilerr // as in Node, it is not valid
			}
			return value.Of("valid", s.Valid(), "challenge", s.Challenge, "key", s.PublicKey), nil
		}
	})
}
