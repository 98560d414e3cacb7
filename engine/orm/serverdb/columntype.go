package serverdb

import (
	"regexp"
	"strings"
)

var (
	typeDefault = regexp.MustCompile(`(?is)\s+default\s+(.+)$`)
	typeNotNull = regexp.MustCompile(`(?i)\s+not\s+null\b`)
	typeRest    = regexp.MustCompile(`(?i)\s+(null|unique|primary\s+key)\b`)
)

// splitType splits the column type of an attribute, which may contain the constraints
// of a column in CREATE TABLE: UUID DEFAULT gen_random_uuid().
func splitType(text string) (typ, fallback string, notNull bool) {
	text = strings.TrimSpace(text)
	if at := typeNotNull.FindStringIndex(text); at != nil {
		text, notNull = text[:at[0]]+text[at[1]:], true
	}
	if m := typeDefault.FindStringSubmatch(text); m != nil {
		text, fallback = text[:len(text)-len(m[0])], strings.TrimSpace(m[1])
	}
	return strings.TrimSpace(typeRest.ReplaceAllString(text, "")), fallback, notNull
}
