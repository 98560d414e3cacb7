package asymmetric_test

import (
	"bytes"
	"context"
	"math/big"
	"testing"

	"framework/jsapi/node/asymmetric"
	"framework/jsapi/pace/pacetest"
)

// mersenne is 2^n - 1.
func mersenne(n uint) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, n), one)
}

func TestIsPrime(t *testing.T) {
	for _, tt := range []struct {
		n    *big.Int
		want bool
	}{
		{big.NewInt(2), true},
		{big.NewInt(4), false},
		{big.NewInt(65537), true},
		{big.NewInt(561), false},
		{mersenne(521), true},
		{mersenne(523), false},
		// Longer than what math/big tests at once.
		{mersenne(4423), true},
		{mersenne(4421), false},
		{mersenne(4424), false},
		{new(big.Int).Mul(mersenne(2203), mersenne(2281)), false},
	} {
		got, err := asymmetric.IsPrime(t.Context(), tt.n, 4)
		if err != nil || got != tt.want {
			t.Errorf("of %d bits: %v, %v; want %v", tt.n.BitLen(), got, err, tt.want)
		}
	}
}

func TestPowersOfLongNumbers(t *testing.T) {
	g, _ := asymmetric.GroupNamed("modp18")
	x := mersenne(9000)
	x.Sub(x, big.NewInt(12345))
	public, err := g.Public(t.Context(), x)
	if want := new(big.Int).Exp(g.Generator, x, g.Prime); err != nil || public.Cmp(want) != 0 {
		t.Errorf("%v, %v", public, err)
	}
}

// TestEndsWithItsContext: nearly all of these would take minutes to years.
func TestEndsWithItsContext(t *testing.T) {
	group, _ := asymmetric.GroupNamed("modp14")
	k, err := asymmetric.Generate(t.Context(), asymmetric.Request{Type: "ed25519"})
	if err != nil {
		t.Fatal(err)
	}
	secret := asymmetric.Encoding{Format: "der", Type: "pkcs8", Cipher: "aes-256-cbc", Passphrase: []byte("secret")}
	encrypted, err := k.Write(secret)
	if err != nil {
		t.Fatal(err)
	}
	// The number of iterations, which was 2,048.
	encrypted = bytes.Replace(encrypted, []byte{2, 2, 8, 0}, []byte{2, 2, 0x7f, 0xff}, 1)
	pacetest.Ends(t, map[string]func(ctx context.Context) error{
		"a long prime": func(ctx context.Context) error {
			_, err := asymmetric.Prime(ctx, asymmetric.PrimeRequest{Bits: 16_000})
			return err
		},
		"a safe prime": func(ctx context.Context) error {
			_, err := asymmetric.Prime(ctx, asymmetric.PrimeRequest{Bits: 3000, Safe: true})
			return err
		},
		"a test of 20,000 bytes": func(ctx context.Context) error {
			_, err := asymmetric.IsPrime(ctx, mersenne(216_091), 20)
			return err
		},
		"many rounds": func(ctx context.Context) error {
			_, err := asymmetric.IsPrime(ctx, mersenne(4253), 1<<20)
			return err
		},
		"RSA": func(ctx context.Context) error {
			_, err := asymmetric.Generate(ctx, asymmetric.Request{Type: "rsa", ModulusLength: 16384})
			return err
		},
		"DSA": func(ctx context.Context) error {
			_, err := asymmetric.Generate(ctx, asymmetric.Request{Type: "dsa", ModulusLength: 3072, Divisor: 256})
			return err
		},
		"a group": func(ctx context.Context) error {
			_, err := asymmetric.Generate(ctx, asymmetric.Request{Type: "dh", PrimeLength: 4000, Generator: 2})
			return err
		},
		"an encrypted key": func(ctx context.Context) error {
			_, err := asymmetric.ParsePrivate(ctx, encrypted, secret)
			return err
		},
		"a long secret": func(ctx context.Context) error {
			_, err := group.Public(ctx, mersenne(10_000_000))
			return err
		},
	})
}
