package sqltext

import "strings"

// Command returns the first keyword of a statement in capitals, "" when there
// is none: what the statement does.
func Command(sql string) string {
	for {
		sql = strings.TrimLeft(sql, " \t\r\n\f;(\ufeff")
		switch {
		case strings.HasPrefix(sql, "--"):
			_, sql, _ = strings.Cut(sql, "\n")
		case strings.HasPrefix(sql, "/*"):
			_, sql, _ = strings.Cut(sql[2:], "*/")
		default:
			end := strings.IndexFunc(sql, func(r rune) bool { return (r|0x20) < 'a' || (r|0x20) > 'z' })
			if end < 0 {
				end = len(sql)
			}
			return strings.ToUpper(sql[:end])
		}
	}
}
