package derive

import (
	"context"
	"crypto/hmac"
	"crypto/subtle"
	"encoding/binary"
	"hash"

	"framework/jsapi/pace"
)

// checkedRounds is how many iterations there are between two checks of the context.
const checkedRounds = 1 << 12

// PBKDF2 returns a key of length bytes. The error is that of ctx.
func PBKDF2(ctx context.Context, h func() hash.Hash, password, salt []byte, iterations, length int) ([]byte, error) {
	mac := hmac.New(h, password)
	size := mac.Size()
	out := make([]byte, 0, (length+size-1)/size*size)
	var u, sum []byte
	rounds := 0
	for block := uint32(1); len(out) < length; block++ {
		for i := range max(iterations, 1) {
			if rounds++; rounds%checkedRounds == 0 {
				if err := pace.Check(ctx); err != nil {
					return nil, err
				}
			}
			mac.Reset()
			if i == 0 {
				mac.Write(salt)
				u = binary.BigEndian.AppendUint32(u[:0], block)
			}
			mac.Write(u)
			u = mac.Sum(u[:0])
			if i == 0 {
				sum = append(sum[:0], u...)
			} else {
				subtle.XORBytes(sum, sum, u)
			}
		}
		out = append(out, sum...)
	}
	return out[:length], nil
}
