package asymmetric

import (
	"context"
	"crypto/dsa" //nolint:staticcheck // projects may use it
	"crypto/rand"
	"crypto/rsa"
	"math/big"
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

// generateRSA makes a key. crypto/rsa knows one exponent only, and no small keys.
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
	if r.Exponent == 65537 && r.ModulusLength >= smallRSA {
		return rsa.GenerateKey(rand.Reader, r.ModulusLength)
	}
	if r.Exponent < 3 || r.Exponent%2 == 0 {
		return nil, openssl("020000B2", "rsa routines", "pub exponent out of range", "RSA_PUB_EXPONENT_OUT_OF_RANGE")
	}
	one, e := big.NewInt(1), big.NewInt(int64(r.Exponent))
	for ctx.Err() == nil {
		p, err := rand.Prime(rand.Reader, (r.ModulusLength+1)/2)
		if err != nil {
			return nil, err
		}
		q, err := rand.Prime(rand.Reader, r.ModulusLength/2)
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
	return nil, ctx.Err()
}

func generateDSA(ctx context.Context, r Request) (*Key, error) {
	size, ok := dsaSize(r.ModulusLength, r.Divisor)
	if !ok {
		return nil, refuse("Error", "", "Key generation job failed")
	}
	var k dsa.PrivateKey
	err := dsa.GenerateParameters(&k.Parameters, reader{ctx}, size)
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

// reader reads random bytes until its context ends.
type reader struct{ ctx context.Context }

func (r reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return rand.Read(b)
}

// PrimeRequest says which prime is to be made.
type PrimeRequest struct {
	Bits     int
	Safe     bool
	Add, Rem *big.Int // p mod Add is Rem, or 1; nil for any
}

// Prime makes a prime. It ends early when ctx does.
func Prime(ctx context.Context, r PrimeRequest) (*big.Int, error) {
	one := big.NewInt(1)
	if r.Bits < 2 || r.Bits == 2 && r.Safe && r.Add == nil {
		if r.Bits == 2 {
			return big.NewInt(3), nil
		}
		return nil, openssl("0180007B", "bignum routines", "bits too small", "BN_BITS_TOO_SMALL")
	}
	top := new(big.Int).Lsh(one, uint(r.Bits))
	for ctx.Err() == nil {
		p, err := candidate(r, top)
		if err != nil {
			return nil, err
		}
		if p == nil || !p.ProbablyPrime(0) {
			continue
		}
		if r.Safe && p.Cmp(big.NewInt(5)) != 0 && !new(big.Int).Rsh(p, 1).ProbablyPrime(20) {
			continue
		}
		if p.ProbablyPrime(20) {
			return p, nil
		}
	}
	return nil, ctx.Err()
}

// candidate is a random number with the length and the remainder that are wanted.
func candidate(r PrimeRequest, top *big.Int) (*big.Int, error) {
	one := big.NewInt(1)
	p, err := rand.Int(rand.Reader, top)
	if err != nil {
		return nil, err
	}
	p.SetBit(p, r.Bits-1, 1)
	if r.Add == nil {
		if r.Bits > 2 {
			p.SetBit(p, r.Bits-2, 1)
		}
		p.SetBit(p, 0, 1)
		if r.Safe {
			p.SetBit(p, 1, 1)
		}
		return p, nil
	}
	rem := r.Rem
	if rem == nil {
		if rem = one; r.Safe {
			rem = big.NewInt(3)
		}
	}
	p.Sub(p, new(big.Int).Mod(p, r.Add))
	p.Add(p, rem)
	if p.BitLen() != r.Bits {
		return nil, nil //nolint:nilnil // another is tried
	}
	return p, nil
}
