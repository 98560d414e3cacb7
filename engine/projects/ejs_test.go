package projects_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine/enginetest"
	"framework/engine/testenv"
)

// commonTemplates are such as our compiler may take over from that of the
// project, and such as it has to leave to it.
var commonTemplates = []string{
	`plain`, ``, `<%= who %>`, `<%- who %>`, `<%= missing %>`, `<%= typeof missing %>`, `<%= who; %>`, `<%= who;; %>`,
	`<%= none %>,<%- none %>,<%= zero %>,<%= list %>,<%= half %>`, `<%= { toString: function () { return '"<'; } } %>`,
	"<% if (zero) { -%>\na\n<% } else { -%>\nb\n<% } -%>\nc", "x <%_ if (who) { _%> \n y\n <%_ } _%>\t\nz", "\t<%_ _%>\r\nq\r\n<% -%>\r\nr",
	"<% list.forEach(function (n) { %><i><%= n %></i>\n<% }); %>", "<% for (var i = 0; i < 3; i++) { %><%= i %><% } %>|<%= i %>",
	`<% function f(n) { %>[<%= n %>]<% } f(1) %>-<% f('<') %>`, `<%- (function () { return 'r'; })() %>`, `<% return; %>never`, `<% if (who) { return; } %>never`,
	"<%= who // words\n %>", `<%= /* words */ who %>`, `<%# words %>a<%# more -%>` + "\nb", `<%% a %%> <%= "%" %>`, `<%= "<%" %>`, `a\b "c" 'd' ${e} ` + "`f`\u2028é\U0001F600",
	`<%= locals.who %> <%= locals.nobody %>`, `<% who = 'me' %><%= who %>`, `<% var who = 'you' %><%= who %>`, `<% let who = 'it' %><%= who %>`,
	`<%= [1, 2].map(function (n) { return n * 2; }).join() %>`, `<%= [1, 2].map(n => n + who) %>`, `<% with ({ a: 1 }) { %><%= a %><% } %>`, `<%= eval('who') %>`,
	`<%= who.nothing.at %>`, `<% throw new Error('mine') %>`, `<%= (%>`, `<% if (who) { %>`, "a\rb", `<% /* <% */ %>`,
	`<%= this === undefined %>`, `<%= arguments.length > 0 %>`, `<% block('x', 'y') %><%- blocks.x %>`, `<%= __output = 'mine' %>`, `<%= false %><%- true %><%= NaN %>`,
	`<%_ %><% _%> a`, `<%-  who  -%>`, "<%=\nwho\n%>\n<%\nvar a\n=1\n%><%= a %>", `<%= mine() %>`, `<%= free(1) %>`, `<%= (mine)() %>`, `<%= free(free(mine())) %>`, `<%= locals.mine() %>`, `<%= mine.call({ who: 2 }) %>`, `<%= __('who') %>`, `<%= Number('1') %>`, `<%= toString() %>`, `<%= hasOwnProperty('who') %>`, `<%= constructor === Object %>`,
}

// place is what messages say of files and columns.
var place = regexp.MustCompile(`\d+:\d+|/[\w/.]+\.ejs`)

// A template says the same, whether our compiler takes it over from the
// project's own or not: a comment that names include keeps it from that.
func TestOwnCompilerSaysTheSame(t *testing.T) {
	for _, version := range []string{"0.8.8", "1.0.0", "2.3.4", "2.5.7", "2.7.4", "3.1.10"} {
		t.Run(version, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Symlink(filepath.Join(testenv.Packages(t, "ejs@"+version), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			var files strings.Builder
			files.WriteString(`
-- config/views.js --
module.exports.views = { layout: false };
-- config/routes.js --
module.exports.routes = {
  'GET /view/:name': function (req, res) {
    res.view(req.params.name, { who: '<Ann> "&\'', none: null, zero: 0, list: [1, '<'], half: 0.5, mine: function () { return this.who; }, free: function (v) { return v + 1; } }, function (err, html) {
      res.send(err ? 'failed: ' + String(err.message).split('\n').pop() : 'made: ' + html);
    });
  }
};
`)
			for i, text := range commonTemplates {
				fmt.Fprintf(&files, "-- views/t%d.ejs --\n%s\n-- views/own%d.ejs --\n<%%/* include */%%>%s\n", i, text, i, text)
			}
			server := enginetest.ServeIn(t, dir, txtar.Parse([]byte(files.String())).Files)
			ask := func(name string) string {
				res, err := http.Get(server.URL + "/view/" + name)
				if err != nil {
					t.Fatal(err)
				}
				defer res.Body.Close()
				body, err := io.ReadAll(res.Body)
				if err != nil {
					t.Fatal(err)
				}
				return place.ReplaceAllString(string(body), "#")
			}
			for i, text := range commonTemplates {
				if got, want := ask(fmt.Sprintf("t%d", i)), ask(fmt.Sprintf("own%d", i)); got != want {
					t.Errorf("%q: got %q, the project's own compiler makes %q", text, got, want)
				}
			}
		})
	}
}
