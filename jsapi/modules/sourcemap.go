package modules

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
)

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// vlq reads the numbers of a segment of a source map.
func vlq(segment string) (fields []int) {
	n, shift := 0, 0
	for i := range len(segment) {
		digit := strings.IndexByte(base64Digits, segment[i])
		if digit < 0 {
			return nil
		}
		n |= digit & 31 << shift
		shift += 5
		if digit&32 != 0 {
			continue
		}
		if n&1 != 0 {
			n = -n
		}
		fields = append(fields, n/2)
		n, shift = 0, 0
	}
	return fields
}

// appendVLQ writes numbers as a segment of a source map.
func appendVLQ(to []byte, fields []int) []byte {
	for _, n := range fields {
		rest := n << 1
		if n < 0 {
			rest = -n<<1 | 1
		}
		for rest > 31 {
			to = append(to, base64Digits[rest&31|32])
			rest >>= 5
		}
		to = append(to, base64Digits[rest])
	}
	return to
}

// sourceMap is one that a comment at the end of a text holds.
type sourceMap struct {
	comment  string
	prefix   string // what stands in front of the data; "" where the comment holds none
	members  map[string]json.RawMessage
	mappings string
}

// readSourceMap reads the map of a comment.
func readSourceMap(comment string) *sourceMap {
	m := &sourceMap{comment: comment}
	prefix, encoded, ok := strings.Cut(comment, ";base64,")
	if !ok {
		return m
	}
	decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if err == nil && json.Unmarshal(decoded, &m.members) == nil && json.Unmarshal(m.members["mappings"], &m.mappings) == nil {
		m.prefix = prefix
	}
	return m
}

// forEngine is the comment with what goja makes of a map: it asks for columns from 1, and takes
// those that it gets as such, where maps count from 0. The text has before columns in front of the
// code of its first line. What holds no map is returned as it is.
func (m *sourceMap) forEngine(before int) string {
	if m.prefix == "" {
		return m.comment
	}
	members := maps.Clone(m.members)
	members["mappings"], _ = json.Marshal(shifted(m.mappings, before)) // a string
	delete(members, "sourcesContent")
	changed, err := json.Marshal(members)
	if err != nil {
		return m.comment
	}
	return m.prefix + ";base64," + base64.StdEncoding.EncodeToString(changed)
}

// shifted moves all places of a source map by a column, and the code of the first line by before
// more. A segment has its column of the code as the distance from the one before it in the line,
// and its column of the file as that from the one before it anywhere: so only the first ones change.
func shifted(mappings string, before int) string {
	out := make([]byte, 0, len(mappings)+len(mappings)/64+8)
	moved := false // whether a column of the file was
	for n, line := range strings.Split(mappings, ";") {
		if n > 0 {
			out = append(out, ';')
		}
		for i := 0; line != "" && (i == 0 || !moved); i++ {
			segment, rest, more := strings.Cut(line, ",")
			fields := vlq(segment)
			if i == 0 && len(fields) > 0 {
				fields[0]++
				if n == 0 {
					fields[0] += before
				}
			}
			if !moved && len(fields) > 3 {
				fields[3]++
				moved = true
			}
			out = appendVLQ(out, fields)
			if more {
				out = append(out, ',')
			}
			line = rest
		}
		out = append(out, line...)
	}
	return string(out)
}
