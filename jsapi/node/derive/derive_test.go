package derive_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"testing"

	"golang.org/x/crypto/scrypt"

	"framework/jsapi/node/derive"
	"framework/jsapi/pace/pacetest"
)

func TestPBKDF2(t *testing.T) {
	for _, h := range []func() hash.Hash{md5.New, sha256.New, sha512.New} {
		for _, iterations := range []int{1, 2, 10_000} {
			for _, length := range []int{1, 16, 64, 1000} {
				got, err := derive.PBKDF2(t.Context(), h, []byte("password"), []byte("salt"), iterations, length)
				want, failed := pbkdf2.Key(h, "password", []byte("salt"), iterations, length)
				if err != nil || failed != nil || !bytes.Equal(got, want) {
					t.Fatalf("%d, %d: %x, %v; want %x, %v", iterations, length, got, err, want, failed)
				}
			}
		}
	}
}

func TestScrypt(t *testing.T) {
	for _, p := range [][3]int{{2, 1, 1}, {16, 1, 1}, {1024, 8, 16}, {16384, 8, 1}, {64, 3, 5}} {
		got, err := derive.Scrypt(t.Context(), []byte("pleaseletmein"), []byte("SodiumChloride"), p[0], p[1], p[2], 64)
		want, failed := scrypt.Key([]byte("pleaseletmein"), []byte("SodiumChloride"), p[0], p[1], p[2], 64)
		if err != nil || failed != nil || !bytes.Equal(got, want) {
			t.Errorf("%v: %x, %v; want %x, %v", p, got, err, want, failed)
		}
	}
}

// TestEndsWithItsContext: each of these would take hours.
func TestEndsWithItsContext(t *testing.T) {
	pacetest.Ends(t, map[string]func(ctx context.Context) error{
		"iterations": func(ctx context.Context) error {
			_, err := derive.PBKDF2(ctx, sha512.New, nil, nil, 1<<40, 64)
			return err
		},
		"blocks": func(ctx context.Context) error {
			_, err := derive.PBKDF2(ctx, sha512.New, nil, nil, 1<<12, 64<<20)
			return err
		},
		"cost": func(ctx context.Context) error {
			_, err := derive.Scrypt(ctx, nil, nil, 1<<10, 1, 1<<20, 64)
			return err
		},
	})
}

func BenchmarkPBKDF2(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			_, _ = derive.PBKDF2(b.Context(), sha512.New, []byte("password"), []byte("salt"), 10_000, 64)
		}
	})
	b.Run("crypto", func(b *testing.B) {
		for b.Loop() {
			_, _ = pbkdf2.Key(sha512.New, "password", []byte("salt"), 10_000, 64)
		}
	})
}

func BenchmarkScrypt(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			_, _ = derive.Scrypt(b.Context(), []byte("password"), []byte("salt"), 16384, 8, 1, 64)
		}
	})
	b.Run("x/crypto", func(b *testing.B) {
		for b.Loop() {
			_, _ = scrypt.Key([]byte("password"), []byte("salt"), 16384, 8, 1, 64)
		}
	})
}
