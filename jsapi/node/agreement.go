package node

import (
	"bytes"
	"context"
	"math"
	"math/big"

	"github.com/dop251/goja"

	"framework/jsapi/node/asymmetric"
)

// addAgreement adds the native functions of ECDH, DiffieHellman and diffieHellman.
func (m *cryptoModule) addAgreement(natives map[string]any) {
	rt := m.realm.Runtime()
	m.both(natives, "agree", func(call goja.FunctionCall) work {
		private, public := m.key(call.Argument(0)), m.key(call.Argument(1))
		return func(ctx context.Context) (any, error) { return asymmetric.Agree(ctx, private, public) }
	})
	natives["curves"] = func(goja.FunctionCall) goja.Value { return rt.NewArray(names(asymmetric.CurveNames())...) }
	curve := func(v goja.Value) *asymmetric.Curve {
		c, ok := asymmetric.FindCurve(v.String())
		if !ok || c.Name != v.String() {
			panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name"))
		}
		return c
	}
	give := func(b []byte, err error) goja.Value {
		if err != nil {
			return goja.Undefined()
		}
		return m.buffer(b)
	}
	natives["curveKnown"] = func(call goja.FunctionCall) goja.Value {
		curve(call.Argument(0))
		return goja.Undefined()
	}
	natives["curveNamed"] = func(call goja.FunctionCall) goja.Value {
		if _, ok := asymmetric.FindCurve(call.Argument(0).String()); !ok {
			panic(m.errorWith("TypeError", "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name"))
		}
		return goja.Undefined()
	}
	natives["curveMake"] = func(call goja.FunctionCall) goja.Value { return give(curve(call.Argument(0)).Generate()) }
	natives["curvePublic"] = func(call goja.FunctionCall) goja.Value {
		return give(curve(call.Argument(0)).Public(m.bytes(call.Argument(1))))
	}
	natives["curvePoint"] = func(call goja.FunctionCall) goja.Value {
		c := curve(call.Argument(0))
		p, err := c.Point(m.bytes(call.Argument(1)))
		if err != nil {
			return goja.Undefined()
		}
		return m.buffer(c.Form(p, textOf(call.Argument(2))))
	}
	natives["curveAgree"] = func(call goja.FunctionCall) goja.Value {
		c := curve(call.Argument(0))
		private, err := asymmetric.NewEC(c, nil, m.bytes(call.Argument(1)))
		if err != nil {
			return goja.Undefined()
		}
		public, err := asymmetric.NewEC(c, m.bytes(call.Argument(2)), nil)
		if err != nil {
			return goja.Undefined()
		}
		return give(asymmetric.Agree(context.Background(), private, public)) // of curves: it is short
	}
	m.addGroups(natives)
}

// addGroups adds those of DiffieHellman. A group is given by its prime and generator.
func (m *cryptoModule) addGroups(natives map[string]any) {
	group := func(call goja.FunctionCall) *asymmetric.Group {
		g := &asymmetric.Group{Prime: new(big.Int).SetBytes(m.bytes(call.Argument(0))), Generator: new(big.Int).SetBytes(m.bytes(call.Argument(1)))}
		if err := g.Usable(); err != nil {
			panic(m.failure(err))
		}
		return g
	}
	natives["groupNamed"] = func(call goja.FunctionCall) goja.Value {
		g, ok := asymmetric.GroupNamed(call.Argument(0).String())
		if !ok {
			return goja.Undefined()
		}
		return m.buffer(g.Prime.Bytes())
	}
	natives["groupSecret"] = func(call goja.FunctionCall) goja.Value {
		x, err := group(call).Secret()
		if err != nil {
			panic(m.failure(err))
		}
		return m.buffer(x.Bytes())
	}
	m.both(natives, "groupPublic", func(call goja.FunctionCall) work {
		g, x := group(call), new(big.Int).SetBytes(m.bytes(call.Argument(2)))
		return func(ctx context.Context) (any, error) {
			public, err := g.Public(ctx, x)
			if err != nil {
				return nil, err
			}
			return public.Bytes(), nil
		}
	})
	m.both(natives, "groupAgree", func(call goja.FunctionCall) work {
		g, x, y := group(call), new(big.Int).SetBytes(m.bytes(call.Argument(2))), new(big.Int).SetBytes(m.bytes(call.Argument(3)))
		return func(ctx context.Context) (any, error) { return g.Agree(ctx, x, y) }
	})
	m.both(natives, "groupCheck", func(call goja.FunctionCall) work {
		g := &asymmetric.Group{Prime: new(big.Int).SetBytes(m.bytes(call.Argument(0))), Generator: new(big.Int).SetBytes(m.bytes(call.Argument(1)))}
		return func(ctx context.Context) (any, error) { return g.Check(ctx) }
	})
}

// addPrimes adds the native functions of generatePrime and checkPrime.
func (m *cryptoModule) addPrimes(natives map[string]any) {
	number := func(v goja.Value) *big.Int {
		if b := m.optional(v); b != nil {
			return new(big.Int).SetBytes(b)
		}
		return nil
	}
	m.both(natives, "prime", func(call goja.FunctionCall) work {
		r := asymmetric.PrimeRequest{
			Bits: int(min(call.Argument(0).ToInteger(), math.MaxInt32)), Safe: call.Argument(1).ToBoolean(), Add: number(call.Argument(2)), Rem: number(call.Argument(3)),
		}
		m.checkMemory(int64(r.Bits) / 8 * 16)
		if r.Add != nil {
			if r.Add.BitLen() > r.Bits || r.Add.Sign() == 0 {
				panic(m.errorWith("RangeError", "ERR_OUT_OF_RANGE", "invalid options.add"))
			}
			if r.Rem != nil && r.Add.Cmp(r.Rem) <= 0 {
				panic(m.errorWith("RangeError", "ERR_OUT_OF_RANGE", "invalid options.rem"))
			}
		}
		return func(ctx context.Context) (any, error) {
			p, err := asymmetric.Prime(ctx, r)
			if err != nil {
				return nil, err
			}
			return p.FillBytes(make([]byte, (r.Bits+7)/8)), nil
		}
	})
	m.both(natives, "isPrime", func(call goja.FunctionCall) work {
		n, checks := new(big.Int).SetBytes(bytes.Clone(m.bytes(call.Argument(0)))), int(min(call.Argument(1).ToInteger(), 1<<20))
		return func(ctx context.Context) (any, error) { return asymmetric.IsPrime(ctx, n, max(checks, 20)) }
	})
}
