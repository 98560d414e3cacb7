package serverdb

import (
	"fmt"
	"slices"
	"strings"
)

// safeCharsets are the charsets of MySQL in which the bytes of quotes and backslashes
// occur in no other character. The driver writes values into statements; in other
// charsets (gbk, sjis, cp932, big5, gb18030) a value could end its string literal.
var safeCharsets = []string{
	"utf8mb4", "utf8mb3", "utf8", "ascii", "binary", "latin1", "latin2", "latin5", "latin7", "greek", "hebrew", "cp850", "cp852",
	"cp866", "cp1250", "cp1251", "cp1256", "cp1257", "koi8r", "koi8u", "macroman", "macce", "hp8", "dec8", "tis620", "armscii8", "geostd8", "keybcs2",
}

// safeCharset refuses charsets and collations of connections that allow SQL injection.
// The driver accepts several charsets, separated by commas.
func safeCharset(charset, collation string) error {
	for each := range strings.SplitSeq(charset, ",") {
		if !slices.Contains(safeCharsets, strings.ToLower(each)) {
			return fmt.Errorf("the charset %q is not safe for connections: leave charset out, which is utf8mb4; tables may keep theirs, for the server converts", each)
		}
	}
	of, _, _ := strings.Cut(strings.ToLower(collation), "_")
	if of != "" && !slices.Contains(safeCharsets, of) {
		return fmt.Errorf("the collation %q is not safe for connections: leave collation out, or take one of utf8mb4; tables may keep theirs, for the server converts", collation)
	}
	return nil
}
