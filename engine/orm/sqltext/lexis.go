package sqltext

import "strings"

// Lexis says how a database writes strings, names and comments.
type Lexis struct {
	// Backslashes escape characters in strings.
	Backslashes bool
	// Brackets enclose names.
	Brackets bool
	// HashComments begin with # and end with the line.
	HashComments bool
	// SpacedDashes: -- begins a comment only before a space.
	SpacedDashes bool
}

// Walk splits SQL. fn gets its parts in order, and whether a part is code, or else a
// string, a name or a comment.
func (l Lexis) Walk(sql string, fn func(part string, code bool)) {
	start := 0
	for i := 0; i < len(sql); {
		end := l.skip(sql, i)
		if end == i {
			i++
			continue
		}
		fn(sql[start:i], true)
		fn(sql[i:end], false)
		i, start = end, end
	}
	fn(sql[start:], true)
}

// skip returns the end of the string, name or comment that begins at i; i if there is
// none.
func (l Lexis) skip(sql string, i int) int {
	switch ch := sql[i]; {
	case ch == '\'' || ch == '"' || ch == '`':
		end := i + 1
		for end < len(sql) && sql[end] != ch {
			if l.Backslashes && sql[end] == '\\' && ch != '`' {
				end++
			}
			end++
		}
		return min(end+1, len(sql))
	case ch == '[' && l.Brackets:
		return after(sql, i+1, "]")
	case ch == '#' && l.HashComments:
		return after(sql, i+1, "\n")
	case strings.HasPrefix(sql[i:], "-- "), !l.SpacedDashes && strings.HasPrefix(sql[i:], "--"):
		return after(sql, i+2, "\n")
	case strings.HasPrefix(sql[i:], "/*"):
		return after(sql, i+2, "*/")
	}
	return i
}

// after returns the index behind the next end in sql at or after from.
func after(sql string, from int, end string) int {
	if i := strings.Index(sql[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(sql)
}

// Renumber replaces the parameters $1, $2 and so on in code by what replace returns for
// their digits.
func (l Lexis) Renumber(sql string, replace func(digits string) string) string {
	var b strings.Builder
	l.Walk(sql, func(part string, code bool) {
		for code {
			i := strings.IndexByte(part, '$')
			if i < 0 {
				break
			}
			end := i + 1
			for end < len(part) && part[end] >= '0' && part[end] <= '9' {
				end++
			}
			b.WriteString(part[:i])
			if digits := part[i+1 : end]; digits == "" {
				b.WriteByte('$')
			} else {
				b.WriteString(replace(digits))
			}
			part = part[end:]
		}
		b.WriteString(part)
	})
	return b.String()
}
