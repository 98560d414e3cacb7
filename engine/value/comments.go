package value

import "bytes"

// WithoutComments blanks what stands behind // and between /* and */ outside of
// texts, in files of JSON that may have comments. All else stays at its place.
func WithoutComments(text []byte) []byte {
	out := bytes.Clone(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(text); {
		end := i + 1
		switch rest := text[i:]; {
		case text[i] == '"':
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end++
		case bytes.HasPrefix(rest, []byte("//")):
			if end = bytes.IndexByte(rest, '\n'); end < 0 {
				end = len(rest)
			}
			end += i
			blank(i, end)
		case bytes.HasPrefix(rest, []byte("/*")):
			if end = bytes.Index(rest[2:], []byte("*/")); end < 0 {
				end = len(rest) - 4
			}
			end += i + 4
			blank(i, end)
		}
		i = end
	}
	return out
}
