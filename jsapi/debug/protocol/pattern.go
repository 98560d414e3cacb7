package protocol

import "github.com/dlclark/regexp2/v2"

// pattern is a regular expression of JavaScript.
type pattern struct{ *regexp2.Regexp }

func newPattern(text string, options regexp2.RegexOptions) (pattern, error) {
	r, err := regexp2.Compile(text, regexp2.ECMAScript|options)
	return pattern{r}, err
}

// MatchString reports whether a text matches; one that takes too long to find out does not.
func (p pattern) MatchString(text string) bool {
	found, err := p.Regexp.MatchString(text)
	return found && err == nil
}
