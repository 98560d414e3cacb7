package unicodeprops_test

import (
	"strings"
	"testing"

	"framework/jsapi/unicodeprops"
)

func TestExpand(t *testing.T) {
	for source, want := range map[string]string{
		`a[b]\d`:               `a[b]\d`,
		`\p{ASCII}`:            `[\u{0}-\u{7f}]`,
		`[x\p{ASCII}-]`:        `[x\u{0}-\u{7f}-]`,
		`\P{ASCII}`:            `[\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]`,
		`\\p{2}`:               `\\p{2}`,
		`\[\p{sc=Ogam}`:        "",
		`\[\p{Script=Ogham}\]`: `\[[\u{1680}-\u{169c}]\]`,
		`\p{`:                  "", `\p{}`: "", `\p{Nope}`: "", `\p{Nope=L}`: "", `\p`: `\p`, `\`: `\`,
		`\p{Zl}|\p{Regional_Indicator}`: `[\u{2028}]|[\u{1f1e6}-\u{1f1ff}]`,
	} {
		got, ok := unicodeprops.Expand(source)
		if got != want || ok != (want != "") {
			t.Errorf("%s: got %.200s, %v, want %s", source, got, ok, want)
		}
	}
}

func TestExpandSets(t *testing.T) {
	for source, want := range map[string]string{
		`a[b]\d`: `a[b]\d`, `\p{ASCII}`: `[\u{0}-\u{7f}]`, `\p{Emoji_Keycap_Sequence}`: `(?:[0-9#*]\uFE0F\u20E3)`, `\\p{RGI_Emoji}`: `\\p{RGI_Emoji}`,
		`[\p{RGI_Emoji}]`: "", `[a--b]`: "", `[a&&b]`: "", `[[a]]`: "", `[\q{ab}]`: "", `\p{Nope}`: "", `[\[a]`: `[\[a]`, `a--b&&`: `a--b&&`,
	} {
		got, ok := unicodeprops.ExpandSets(source)
		if got != want || ok != (want != "") {
			t.Errorf("%s: got %.200s, %v, want %s", source, got, ok, want)
		}
	}
}

func FuzzExpand(f *testing.F) {
	for _, s := range []string{`\p{L}`, `[^\P{Lu}\]]`, `\\\p{`, `[\p{Any}`, `\P{C}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		out, ok := unicodeprops.Expand(source)
		if ok && !strings.Contains(source, `\`) && out != source {
			t.Errorf("%q became %q", source, out)
		}
		if again, _ := unicodeprops.Expand(out); ok && again != out {
			t.Errorf("%q: %q became %q", source, out, again)
		}
	})
}
