package pattern_test

import (
	"os"
	"strings"
	"testing"

	"framework/jsapi/pattern"
)

func TestExpand(t *testing.T) {
	for source, want := range map[string]string{
		`a[b]\d`:               `a[b]\d`,
		`\p{ASCII}`:            `[\u{0}-\u{7f}]`,
		`[x\p{ASCII}-]`:        `[x\u{0}-\u{7f}-]`,
		`\P{ASCII}`:            `[\u{80}-\u{10ffff}]`,
		`\\p{2}`:               `\\p{2}`,
		`\[\p{sc=Ogam}`:        `\[[\u{1680}-\u{169c}]`,
		`\[\p{Script=Ogham}\]`: `\[[\u{1680}-\u{169c}]\]`,
		`\p{`:                  "", `\p{}`: "", `\p{Nope}`: "", `\p{Nope=L}`: "", `\p`: "", `\pL`: "", `\PL`: "", `\`: `\`, `\p{Script=}`: "", `\p{scx=Zinh}\p{isL}`: "", `\p{ L}`: "", `\p{l}`: "",
		`[\p{Zl}-]`: `[\u{2028}-]`, `[\p{Zl}-a]`: "", `[a-\p{Zl}]`: "", `[--\p{Zl}]`: "", `[-\p{Zl}]`: `[-\u{2028}]`, `[^-\p{Zl}]`: `[^-\u{2028}]`, `[a-z\p{Zl}]`: `[a-z\u{2028}]`, `[\p{Zl}--]`: "",
		`\p{Zl}|\p{Regional_Indicator}`: `[\u{2028}]|[\u{1f1e6}-\u{1f1ff}]`,
	} {
		got, problem := pattern.Expand(source)
		if got != want || (problem == "") != (want != "") {
			t.Errorf("%s: got %.200s, %s, want %s", source, got, problem, want)
		}
	}
}

func TestExpandSets(t *testing.T) {
	for source, want := range map[string]string{
		`a[b]\d`: `a[\u{62}]\d`, `\p{ASCII}`: `[\u{0}-\u{7f}]`, `\p{Emoji_Keycap_Sequence}`: `(?:[0-9#*]\uFE0F\u20E3)`, `\\p{RGI_Emoji}`: `\\p{RGI_Emoji}`,
		`[a-c--b]`: "", `[[a-c]--b]`: `[\u{61}\u{63}]`, `[[a-c]&&[b-d]]`: `[\u{62}-\u{63}]`, `[[a]]`: `[\u{61}]`, `[\q{abc|d|}]`: `(?:\u{61}\u{62}\u{63}|[\u{64}]|)`, `[a&&b]`: `(?!)`,
		`\p{Nope}`: "", `[\[a]`: `[\u{5b}\u{61}]`, `a--b&&`: `a--b&&`, `[^\q{ab}]`: "", `[a`: "", `[a--b&&c]`: "", `[(]`: "", `[&&a]`: "", `[\u{1F600}-\uD83D\uDE02]`: `[\u{1f600}-\u{1f602}]`,
		`[\x41\cA\0\-]`: `[\u{0}-\u{1}\u{2d}\u{41}]`, `[b-a]`: "", `[\d--[0-8]]`: `[\u{39}]`, `[\P{RGI_Emoji}]`: "", `\P{RGI_Emoji}`: "",
	} {
		got, problem := pattern.ExpandSets(source, false)
		if got != want || (problem == "") != (want != "") {
			t.Errorf("%s: got %.200s, %s, want %s", source, got, problem, want)
		}
	}
	if got, _ := pattern.ExpandSets(`[[a-z]--k]`, true); got != `[\u{41}-\u{4a}\u{4c}-\u{5a}\u{61}-\u{6a}\u{6c}-\u{7a}\u{17f}]` {
		t.Error(got)
	}
}

func FuzzExpandSets(f *testing.F) {
	for _, s := range []string{`[[a-z]--[aeiou]]`, `[\q{ab|c}&&\p{L}]`, `[^\d\P{Lu}]`, `[\u{1F600}-`, `\p{RGI_Emoji}[`} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, source string, fold bool) {
		if out, problem := pattern.ExpandSets(source, fold); problem != "" && out != "" {
			t.Errorf("%q: both %q and %s", source, out, problem)
		}
	})
}

func FuzzExpand(f *testing.F) {
	for _, s := range []string{`\p{L}`, `[^\P{Lu}\]]`, `\\\p{`, `[\p{Any}`, `\P{C}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		out, problem := pattern.Expand(source)
		if problem == "" && !strings.Contains(source, `\`) && out != source {
			t.Errorf("%q became %q", source, out)
		}
		if again, _ := pattern.Expand(out); problem == "" && again != out {
			t.Errorf("%q: %q became %q", source, out, again)
		}
	})
}

// Every name that Node knows is one here, with the kinds in front of it that it may have.
func TestNames(t *testing.T) {
	text, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	prefixes := map[string][]string{"binary": {""}, "category": {"", "gc=", "General_Category="}, "script": {"sc=", "Script=", "scx=", "Script_Extensions="}}
	n := 0
	for line := range strings.Lines(string(text)) {
		names := strings.Fields(line)
		for _, name := range names[1:] {
			for _, prefix := range prefixes[names[0]] {
				n++
				if _, problem := pattern.Expand(`\p{` + prefix + name + `}`); problem != "" {
					t.Errorf("%s%s: %s", prefix, name, problem)
				}
			}
		}
	}
	if n < 1500 {
		t.Errorf("there are %d names", n)
	}
}

// Characters of Unicode 17, and scripts that share characters.
func TestCharacters(t *testing.T) {
	for property, want := range map[string]string{
		`\p{Script=Sidetic}`: `[\u{10940}-\u{10959}]`, `\p{Sentence_Terminal}`: "", `\p{scx=Hira}`: "", `\p{Cs}`: `[\u{d800}-\u{dfff}]`, `\p{gc=Zl}`: `[\u{2028}]`,
	} {
		got, problem := pattern.Expand(property)
		if problem != "" || want != "" && got != want {
			t.Errorf("%s: got %s, %s", property, got, problem)
		}
	}
	kana, _ := pattern.Expand(`\p{sc=Hira}`)
	shared, _ := pattern.Expand(`\p{scx=Hira}`)
	if len(shared) <= len(kana) || !strings.Contains(shared, `\u{30fc}`) {
		t.Error("the extensions of Hiragana have no prolonged sound mark", shared)
	}
}

func FuzzProblem(f *testing.F) {
	for _, s := range []string{`(?<a>[\w-x]\k<a>)+?`, `\u{1F600}{2,}`, `[\`, `\`, `(?`, `\c`, `a{1`, `\p{L`, "[\xff-"} {
		for _, flags := range []string{"", "im", "u", "v"} {
			f.Add(s, flags)
		}
	}
	f.Fuzz(func(t *testing.T, source, flags string) {
		if problem := pattern.Problem(source, flags); problem != "" {
			return
		}
		if text, constructed := pattern.Literal(source, flags); constructed && text != source {
			t.Errorf("%q: the constructor gets %q", source, text)
		}
		pattern.Prepared(source, flags)
	})
}

func TestProblem(t *testing.T) {
	for source, want := range map[string][2]string{
		`[\w-.]`: {"Invalid character class", "u"}, `\-`: {"Invalid escape", "u"}, `(?=a)*`: {"Invalid quantifier", "gu"}, `]`: {"Lone quantifier brackets", "u"}, `\1`: {"Invalid escape", "u"},
		`(a)\1`: {"", "u"}, `[(]`: {"", "u"}, `[/]`: {"Invalid character in character class", "v"}, `\p{Nope}`: {"Invalid property name", "u"}, `a{,2}`: {"", "g"}, `^*`: {"Nothing to repeat", ""}, `(?<=a)*`: {"Invalid quantifier", "m"}, `(?=b)*`: {"", "m"}, `(?<a>x)|(?<a>y)`: {"Duplicate capture group name", ""}, `[\p{RGI_Emoji}&&\p{RGI_Emoji}]`: {"", "v"},
	} {
		if got := pattern.Problem(source, want[1]); got != want[0] {
			t.Errorf("%s: %s", source, got)
		}
	}
}

func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		source, flags, want string
		changed             bool
	}{
		{`\W.\S\D\w`, "", `\W.\S\D\w`, false},
		{`\W.\S\D\w\.\\W[.]`, "gi", `[^\w\w][^\n\n\r\u2028\u2029][^\s\s][^\d\d]\w\.\\W[.]`, false},
		{`.`, "is", `.`, false},
		{`[\W_]`, "i", `[^\u0030-\u0039\u0041-\u005a\u0061-\u007a]`, true},
		{`[^\W_]`, "i", `[\u0030-\u0039\u0041-\u005a\u0061-\u007a]`, true},
		{`[\W]`, "iu", `[^\u0030-\u0039\u0041-\u005a\u005f\u0061-\u007a\u017f\u212a]`, true},
		{`[\0-\uD7FF\uE000-\uFFFF]`, "i", `[^\ud800-\udfff]`, true},
		{`[\s\S]|[^]|[]|[a-z\W\d\w]|[é-ü]|[\W`, "i", `[\s\S]|[^]|[]|[a-z\W\d\w]|[é-ü]|[\W`, false},
		{`[\c\W]|[\8-\W]|[\w-\W]|[\uD83D\uDE00-\uffff]`, "iu", `[\c\W]|[\8-\W]|[\w-\W]|[\uD83D\uDE00-\uffff]`, false},
		{`[\u{61}-\u{10ffff}]`, "iu", `[^\u0000-\u0040\u005b-\u0060]`, true},
		{`[\W--a]`, "iv", `[\W--a]`, false},
		{`\`, "i", `\`, false},
	} {
		got := strings.TrimPrefix(pattern.Prepared(c.source, c.flags), pattern.Backtracking)
		_, changed := pattern.Literal(c.source, c.flags)
		if got != c.want || changed != (c.changed || strings.Contains(c.flags, "v")) {
			t.Errorf("/%s/%s: got %s, %v", c.source, c.flags, got, changed)
		}
	}
}

// Expressions that the engine of Go would match in another way.
func TestBacktracking(t *testing.T) {
	for source, want := range map[string]bool{
		`(?:(a)|b)*`: true, `((a)|b)+`: true, `(?:(a)?b){2,}`: true, `(?:(a)?b){3}`: true, `(?:x(?:(a)|b)y)*`: true, `(?:(a)*)+`: true, `(z)((a+)?(b+)?(c))*`: true,
		`(a|b)+`: false, `(?:(a)|b)?`: false, `(?:(a)|b)`: false, `(?:(a)?b){1}`: false, `(?:(a)?b){0,1}`: false, `(?:([a|b]?)c)*`: false, `(?:(\(a)|b)*)`: true, `(?:\(a\)|b)*`: false,
		`(?:(?:a|b)(c))*`: false, `(?:(?=a)|b)*`: false, `)(?:(a)|b)*`: false, `(?:(a)|b)` + "{2": false, `\cJ`: true, `^a$`: false,
	} {
		if text := pattern.Prepared(source, "g"); strings.HasPrefix(text, pattern.Backtracking) != want {
			t.Errorf("%s: got %s", source, text)
		}
	}
	if text, constructed := pattern.Literal("^a$", "m"); text != pattern.Backtracking+"^a$" || constructed {
		t.Errorf("got %s, %v", text, constructed)
	}
}
