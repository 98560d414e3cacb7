package derive

import (
	"bytes"
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
	for at := 0; at < len(b); at += size {
		if err := mix(ctx, b[at:at+size], n, r); err != nil {
			return nil, err
		}
		if err := pace.Check(ctx); err != nil {
			return nil, err
		}
	}
	return PBKDF2(ctx, sha256.New, password, b, 1, length)
}

// mix is scryptROMix. It does not give way: many that wait with their memory would take all there is.
func mix(ctx context.Context, b []byte, n, r int) error {
	size := len(b)
	steps := max(1, (1<<17)/size) // between two checks
	memory, x, y := make([]byte, n*size), bytes.Clone(b), make([]byte, size)
	for i := range n {
		copy(memory[i*size:], x)
		mixBlocks(y, x, r)
		x, y = y, x
		if i%steps == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	for i := range n {
		j := int(binary.LittleEndian.Uint64(x[size-salsaBlock:]) & uint64(n-1))
		subtle.XORBytes(x, x, memory[j*size:(j+1)*size])
		mixBlocks(y, x, r)
		x, y = y, x
		if i%steps == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	copy(b, x)
	return nil
}

// mixBlocks is scryptBlockMix.
func mixBlocks(out, in []byte, r int) {
	var x [salsaBlock]byte
	copy(x[:], in[len(in)-salsaBlock:])
	for i := range 2 * r {
		subtle.XORBytes(x[:], x[:], in[i*salsaBlock:])
		salsa.Core208(&x, &x)
		copy(out[(i/2+i%2*r)*salsaBlock:], x[:])
	}
}
