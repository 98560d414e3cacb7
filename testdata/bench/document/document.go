// Package document writes what a program has measured into a document.
package document

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Put replaces what stands in a file between the comments <!-- name: … --> and <!-- end of name -->.
func Put(file, name, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+":", "<!-- end of "+name+" -->"
	before, rest, found := bytes.Cut(old, []byte(begin))
	line, rest, ended := bytes.Cut(rest, []byte("\n"))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !found || !ended || !closed {
		return fmt.Errorf("%s has no lines %s … and %s to write between", file, begin, end)
	}
	return os.WriteFile(file, fmt.Appendf(nil, "%s%s%s\n\n%s\n%s%s", before, begin, line, text, end, after), 0o644) //nolint:gosec // a document is for everybody
}

// Shell writes words as a shell reads them, each after a space.
func Shell(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteByte(' ')
		if w == "" || strings.ContainsAny(w, " '\"$&|;<>*?()`\\") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		b.WriteString(w)
	}
	return b.String()
}
