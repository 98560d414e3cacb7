package session

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// An id is the second in which it was made, and 160 random bits.
const (
	idStamp  = 4
	idLength = idStamp + 20
)

// youth is how long an id counts as recent: a page that was given one has
// connected its socket by then.
const youth = 15 * time.Minute

func newID(now time.Time) string {
	var b [idLength]byte
	_, _ = rand.Read(b[idStamp:]) // never fails
	binary.BigEndian.PutUint32(b[:], uint32(now.Unix()))
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// recent reports whether an id was made a short time ago. Those of other servers
// count as old.
func recent(id string, now time.Time) bool {
	b, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(b) != idLength {
		return false
	}
	age := now.Sub(time.Unix(int64(binary.BigEndian.Uint32(b)), 0))
	return age > -youth && age < youth // clocks of several servers differ
}
