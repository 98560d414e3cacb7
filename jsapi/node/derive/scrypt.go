package derive

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"

	"golang.org/x/crypto/salsa20/salsa" //nolint:staticcheck // scrypt is made of it

	"framework/jsapi/pace"
)

const salsaBlock = 64 // bytes

// Scrypt returns a key of length bytes. The cost n is a power of two greater than one; 128·r·(n+p+2) bytes are taken
// meanwhile, for which the caller has to have a limit. The error is that of ctx.
func Scrypt(ctx context.Context, password, salt []byte, n, r, p, length int) ([]byte, error) {
	size := 2 * salsaBlock * r
	b, err := PBKDF2(ctx, sha256.New, password, salt, 1, p*size)
	if err != nil {
		return nil, err
	}
	s := &mixer{r: r, memory: make([]byte, n*size), x: make([]byte, size), y: make([]byte, size)}
	for at := 0; at < len(b); at += size {
		if err := s.mix(ctx, b[at:at+size], n); err != nil {
			return nil, err
		}
	}
	return PBKDF2(ctx, sha256.New, password, b, 1, length)
}

// mixer is scryptROMix with its memory.
type mixer struct {
	r            int
	memory, x, y []byte
}

func (s *mixer) mix(ctx context.Context, b []byte, n int) error {
	size := len(b)
	steps := max(1, (1<<17)/size) // between two checks
	x, y := s.x, s.y
	copy(x, b)
	for i := range n {
		copy(s.memory[i*size:], x)
		s.blocks(y, x)
		x, y = y, x
		if i%steps == 0 {
			if err := pace.Check(ctx); err != nil {
				return err
			}
		}
	}
	for i := range n {
		j := int(binary.LittleEndian.Uint64(x[size-salsaBlock:]) & uint64(n-1))
		subtle.XORBytes(x, x, s.memory[j*size:(j+1)*size])
		s.blocks(y, x)
		x, y = y, x
		if i%steps == 0 {
			if err := pace.Check(ctx); err != nil {
				return err
			}
		}
	}
	copy(b, x)
	return nil
}

// blocks is scryptBlockMix.
func (s *mixer) blocks(out, in []byte) {
	var x [salsaBlock]byte
	copy(x[:], in[len(in)-salsaBlock:])
	for i := range 2 * s.r {
		subtle.XORBytes(x[:], x[:], in[i*salsaBlock:])
		salsa.Core208(&x, &x)
		copy(out[(i/2+i%2*s.r)*salsaBlock:], x[:])
	}
}
