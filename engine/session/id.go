package session

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// An id consists of the second in which it was created, and 160 random bits.
const (
	idStamp  = 4
	idLength = idStamp + 20
)

// recentAge is how long an id counts as recent: within that time, a page that got
// it has connected its socket.
const recentAge = 15 * time.Minute

func newID(now time.Time) string {
	var b [idLength]byte
	_, _ = rand.Read(b[idStamp:]) // never fails
	binary.BigEndian.PutUint32(b[:], uint32(now.Unix()))
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// recent reports whether an id was created recently. Ids of other formats are not
// recent.
func recent(id string, now time.Time) bool {
	b, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(b) != idLength {
		return false
	}
	age := now.Sub(time.Unix(int64(binary.BigEndian.Uint32(b)), 0))
	return age > -recentAge && age < recentAge // the clocks of servers differ
}
