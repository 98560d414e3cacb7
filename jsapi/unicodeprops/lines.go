package unicodeprops

import "strings"

// hasAnchor reports whether a regular expression with these flags has to find the ends of lines.
func hasAnchor(source, flags string) bool {
	return strings.Contains(flags, "m") && strings.ContainsAny(source, "^$")
}

// Lines has the anchors of a regular expression with the flag m know all four line terminators of the
// language; the engines of goja know the line feed alone, so /^a: (.*)$/m found nothing in lines that
// end in \r\n.
func Lines(source string) string {
	var out strings.Builder
	class := 0
	for i := 0; i < len(source); i++ {
		c := source[i]
		switch {
		case c == '\\' && i+1 < len(source):
			out.WriteByte(c)
			i++
			c = source[i]
		case c == '[':
			class++
		case c == ']' && class > 0:
			class--
		case class > 0, c != '^' && c != '$', strings.ContainsAny(source[i+1:min(i+2, len(source))], "*+?{"): // an error of syntax
		case c == '^':
			out.WriteString(`(?:^|(?<=[\r\u2028\u2029]))`)
			continue
		default:
			out.WriteString(`(?:$|(?=[\r\u2028\u2029]))`)
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}
