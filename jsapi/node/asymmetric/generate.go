package asymmetric

import (
	"context"
	"crypto/dsa" //nolint:staticcheck // projects may use it
	"crypto/rand"
	"crypto/rsa"
	"math/big"

	"framework/jsapi/pace"
)

// Request says which key is to be made.
type Request struct {
	Type          string
	ModulusLength int
	Exponent      int // 0 for the usual
	PSS           *PSS
	Divisor       int // bits; 0 for the usual
	Curve         string
	Group         *Group // of dh; nil to make a prime
	PrimeLength   int
	Generator     int
}

// Generate makes a private key. It ends early when ctx does.
func Generate(ctx context.Context, r Request) (*Key, error) {
	switch r.Type {
	case "rsa", "rsa-pss":
		k, err := generateRSA(ctx, r)
		if err != nil {
			return nil, err
		}
		return &Key{Type: r.Type, Private: true, rsa: &k.PublicKey, rsaKey: k, pss: r.PSS}, nil
	case "dsa":
		return generateDSA(ctx, r)
	case "ec":
		c, ok := FindCurve(r.Curve)
		if !ok {
			return nil, refuse("TypeError", "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name")
		}
		scalar, err := c.Generate()
		if err != nil {
			return nil, err
		}
		return NewEC(c, nil, scalar)
	case "dh":
		g := r.Group
		if g == nil {
			p, err := Prime(ctx, PrimeRequest{Bits: r.PrimeLength, Safe: true})
			if err != nil {
				return nil, err
			}
			g = &Group{Prime: p, Generator: big.NewInt(int64(r.Generator))}
		}
		if err := g.Usable(); err != nil {
			return nil, err
		}
		x, err := g.Secret()
		if err != nil {
			return nil, err
		}
		return newDH(g, nil, x)
	}
	seed := make([]byte, rawSize(r.Type))
	_, _ = rand.Read(seed) // it never fails, by contract
	return NewRaw(r.Type, nil, seed)
}

// generateRSA makes a key. crypto/rsa knows one exponent only and no small keys, and cannot be interrupted.
func generateRSA(ctx context.Context, r Request) (*rsa.PrivateKey, error) {
	if r.ModulusLength < 512 {
		return nil, openssl("0200009A", "rsa routines", "key size too small", "RSA_KEY_SIZE_TOO_SMALL")
	}
	if r.ModulusLength > maxRSA {
		return nil, refuse("Error", "ERR_OSSL_RSA_KEY_SIZE_TOO_SMALL", "an RSA key of %d bits cannot be made here: use 512 to %d", r.ModulusLength, maxRSA)
	}
	if r.Exponent == 0 {
		r.Exponent = 65537
	}
	if r.Exponent == 65537 && r.ModulusLength >= smallRSA && r.ModulusLength <= exactBits {
		return rsa.GenerateKey(rand.Reader, r.ModulusLength)
	}
	if r.Exponent < 3 || r.Exponent%2 == 0 {
		return nil, openssl("020000B2", "rsa routines", "pub exponent out of range", "RSA_PUB_EXPONENT_OUT_OF_RANGE")
	}
	one, e := big.NewInt(1), big.NewInt(int64(r.Exponent))
	for {
		p, err := Prime(ctx, PrimeRequest{Bits: (r.ModulusLength + 1) / 2})
		if err != nil {
			return nil, err
		}
		q, err := Prime(ctx, PrimeRequest{Bits: r.ModulusLength / 2})
		if err != nil {
			return nil, err
		}
		n := new(big.Int).Mul(p, q)
		totient := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
		d := new(big.Int).ModInverse(e, totient)
		if p.Cmp(q) == 0 || n.BitLen() != r.ModulusLength || d == nil {
			continue
		}
		k := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: n, E: r.Exponent}, D: d, Primes: []*big.Int{p, q}}
		k.Precompute()
		return k, nil
	}
}

func generateDSA(ctx context.Context, r Request) (*Key, error) {
	size, ok := dsaSize(r.ModulusLength, r.Divisor)
	if !ok {
		return nil, refuse("Error", "", "Key generation job failed")
	}
	var k dsa.PrivateKey
	err := dsa.GenerateParameters(&k.Parameters, pace.Reader(ctx, rand.Reader), size)
	if err == nil {
		err = dsa.GenerateKey(&k, rand.Reader)
	}
	if err != nil {
		return nil, err
	}
	return newDSA(dsaParameters{k.P, k.Q, k.G}, nil, k.X)
}

func dsaSize(modulus, divisor int) (dsa.ParameterSizes, bool) {
	switch {
	case modulus == 1024 && (divisor == 160 || divisor == 0):
		return dsa.L1024N160, true
	case modulus == 2048 && (divisor == 224 || divisor == 0):
		return dsa.L2048N224, true
	case modulus == 2048 && divisor == 256:
		return dsa.L2048N256, true
	case modulus == 3072 && (divisor == 256 || divisor == 0):
		return dsa.L3072N256, true
	}
	return 0, false
}
