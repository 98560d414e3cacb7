package web

import (
	"crypto/md5" //nolint:gosec // an entity tag is no secret
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"net/http"
	"strconv"
	"time"
)

// Tags makes the entity tags of a release.
type Tags struct {
	// Body is that of an answer made by one call; "" for none.
	Body func(method string, body []byte) string
	// File is that of a file that is served, Icon that of the built-in favicon.
	File func(size int64, modified time.Time) string
	Icon func(icon []byte) string
}

// ExpressTags are those of Express from 3.20 on (Sails 0.11 and later): weak
// ones for every body, whatever the method.
func ExpressTags() Tags {
	return Tags{
		Body: func(_ string, body []byte) string { return prefixedTag("W/", body) },
		File: func(size int64, modified time.Time) string {
			return fmt.Sprintf(`W/"%x-%x"`, size, modified.UnixMilli())
		},
		Icon: checksumTag,
	}
}

// EarlyTags are those of Express 3.16 and Connect 2 (Sails 0.10): strong ones,
// and only for answers to GET with bodies above a KiB.
func EarlyTags() Tags {
	return Tags{
		Body: func(method string, body []byte) string {
			if method != http.MethodGet || len(body) <= 1024 {
				return ""
			}
			return fmt.Sprintf(`"%d"`, int32(crc32.ChecksumIEEE(body))) //nolint:gosec // signed as there
		},
		File: func(size int64, modified time.Time) string {
			return fmt.Sprintf(`"%d-%d"`, size, modified.UnixMilli())
		},
		Icon: func(icon []byte) string {
			sum := md5.Sum(icon) //nolint:gosec // an entity tag is no secret
			return `"` + hex.EncodeToString(sum[:]) + `"`
		},
	}
}

func checksumTag(body []byte) string { return prefixedTag("", body) }

func prefixedTag(prefix string, body []byte) string {
	var room [32]byte
	tag := append(append(room[:0], prefix...), '"')
	tag = append(strconv.AppendInt(tag, int64(len(body)), 16), '-')
	return string(append(strconv.AppendUint(tag, uint64(crc32.ChecksumIEEE(body)), 10), '"'))
}
