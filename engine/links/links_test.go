package links_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/links"
)

func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		p := filepath.Join(dir, n)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFill(t *testing.T) {
	assets := folder(t, "dependencies/z.js", "dependencies/vue.js", "js/a b.js", "js/pages/<x>.js", "js/skip.js", "js/.hidden.js", "styles/importer.less", "styles/part.less", "styles/own.css")
	built := folder(t, "js/built.js", "dependencies/vue.js")
	l := links.New(links.Pipeline{
		Scripts: []string{".tmp/public/dependencies/vue.js", ".tmp/public/dependencies/**/*.js", "js/**/*.js", "!js/skip.js", "[", "nowhere/*.js"},
		Styles:  []string{".tmp/public/styles/**/*.css"},
	}, []string{built, assets}, map[string]string{".less": ".css"})
	for _, c := range []struct{ page, want string }{
		{"nothing", "nothing"},
		{"<!--SCRIPTS-->", "<!--SCRIPTS-->"},
		{
			"<head>\n  <!--STYLES-->old<!--STYLES END-->\n</head>\n    <!--SCRIPTS-->\n    <!--SCRIPTS END-->\nend",
			`<head>
  <!--STYLES-->
  <link rel="stylesheet" href="/styles/importer.css">
  <link rel="stylesheet" href="/styles/own.css">
  <!--STYLES END-->
</head>
    <!--SCRIPTS-->
    <script src="/dependencies/vue.js"></script>
    <script src="/dependencies/z.js"></script>
    <script src="/js/a%20b.js"></script>
    <script src="/js/built.js"></script>
    <script src="/js/pages/%3Cx%3E.js"></script>
    <!--SCRIPTS END-->
end`,
		},
	} {
		if got := l.Fill(c.page); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
		if again := l.Fill(l.Fill(c.page)); again != l.Fill(c.page) {
			t.Errorf("filled twice it is\n%s", again)
		}
	}
	if got := strings.Join(l.Files([]string{"**/*.less"}), " "); got != "styles/importer.less styles/part.less" {
		t.Errorf("got %s", got)
	}
}
