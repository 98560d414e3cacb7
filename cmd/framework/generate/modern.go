package generate

import (
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed modern.txtar
var modernFiles string

// pathName is the name of an action, a helper or a page: words of lower-case
// letters with dashes, in folders.
var pathName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*(/[a-z][a-z0-9]*(-[a-z0-9]+)*)*$`)

// slug writes a name as files of 1.x are named: doThis and DoThis are do-this.
func slug(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && name[i-1] != '/' && name[i-1] != '-' {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		if r == '.' || r == '_' {
			r = map[rune]rune{'.': '/', '_': '-'}[r]
		}
		b.WriteRune(r)
	}
	return b.String()
}

// friendly is the name of a file as people say it: do-this is "Do this".
func friendly(name string) string {
	words := strings.ReplaceAll(path.Base(name), "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// camel converts the name of a file to camel case: do-this becomes doThis.
func camel(name string) string {
	parts := strings.Split(name, "-")
	for i := range parts[1:] {
		parts[i+1] = capital(parts[i+1])
	}
	return strings.Join(parts, "")
}

const actionFile = `module.exports = {

  friendlyName: '{{.Friendly}}',

  description: '{{.Description}}',

  inputs: {

  },

  exits: {
{{- if .View}}

    success: {
      viewTemplatePath: '{{.View}}'
    }
{{- end}}

  },

  fn: async function (inputs) {
{{- if .View}}
    // What the view is to know.
    return {};
{{- else}}
    // All done.
    return;
{{- end}}
  }

};
`

const helperFile = `module.exports = {

  friendlyName: '{{.Friendly}}',

  description: '{{.Description}}',

  inputs: {

  },

  exits: {

    success: {
      description: 'All done.'
    }

  },

  fn: async function (inputs) {
    // All done.
    return;
  }

};
`

const scriptFile = `module.exports = {

  friendlyName: '{{.Friendly}}',

  description: '{{.Description}}',

  inputs: {

  },

  fn: async function (inputs) {
    sails.log('Running {{.Name}} …');
  }

};
`

const hookFile = `// Hook {{.Name}}: what it returns is sails.hooks['{{.Name}}'].
module.exports = function (sails) {
  return {

    // Settings of config.{{.Key}}, where the project has none.
    defaults: {
      {{.Key}}: {}
    },

    // Runs while the server lifts.
    initialize: async function () {
      sails.log.debug('The hook {{.Name}} is there.');
    },

    routes: {
      before: {
        // 'GET /*': { skipAssets: true, fn: async function (req, res, next) { return next(); } }
      },
      after: {
      }
    }

  };
};
`

const responseFile = `// res.{{.Name}}(): in actions also as the responseType of an exit.
module.exports = function {{.Name}}(data) {
  var req = this.req;
  var res = this.res;

  res.status(200);
  if (data === undefined) {
    return res.sendStatus(200);
  }
  if (req.wantsJSON) {
    return res.json(data);
  }
  return res.send(data);
};
`

const policyFile = `// Policy {{.Name}}: runs before the actions that config/policies.js names it for.
module.exports = async function (req, res, proceed) {
  if (req.session && req.session.userId) {
    return proceed();
  }
  return res.forbidden();
};
`

const classicPolicyFile = `// Policy {{.Name}}: runs before the actions that config/policies.js names it for.
module.exports = function (req, res, next) {
  if (req.session && req.session.userId) {
    return next();
  }
  return res.forbidden();
};
`

const serviceFile = `// The functions of the global {{.Name}}: {{.Name}}.example()
module.exports = {
  example: function () {
    return 'example';
  }
};
`

const testFile = `const assert = require('assert');

describe('{{.Friendly}}', function () {
  it('does what it should', async function () {
    // The models, services and helpers of the project are there; await fixtures() fills
    // the models with the records of test/fixtures.
    assert.ok(sails.config.environment);
  });
});
`

const seedFile = `// Records that framework seed creates, unless they are there: by their models. A record
// of another model is named by what it has: owner: { email: 'ann@example.com' }
module.exports = {
  // user: [{ email: 'ann@example.com', name: 'Ann' }],
  // pet: [{ name: 'Rex', owner: { email: 'ann@example.com' } }]
};
`

const viewFile = `<h1>{{.Friendly}}</h1>
`

const modernModelFile = `module.exports = {

  attributes: {
{{- range .}}

    {{.Name}}: {
      {{with .Association}}{{.}}{{else}}type: '{{.Type}}'{{end}}
    },
{{- end}}

    // Associations:
    // owner: { model: 'user' },
    // pets: { collection: 'pet', via: 'owner' }

  }

};
`

const modernControllerFile = `module.exports = {
{{- range $i, $a := .}}{{if $i}},{{end}}

  {{$a}}: async function (req, res) {
    return res.json({ todo: '{{$a}}() is not implemented yet!' });
  }
{{- end}}

};
`

const pageViewFile = `<div id="{{.Page}}">
  <h1>{{.Friendly}}</h1>
  <p>This page is <code>views/pages/{{.Name}}.ejs</code>.</p>
</div>
<%- exposeLocalsToBrowser() %>
`

const pageScriptFile = `// What the page {{.Name}} does in the browser.
(function () {
  var page = document.getElementById('{{.Page}}');
  if (!page) { return; }
  // window.SAILS_LOCALS is what the action has returned.
})();
`

// What a page is in a project with parasails: a component of Vue that is drawn
// over the view.
const (
	parasailsViewFile = `<div id="{{.Page}}" v-cloak>
  <h1>{{.Friendly}}</h1>
  <p>This page is <code>views/pages/{{.Name}}.ejs</code>.</p>
</div>
<%- exposeLocalsToBrowser() %>
`
	parasailsScriptFile = `parasails.registerPage('{{.Page}}', {

  data: {
    // The initial data of the page, in addition to what its action has
    // returned.
  },

  beforeMount: function () {
  },

  mounted: async function () {
  },

  methods: {
  }

});
`
	parasailsStyleFile = `#{{.Page}} {
  // Styles of this page alone.
}
`
)

const emailFile = `<%/* Sent with: await sails.helpers.sendTemplateEmail.with({ to: …, subject: …, template: '{{.Name}}', templateData: { fullName: … } }) */%>
<p>Dear <%= fullName %>,</p>
<p></p>
<p>Sincerely,</p>
`

// about holds the values for the templates of one file.
type about struct {
	Name, Friendly, Description, View, Page, Key string
}

// ModernProject is Project for 1.x.
func ModernProject(dir string, mode Mode) ([]string, error) {
	return project(dir, modernFiles, true, mode)
}

// modernTypes are those that attributes of 1.x may have.
var modernTypes = []string{"string", "number", "boolean", "json", "ref"}

// ParseModernAttribute is ParseAttribute for 1.x.
func ParseModernAttribute(arg string) (Attribute, error) {
	return parseAttribute(arg, modernTypes)
}

// Action writes api/controllers/<name>.js; the name may have folders. An action
// called view-… shows the page of the rest of its name.
func Action(root, name string, mode Mode) (string, error) {
	name = slug(name)
	if !pathName.MatchString(name) {
		return "", &NameError{"action", name}
	}
	a := about{Name: name, Friendly: friendly(name)}
	if page, ok := strings.CutPrefix(path.Base(name), "view-"); ok {
		a.View = path.Join("pages", path.Dir(name), page)
		a.Description = fmt.Sprintf("Show the page %q.", strings.ReplaceAll(page, "-", " "))
	}
	return file(root, "api/controllers/"+name+".js", actionFile, a, mode)
}

// Helper writes api/helpers/<name>.js and returns its path and how it is called.
func Helper(root, name string, mode Mode) (rel, call string, err error) {
	name = slug(name)
	if !pathName.MatchString(name) {
		return "", "", &NameError{"helper", name}
	}
	parts := strings.Split(name, "/")
	for i := range parts {
		parts[i] = camel(parts[i])
	}
	rel, err = file(root, "api/helpers/"+name+".js", helperFile, about{Name: name, Friendly: friendly(name)}, mode)
	return rel, "await sails.helpers." + strings.Join(parts, ".") + "()", err
}

// Email writes views/emails/<name>.ejs; the last word of its path begins with
// email-, as sendTemplateEmail expects.
func Email(root, name string, mode Mode) (string, error) {
	name = slug(name)
	if !pathName.MatchString(name) {
		return "", &NameError{"email", name}
	}
	dir, base := path.Split(name)
	name = dir + "email-" + strings.TrimPrefix(base, "email-")
	return file(root, "views/emails/"+name+".ejs", emailFile, about{Name: name}, mode)
}

// hasParasails reports whether the pages of a project are drawn by parasails.
func hasParasails(root string) bool {
	_, err := os.Stat(filepath.Join(root, "assets", "dependencies", "parasails.js"))
	return err == nil
}

// Page writes an action, its view, a script for the browser, and styles where
// the project has parasails. It returns their paths and the route to add.
func Page(root, name string, mode Mode) (files []string, route string, err error) {
	name = strings.TrimPrefix(slug(name), "view-")
	if !pathName.MatchString(name) {
		return nil, "", &NameError{"page", name}
	}
	dir, base := path.Split(name)
	action := dir + "view-" + base
	a := about{Name: name, Friendly: friendly(name), Page: base}
	wanted := []struct{ rel, text string }{
		{"views/pages/" + name + ".ejs", pageViewFile},
		{"assets/js/pages/" + name + ".page.js", pageScriptFile},
	}
	if hasParasails(root) {
		wanted[0].text, wanted[1].text = parasailsViewFile, parasailsScriptFile
		wanted = append(wanted, struct{ rel, text string }{"assets/styles/pages/" + name + ".less", parasailsStyleFile})
	}
	if !mode.Force {
		wanting := []string{"api/controllers/" + action + ".js"}
		for _, w := range wanted {
			wanting = append(wanting, w.rel)
		}
		for _, rel := range wanting {
			if found := there(root, rel); found != "" {
				return nil, "", &ExistsError{found}
			}
		}
	}
	rel, err := Action(root, action, mode)
	if err != nil {
		return nil, "", err
	}
	files = append(files, rel)
	for _, w := range wanted {
		if rel, err = file(root, w.rel, w.text, a, mode); err != nil {
			return files, "", err
		}
		files = append(files, rel)
	}
	return files, fmt.Sprintf("'GET /%s': { action: '%s' }", name, action), nil
}

// Script writes scripts/<name>.js, which framework run executes.
func Script(root, name string, mode Mode) (string, error) {
	return named(root, "script", name, "scripts/%s.js", scriptFile, mode)
}

// Hook writes api/hooks/<name>/index.js.
func Hook(root, name string, mode Mode) (string, error) {
	return named(root, "hook", name, "api/hooks/%s/index.js", hookFile, mode)
}

// ClassicPolicy writes api/policies/<name>.js of 0.10 to 0.12.
func ClassicPolicy(root, name string, mode Mode) (string, error) {
	if !identifier.MatchString(name) {
		return "", &NameError{"policy", name}
	}
	return file(root, "api/policies/"+name+".js", classicPolicyFile, about{Name: name}, mode)
}

// Service writes api/services/<Name>.js, which is the global of that name.
func Service(root, name string, mode Mode) (string, error) {
	if !identifier.MatchString(name) {
		return "", &NameError{"service", name}
	}
	return file(root, "api/services/"+capital(name)+".js", serviceFile, about{Name: capital(name)}, mode)
}

// View writes views/<name>.ejs; the name may have folders.
func View(root, name string, mode Mode) (string, error) {
	for _, part := range strings.Split(name, "/") {
		if !viewName.MatchString(part) {
			return "", &NameError{"view", name}
		}
	}
	return file(root, "views/"+name+".ejs", viewFile, about{Name: name, Friendly: friendly(path.Base(name))}, mode)
}

// Test writes test/<name>.test.js; the name may have folders.
func Test(root, name string, mode Mode) (string, error) {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "test/"), ".test")
	for _, part := range strings.Split(name, "/") {
		if !viewName.MatchString(part) {
			return "", &NameError{"test", name}
		}
	}
	return file(root, "test/"+name+".test.js", testFile, about{Name: name, Friendly: friendly(path.Base(name))}, mode)
}

// Seed writes db/seeds/<name>.js.
func Seed(root, name string, mode Mode) (string, error) {
	if !viewName.MatchString(name) {
		return "", &NameError{"seed", name}
	}
	return file(root, "db/seeds/"+name+".js", seedFile, about{Name: name}, mode)
}

var viewName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)

// Policy writes api/policies/<name>.js.
func Policy(root, name string, mode Mode) (string, error) {
	return named(root, "policy", name, "api/policies/%s.js", policyFile, mode)
}

// named writes one file for a name without folders.
func named(root, what, name, rel, text string, mode Mode) (string, error) {
	name = slug(name)
	if !pathName.MatchString(name) || strings.Contains(name, "/") {
		return "", &NameError{what, name}
	}
	return file(root, fmt.Sprintf(rel, name), text, about{Name: name, Friendly: friendly(name), Key: camel(name)}, mode)
}

// Response writes api/responses/<name>.js.
func Response(root, name string, mode Mode) (string, error) {
	if !identifier.MatchString(name) {
		return "", &NameError{"response", name}
	}
	return file(root, "api/responses/"+name+".js", responseFile, about{Name: name}, mode)
}

// ModernModel is Model for 1.x.
func ModernModel(root, name string, attributes []Attribute, mode Mode) (string, error) {
	if !identifier.MatchString(name) {
		return "", &NameError{"model", name}
	}
	return file(root, "api/models/"+capital(name)+".js", modernModelFile, attributes, mode)
}

// ModernController is Controller for 1.x.
func ModernController(root, name string, actions []string, mode Mode) (string, error) {
	return controller(root, name, modernControllerFile, actions, mode)
}

// ModernAPI is API for 1.x.
func ModernAPI(root, name string, attributes []Attribute, mode Mode) ([]string, error) {
	if !identifier.MatchString(name) {
		return nil, &NameError{"api", name}
	}
	if err := free(root, name, mode); err != nil {
		return nil, err
	}
	model, err := ModernModel(root, name, attributes, mode)
	if err != nil {
		return nil, err
	}
	controller, err := ModernController(root, name, nil, mode)
	return []string{model, controller}, err
}
