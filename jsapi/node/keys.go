package node

import (
	"bytes"
	"context"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi/node/asymmetric"
)

// keyHandle is a key that JavaScript passes back to native functions.
type keyHandle struct{ key *asymmetric.Key }

func (m *cryptoModule) key(v goja.Value) *asymmetric.Key { return v.Export().(*keyHandle).key }

func keyValue(k *asymmetric.Key) any { return handle{&keyHandle{k}} }

// optional returns the bytes of a value, nil for undefined and null.
func (m *cryptoModule) optional(v goja.Value) []byte {
	if goja.IsUndefined(v) || goja.IsNull(v) {
		return nil
	}
	b := m.bytes(v)
	return append(make([]byte, 0, len(b)), b...)
}

func textOf(v goja.Value) string {
	if goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return v.String()
}

// encoding reads format, type, cipher and passphrase.
func (m *cryptoModule) encoding(args []goja.Value) asymmetric.Encoding {
	at := func(i int) goja.Value {
		if i < len(args) {
			return args[i]
		}
		return goja.Undefined()
	}
	return asymmetric.Encoding{Format: textOf(at(0)), Type: textOf(at(1)), Cipher: textOf(at(2)), Passphrase: m.optional(at(3))}
}

func describe(k *asymmetric.Key) *value.Map {
	d, details := k.Details(), value.New(4)
	if d.RSA {
		details.Set("modulusLength", d.ModulusLength)
		details.Set("publicExponent", d.PublicExponent)
	}
	if d.PSS != nil {
		details.Set("hashAlgorithm", d.PSS.Hash)
		details.Set("mgf1HashAlgorithm", d.PSS.MGF)
		details.Set("saltLength", d.PSS.Salt)
	}
	if d.HasDivisor {
		details.Set("modulusLength", d.ModulusLength)
		details.Set("divisorLength", d.DivisorLength)
	}
	if d.NamedCurve != "" {
		details.Set("namedCurve", d.NamedCurve)
	}
	return value.Of("type", k.Type, "private", k.Private, "details", details, "key", keyValue(k))
}

// addKeys adds the native functions that read, write and make keys.
func (m *cryptoModule) addKeys(natives map[string]any) {
	rt := m.realm.Runtime()
	m.both(natives, "readPrivate", func(call goja.FunctionCall) work {
		data, e := m.optional(call.Argument(0)), m.encoding(call.Arguments[1:])
		return func(ctx context.Context) (any, error) {
			k, err := asymmetric.ParsePrivate(ctx, data, e)
			if err != nil {
				return nil, err
			}
			return describe(k), nil
		}
	})
	m.both(natives, "readPublic", func(call goja.FunctionCall) work {
		data, e := m.optional(call.Argument(0)), m.encoding(call.Arguments[1:])
		return func(ctx context.Context) (any, error) {
			k, err := asymmetric.ParsePublic(ctx, data, e)
			if err != nil {
				return nil, err
			}
			return describe(k), nil
		}
	})
	m.both(natives, "readJWK", func(call goja.FunctionCall) work {
		from, j := call.Argument(0).ToObject(rt), asymmetric.JWK{}
		for _, name := range []string{"kty", "crv", "x", "y", "n", "e", "d", "p", "q", "dp", "dq", "qi"} {
			if v := from.Get(name); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
				j[name] = v.String()
			}
		}
		return func(context.Context) (any, error) {
			k, err := asymmetric.ParseJWK(j)
			if err != nil {
				return nil, err
			}
			return describe(k), nil
		}
	})
	natives["publicOf"] = func(call goja.FunctionCall) goja.Value {
		return m.realm.ToJS(describe(m.key(call.Argument(0)).Public()))
	}
	natives["sameKey"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(m.key(call.Argument(0)).Equal(m.key(call.Argument(1))))
	}
	natives["rawKey"] = func(call goja.FunctionCall) goja.Value {
		var k *asymmetric.Key
		var err error
		kind, public, seed := call.Argument(0).String(), m.optional(call.Argument(1)), m.optional(call.Argument(2))
		if c, ok := asymmetric.FindCurve(kind); ok {
			k, err = asymmetric.NewEC(c, public, nil)
		} else {
			k, err = asymmetric.NewRaw(kind, public, seed)
		}
		if err != nil {
			panic(m.failure(err))
		}
		return m.realm.ToJS(describe(k))
	}
	natives["rawOf"] = func(call goja.FunctionCall) goja.Value {
		k := m.key(call.Argument(0))
		if k.Type == "ec" {
			return m.buffer(bytes.Clone(k.Point()))
		}
		return m.buffer(bytes.Clone(k.Raw()))
	}
	natives["writeJWK"] = func(call goja.FunctionCall) goja.Value {
		j, err := m.key(call.Argument(0)).JWK()
		if err != nil {
			panic(m.failure(err))
		}
		out := rt.NewObject()
		order := []string{"kty", "n", "e", "d", "p", "q", "dp", "dq", "qi"} // as in Node
		switch j["kty"] {
		case "EC":
			order = []string{"kty", "x", "y", "crv", "d"}
		case "OKP":
			order = []string{"crv", "d", "x", "kty"}
		}
		for _, name := range order {
			if v, ok := j[name]; ok {
				_ = out.Set(name, v) // a fresh object takes it
			}
		}
		return out
	}
	m.both(natives, "writeKey", func(call goja.FunctionCall) work {
		k, e := m.key(call.Argument(0)), m.encoding(call.Arguments[1:])
		return func(context.Context) (any, error) { return k.Write(e) }
	})
	m.both(natives, "generate", func(call goja.FunctionCall) work {
		r := m.keyRequest(m.settings(call.Argument(0)))
		return func(ctx context.Context) (any, error) {
			k, err := asymmetric.Generate(ctx, r)
			if err != nil {
				return nil, err
			}
			return describe(k), nil
		}
	})
}

func (m *cryptoModule) keyRequest(o settings) asymmetric.Request {
	r := asymmetric.Request{
		Type: o.text("type"), ModulusLength: int(o.int("modulusLength")), Exponent: int(o.int("publicExponent")), Divisor: int(o.int("divisorLength")),
		Curve: o.text("namedCurve"), PrimeLength: int(o.int("primeLength")), Generator: int(o.int("generator")),
	}
	if name := o.text("hashAlgorithm"); name != "" {
		hash := m.digest(name).Name
		r.PSS = &asymmetric.PSS{Hash: hash, MGF: hash, Salt: int(o.int("saltLength"))}
		if name := o.text("mgf1HashAlgorithm"); name != "" {
			r.PSS.MGF = m.digest(name).Name
		}
	}
	if name := o.text("group"); name != "" {
		g, ok := asymmetric.GroupNamed(name)
		if !ok {
			panic(m.errorWith("Error", "ERR_CRYPTO_UNKNOWN_DH_GROUP", "Unknown DH group"))
		}
		r.Group = g
	}
	if v, ok := o.get("prime"); ok {
		r.Group = asymmetric.NewGroup(m.bytes(v), o.int("generator"))
	}
	return r
}

// addKeyUse adds the native functions that sign and encrypt.
func (m *cryptoModule) addKeyUse(natives map[string]any) {
	scheme := func(call goja.FunctionCall, at int) asymmetric.Scheme {
		s := asymmetric.Scheme{Padding: int(call.Argument(at).ToInteger()), Plain: call.Argument(at + 2).ToBoolean()}
		if v := call.Argument(at + 1); !goja.IsUndefined(v) && !goja.IsNull(v) {
			n := int(v.ToInteger())
			s.Salt = &n
		}
		return s
	}
	hash := func(v goja.Value) *asymmetric.Digest {
		if goja.IsUndefined(v) || goja.IsNull(v) {
			return nil
		}
		d, ok := digestOf(v.String())
		if !ok {
			panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: %s", v.String()))
		}
		return &d
	}
	m.both(natives, "sign", func(call goja.FunctionCall) work {
		d, data, k, s := hash(call.Argument(0)), m.optional(call.Argument(1)), m.key(call.Argument(2)), scheme(call, 3)
		return func(context.Context) (any, error) { return k.Sign(d, data, s) }
	})
	m.both(natives, "verify", func(call goja.FunctionCall) work {
		d, data, k, signature, s := hash(call.Argument(0)), m.optional(call.Argument(1)), m.key(call.Argument(2)), m.optional(call.Argument(3)), scheme(call, 4)
		return func(context.Context) (any, error) { return k.Verify(d, data, signature, s) }
	})
	m.both(natives, "rsa", func(call goja.FunctionCall) work {
		how, k, data, padding := call.Argument(0).String(), m.key(call.Argument(1)), m.optional(call.Argument(2)), int(call.Argument(3).ToInteger())
		w := asymmetric.Wrapping{Padding: padding, Label: m.optional(call.Argument(5))}
		w.Hash = m.digest(call.Argument(4).String())
		w.MGF = w.Hash
		return func(context.Context) (any, error) {
			switch how {
			case "encrypt":
				return k.Encrypt(data, w)
			case "decrypt":
				return k.Decrypt(data, w)
			case "encryptPrivate":
				return k.EncryptPrivate(data, padding)
			}
			return k.DecryptPublic(data, padding)
		}
	})
}
