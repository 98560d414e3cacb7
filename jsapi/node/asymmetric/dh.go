package asymmetric

import (
	"context"
	"crypto/rand"
	"math/big"
)

// Group are the parameters of Diffie-Hellman.
type Group struct {
	Prime, Generator *big.Int
	length           int // of private keys in bits; 0 where it is not said
}

// Lengths of primes that are used, in bits, as in OpenSSL.
const (
	maxDH = 10000
	minDH = 512
)

// GroupNamed returns one of the groups modp1 to modp18 of RFC 2409 and RFC 3526.
func GroupNamed(name string) (*Group, bool) {
	// The primes are 2^n - 2^(n-64) - 1 + 2^64 * (floor(2^(n-130) * pi) + c).
	for _, g := range []struct {
		name string
		bits uint
		c    int64
	}{
		{"modp1", 768, 149686},
		{"modp2", 1024, 129093},
		{"modp5", 1536, 741804},
		{"modp14", 2048, 124476},
		{"modp15", 3072, 1690314},
		{"modp16", 4096, 240904},
		{"modp17", 6144, 929484},
		{"modp18", 8192, 4743158},
	} {
		if g.name == name {
			return &Group{Prime: modp(g.bits, g.c), Generator: big.NewInt(2)}, true
		}
	}
	return nil, false
}

func modp(bits uint, c int64) *big.Int {
	one := big.NewInt(1)
	p := new(big.Int).Lsh(one, bits)
	p.Sub(p, new(big.Int).Lsh(one, bits-64))
	p.Sub(p, one)
	middle := piTimes(bits - 130)
	middle.Add(middle, big.NewInt(c))
	return p.Add(p, middle.Lsh(middle, 64))
}

// piTimes is floor(2^bits * pi), by Machin's formula.
func piTimes(bits uint) *big.Int {
	const guard = 64
	unit := new(big.Int).Lsh(big.NewInt(1), bits+guard)
	arctan := func(x int64) *big.Int {
		square := big.NewInt(x * x)
		term := new(big.Int).Div(unit, big.NewInt(x))
		sum := new(big.Int).Set(term)
		for n := int64(3); term.Sign() != 0; n += 2 {
			term.Div(term, square)
			part := new(big.Int).Div(term, big.NewInt(n))
			if n%4 == 3 {
				sum.Sub(sum, part)
			} else {
				sum.Add(sum, part)
			}
		}
		return sum
	}
	pi := new(big.Int).Mul(arctan(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(arctan(239), big.NewInt(4)))
	return pi.Rsh(pi, guard)
}

func (g *Group) valid() bool {
	return g.Prime != nil && g.Generator != nil && g.Prime.Sign() > 0 && g.Prime.BitLen() >= 2 && g.Prime.BitLen() <= maxDH && g.Prime.Bit(0) == 1 && g.Generator.Sign() > 0
}

func newDH(g *Group, y, x *big.Int) (*Key, error) {
	if !g.valid() || g.length < 0 || g.length > maxDH {
		return nil, unsupported()
	}
	k := &Key{Type: "dh", dhGroup: g, dhY: y}
	if x != nil {
		if x.Sign() <= 0 || x.BitLen() > maxDH {
			return nil, unsupported()
		}
		k.Private, k.secret = true, x
		k.dhY = new(big.Int).Exp(g.Generator, x, g.Prime)
	}
	if k.dhY.Sign() < 0 || k.dhY.BitLen() > maxDH {
		return nil, unsupported()
	}
	return k, nil
}

// Usable says whether keys can be made in the group.
func (g *Group) Usable() error {
	if g.Prime.BitLen() > maxDH {
		return openssl("0280007C", "Diffie-Hellman routines", "modulus too large", "MODULUS_TOO_LARGE")
	}
	if g.Prime.BitLen() < minDH {
		return openssl("0280007E", "Diffie-Hellman routines", "modulus too small", "DH_MODULUS_TOO_SMALL")
	}
	if !g.valid() {
		return openssl("02800080", "Diffie-Hellman routines", "invalid secret", "INVALID_SECRET")
	}
	return nil
}

// Secret makes a private key.
func (g *Group) Secret() (*big.Int, error) {
	limit := new(big.Int).Sub(g.Prime, big.NewInt(2))
	if g.length > 0 && uint(g.length) < uint(g.Prime.BitLen()) { //nolint:gosec // it is positive
		limit = new(big.Int).Lsh(big.NewInt(1), uint(g.length)) //nolint:gosec // it is positive
	}
	if limit.Sign() <= 0 {
		return nil, openssl("02800080", "Diffie-Hellman routines", "invalid secret", "INVALID_SECRET")
	}
	x, err := rand.Int(rand.Reader, limit)
	if err != nil {
		return nil, err
	}
	return x.Add(x, big.NewInt(1)), nil
}

// Public is the public key of a private one.
func (g *Group) Public(ctx context.Context, x *big.Int) (*big.Int, error) {
	return power(ctx, g.Generator, x, g.Prime)
}

// Agree is the shared secret, as long as the prime.
func (g *Group) Agree(ctx context.Context, x, y *big.Int) ([]byte, error) {
	shared, err := power(ctx, y, x, g.Prime)
	if err != nil {
		return nil, err
	}
	return shared.FillBytes(make([]byte, (g.Prime.BitLen()+7)/8)), nil
}

// Agree is the shared secret of a private key and the public key of another.
func Agree(ctx context.Context, private, public *Key) ([]byte, error) {
	mismatch := openssl("03000099", "digital envelope routines", "different parameters", "EVP_DIFFERENT_PARAMETERS")
	switch {
	case private.Type != public.Type:
		return nil, refuse("Error", "ERR_CRYPTO_INCOMPATIBLE_KEY", "Incompatible key types for Diffie-Hellman: %s and %s", private.Type, public.Type)
	case private.Type == "ec":
		if private.curve.Name != public.curve.Name {
			return nil, mismatch
		}
		return private.curve.Agree(private.scalar, public.point)
	case private.Type == "dh":
		if private.dhGroup.Prime.Cmp(public.dhGroup.Prime) != 0 || private.dhGroup.Generator.Cmp(public.dhGroup.Generator) != 0 {
			return nil, mismatch
		}
		return private.dhGroup.Agree(ctx, private.secret, public.dhY)
	case private.Type == "x25519", private.Type == "x448":
		b, err := agreeRaw(private.Type, private.seed, public.raw)
		if err != nil {
			return nil, refuse("Error", "ERR_OSSL_FAILED_DURING_DERIVATION", "error:1C8000E1:Provider routines::failed during derivation")
		}
		return b, nil
	}
	return nil, refuse("Error", "ERR_CRYPTO_INCOMPATIBLE_KEY", "Incompatible key types for Diffie-Hellman: %s and %s", private.Type, public.Type)
}

// NewGroup makes a group of a prime, in bytes, and a generator.
func NewGroup(prime []byte, generator int64) *Group {
	return &Group{Prime: new(big.Int).SetBytes(prime), Generator: big.NewInt(generator)}
}

// Check is the set of bits with which verifyError says what is wrong with a group.
func (g *Group) Check(ctx context.Context) (int, error) {
	const (
		notPrime = 1 << iota
		notSafe
		_
		badGenerator
		_
		_
		_
		tooSmall
	)
	if g.Prime.BitLen() > maxDH {
		return notPrime, nil
	}
	if g.Prime.BitLen() >= 512 {
		for _, name := range []string{"modp1", "modp2", "modp5", "modp14", "modp15", "modp16", "modp17", "modp18"} {
			if known, _ := GroupNamed(name); known.Prime.Cmp(g.Prime) == 0 && known.Generator.Cmp(g.Generator) == 0 {
				return 0, nil
			}
		}
	}
	out := 0
	if g.Prime.BitLen() < 512 {
		out |= tooSmall
	}
	if g.Generator.Cmp(big.NewInt(1)) <= 0 || g.Generator.Cmp(new(big.Int).Sub(g.Prime, big.NewInt(1))) >= 0 {
		out |= badGenerator
	}
	if ok, err := IsPrime(ctx, g.Prime, 20); !ok || err != nil {
		return out | notPrime, err
	}
	if ok, err := IsPrime(ctx, new(big.Int).Rsh(g.Prime, 1), 20); !ok || err != nil {
		return out | notSafe, err
	}
	return out, nil
}
