package asymmetric

import (
	"bytes"
	"crypto/rsa"
	"encoding/base64"
	"math/big"
)

// JWK are the members of a JSON Web Key that is asymmetric.
type JWK map[string]string

func encode64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// JWK writes the key.
func (k *Key) JWK() (JWK, error) {
	switch k.Type {
	case "rsa":
		out := JWK{"kty": "RSA", "n": encode64(k.rsa.N.Bytes()), "e": encode64(big.NewInt(int64(k.rsa.E)).Bytes())}
		if k.Private {
			p := k.rsaKey
			if len(p.Primes) != 2 {
				return nil, refuse("Error", "ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE", "Unsupported JWK Key Type.")
			}
			p.Precompute()
			out["d"], out["p"], out["q"] = encode64(p.D.Bytes()), encode64(p.Primes[0].Bytes()), encode64(p.Primes[1].Bytes())
			out["dp"], out["dq"], out["qi"] = encode64(p.Precomputed.Dp.Bytes()), encode64(p.Precomputed.Dq.Bytes()), encode64(p.Precomputed.Qinv.Bytes())
		}
		return out, nil
	case "ec":
		if k.curve.JWK == "" {
			return nil, refuse("Error", "ERR_CRYPTO_JWK_UNSUPPORTED_CURVE", "Unsupported JWK EC curve: %s.", k.curve.Name)
		}
		n := k.curve.Size
		out := JWK{"kty": "EC", "crv": k.curve.JWK, "x": encode64(k.point[1 : 1+n]), "y": encode64(k.point[1+n:])}
		if k.Private {
			out["d"] = encode64(k.scalar)
		}
		return out, nil
	}
	if name := rawName(k.Type); name != "" {
		out := JWK{"kty": "OKP", "crv": name, "x": encode64(k.raw)}
		if k.Private {
			out["d"] = encode64(k.seed)
		}
		return out, nil
	}
	return nil, refuse("Error", "ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE", "Unsupported JWK Key Type.")
}

func rawName(kind string) string {
	return map[string]string{"ed25519": "Ed25519", "x25519": "X25519", "ed448": "Ed448", "x448": "X448"}[kind]
}

func (j JWK) bytes(name string) ([]byte, bool) {
	text, ok := j[name]
	if !ok {
		return nil, false
	}
	for len(text) > 0 && text[len(text)-1] == '=' {
		text = text[:len(text)-1]
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		b, err = base64.RawStdEncoding.DecodeString(text)
	}
	return b, err == nil && len(b) <= 2*maxRSA/8
}

func (j JWK) number(name string) (*big.Int, bool) {
	b, ok := j.bytes(name)
	return new(big.Int).SetBytes(b), ok && len(b) > 0
}

// ParseJWK reads a key. The result is private if the key has a member d.
func ParseJWK(j JWK) (*Key, error) {
	switch j["kty"] {
	case "RSA":
		return j.rsa()
	case "EC":
		c, ok := FindCurve(j["crv"])
		if !ok || c.JWK != j["crv"] {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK EC key")
		}
		x, xok := j.bytes("x")
		y, yok := j.bytes("y")
		x, y = bytes.TrimLeft(x, "\x00"), bytes.TrimLeft(y, "\x00")
		if !xok || !yok || len(x) > c.Size || len(y) > c.Size {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK EC key")
		}
		point := c.join(new(big.Int).SetBytes(x), new(big.Int).SetBytes(y))
		if _, err := c.Point(point); err != nil {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK EC key")
		}
		if _, private := j["d"]; !private {
			return NewEC(c, point, nil)
		}
		d, ok := j.bytes("d")
		if !ok || len(d) == 0 {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK EC key")
		}
		k, err := NewEC(c, point, d)
		if err != nil {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK EC key")
		}
		return k, nil
	case "OKP":
		return j.okp()
	}
	return nil, badJWK()
}

func (j JWK) okp() (*Key, error) {
	for kind := range oidRaw {
		if rawName(kind) != j["crv"] {
			continue
		}
		if _, private := j["d"]; !private {
			x, ok := j.bytes("x")
			if !ok || len(x) != rawSize(kind) {
				return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK data")
			}
			return NewRaw(kind, x, nil)
		}
		d, ok := j.bytes("d")
		if !ok || len(d) != rawSize(kind) {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK data")
		}
		return NewRaw(kind, nil, d)
	}
	return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK data")
}

func (j JWK) rsa() (*Key, error) {
	n, nok := j.number("n")
	e, eok := j.number("e")
	if !nok || !eok || !e.IsInt64() || e.Int64() > 1<<31-1 {
		return nil, badJWK()
	}
	k, err := newRSA(&rsa.PublicKey{N: n, E: int(e.Int64())})
	if err != nil {
		return nil, badJWK()
	}
	if _, private := j["d"]; !private {
		return k, nil
	}
	d, dok := j.number("d")
	p, pok := j.number("p")
	q, qok := j.number("q")
	_, dpok := j.number("dp")
	_, dqok := j.number("dq")
	_, qiok := j.number("qi")
	if !dok || !pok || !qok || !dpok || !dqok || !qiok {
		return nil, badJWK()
	}
	private := &rsa.PrivateKey{PublicKey: *k.rsa, D: d, Primes: []*big.Int{p, q}}
	if private.Validate() != nil {
		return nil, badJWK()
	}
	private.Precompute()
	k.rsaKey, k.Private = private, true
	return k, nil
}
