package asymmetric

import (
	"context"
	"crypto/rand"
	"math/big"

	"framework/jsapi/pace"
)

// exactBits is the length up to which math/big computes a power in less than some hundred milliseconds.
const exactBits = 4096

// power is b to the e modulo m. It ends early when ctx does.
func power(ctx context.Context, b, e, m *big.Int) (*big.Int, error) {
	if m.BitLen() <= exactBits && e.BitLen() <= 2*exactBits {
		return new(big.Int).Exp(b, e, m), pace.Check(ctx)
	}
	// Four bits of the exponent at a time.
	var powers [16]*big.Int
	powers[0] = new(big.Int).Mod(big.NewInt(1), m)
	base := new(big.Int).Mod(b, m)
	for i := 1; i < len(powers); i++ {
		powers[i] = new(big.Int).Mul(powers[i-1], base)
		powers[i].Mod(powers[i], m)
	}
	out, product := new(big.Int).Set(powers[0]), new(big.Int)
	for at := (e.BitLen() + 3) / 4 * 4; at > 0; at -= 4 {
		if err := pace.Check(ctx); err != nil {
			return nil, err
		}
		for range 4 {
			product.Mul(out, out)
			out.Mod(product, m)
		}
		digit := e.Bit(at-1)<<3 | e.Bit(at-2)<<2 | e.Bit(at-3)<<1 | e.Bit(at-4)
		product.Mul(out, powers[digit])
		out.Mod(product, m)
	}
	return out, nil
}

// IsPrime reports whether n is a prime, with an error of at most a quarter to the power of rounds. It ends early when ctx
// does.
func IsPrime(ctx context.Context, n *big.Int, rounds int) (bool, error) {
	if n.BitLen() <= exactBits {
		// Baillie-PSW first, which finds nearly all that is not prime.
		for done := 0; ; {
			some := min(rounds-done, 8)
			if !n.ProbablyPrime(some) {
				return false, nil
			}
			if done += some; done >= rounds {
				return true, nil
			}
			if err := pace.Check(ctx); err != nil {
				return false, err
			}
		}
	}
	if n.Bit(0) == 0 || divides(n) {
		return false, nil
	}
	return millerRabin(ctx, n, rounds)
}

// divides reports whether a prime below 2,000 divides n, which is larger.
func divides(n *big.Int) bool {
	rest := new(big.Int)
	for p := int64(3); p < 2000; p += 2 {
		if rest.Mod(n, big.NewInt(p)).Sign() == 0 {
			return true
		}
	}
	return false
}

// millerRabin tests an odd n with random bases (FIPS 186-5, B.3.1).
func millerRabin(ctx context.Context, n *big.Int, rounds int) (bool, error) {
	one := big.NewInt(1)
	last := new(big.Int).Sub(n, one)
	twos := last.TrailingZeroBits()
	odd := new(big.Int).Rsh(last, twos)
	for range rounds {
		base, err := rand.Int(rand.Reader, new(big.Int).Sub(last, big.NewInt(2)))
		if err != nil {
			return false, err
		}
		x, err := power(ctx, base.Add(base, big.NewInt(2)), odd, n)
		if err != nil {
			return false, err
		}
		witness := x.Cmp(one) != 0 && x.Cmp(last) != 0
		for i := uint(1); i < twos && witness; i++ {
			if err := pace.Check(ctx); err != nil {
				return false, err
			}
			x.Mod(x.Mul(x, x), n)
			witness = x.Cmp(last) != 0
		}
		if witness {
			return false, nil
		}
	}
	return true, nil
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
	for {
		if err := pace.Check(ctx); err != nil {
			return nil, err
		}
		p, err := candidate(r, top)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		half := new(big.Int).Rsh(p, 1)
		tests := []*big.Int{p}
		if r.Safe && p.Cmp(big.NewInt(5)) != 0 {
			tests = []*big.Int{p, half}
		}
		if ok, err := arePrimes(ctx, tests); err != nil {
			return nil, err
		} else if ok {
			return p, nil
		}
	}
}

// arePrimes tests all numbers shortly, then thoroughly.
func arePrimes(ctx context.Context, numbers []*big.Int) (bool, error) {
	for _, rounds := range []int{1, 20} {
		for _, n := range numbers {
			if ok, err := IsPrime(ctx, n, rounds); !ok || err != nil {
				return false, err
			}
		}
	}
	return true, nil
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
