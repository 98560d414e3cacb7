package view

import (
	"strings"

	"framework/engine/value"
)

// Compile08 translates a template in the dialect of EJS 0.8, which releases up to
// 0.12 bring along for pages with layouts. It differs from Compile in this: <%_
// and _%> are code, carriage returns are dropped, -%> drops the next line break
// wherever it stands, every tag may include a template, which has a scope of its
// own, and <%=: value | name:argument %> passes a value through filters.
func Compile08(file, text string, include IncludeFunc) (*Template, error) {
	t, err := compile(compiler{include: include, early: true}, file, text)
	if err != nil {
		return nil, err
	}
	t.Common = false
	return t, nil
}

// Delimited is fill, nil for none, with tags that EJS 0.8 reads in the place of those that
// the locals open and close of all views name: its options are the locals.
func Delimited(locals *value.Map, fill func(string) string) func(string) string {
	begin, _ := locals.Value("open").(string)
	end, _ := locals.Value("close").(string)
	if begin == "" && end == "" {
		return fill
	}
	var pairs []string
	if begin != "" && begin != "<%" {
		pairs = append(pairs, begin, "<%", "<%", "<%%") // such tags are text now
	}
	if end != "" && end != "%>" {
		pairs = append(pairs, end, "%>")
	}
	tags := strings.NewReplacer(pairs...)
	return func(text string) string {
		if fill != nil {
			text = fill(text)
		}
		return tags.Replace(text)
	}
}

// earlyCode is the code of a tag without its closing dash, and with its filters as
// calls.
func (c *compiler) earlyCode(code string) string {
	if trimmed, ok := strings.CutSuffix(code, "-"); ok {
		// EJS 0.8 drops the character before the dash, too, which is a space unless
		// the template is one that it cannot read.
		code, c.eatBreak = trimmed, true
	}
	if filters, ok := strings.CutPrefix(code, ":"); ok {
		return filtered(filters)
	}
	return code
}

// filtered makes calls of "value | name | name:argument".
func filtered(code string) string {
	parts := strings.Split(code, "|")
	out := parts[0]
	for _, part := range parts[1:] {
		name, args, _ := strings.Cut(part, ":")
		if args != "" {
			args = ", " + args
		}
		out = "filters." + strings.TrimSpace(name) + "(" + out + args + ")"
	}
	return out
}

// earlyText is text as EJS 0.8 writes it.
func (c *compiler) earlyText(s string) string {
	s = strings.ReplaceAll(s, "\r", "")
	if at := strings.Index(s, "\n"); c.eatBreak && at >= 0 {
		s = s[:at] + s[at+1:]
		c.eatBreak = false
	}
	return s
}
