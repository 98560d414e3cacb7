package snapshot

import (
	"context"
	"maps"
	"path"
	"slices"

	"framework/engine/describe"
	"framework/engine/project"
	"framework/engine/types"
	"framework/jsapi"
	"framework/jsapi/app"
)

// Code is what the scripts of this version offer.
func (s *Snapshot) Code(ctx context.Context) (describe.Code, error) {
	var text []byte
	err := s.isolate.Do(ctx, func(*jsapi.Realm) (err error) {
		text, err = s.js.Describe()
		return err
	})
	if err != nil {
		return describe.Code{}, err
	}
	code, err := describe.Parse(text)
	if err != nil {
		return describe.Code{}, err
	}
	uses := s.views()
	for _, name := range slices.Sorted(maps.Keys(uses)) {
		code.Views = append(code.Views, describe.View{Name: name, Locals: uses[name]})
	}
	return code, nil
}

// Types are the declarations of this version for TypeScript.
func (s *Snapshot) Types(ctx context.Context) ([]byte, error) {
	code, err := s.Code(ctx)
	if err != nil {
		return nil, err
	}
	_, passport := s.Tree.Package.Dependencies["passport"]
	p := types.Project{
		Dialect: s.Profile.Types, ORM: s.ORM, Code: code, Config: s.Config.Values, Function: app.Function,
		Policies: identities(s.Tree.Policies), Responses: identities(s.Tree.Responses), Passport: passport,
		Assigned: s.assigned(),
	}
	return p.Declarations(), nil
}

func identities(files []project.File) []string {
	var out []string
	for _, f := range files {
		out = append(out, path.Join(path.Dir(f.Identity), f.GlobalID))
	}
	return out
}

// assigned are members that the scripts of the project set on req, res and the app object.
func (s *Snapshot) assigned() map[string][]string {
	interfaces := map[string]string{"req": "Request", "res": "Response", "sails": "App", "framework": "App"}
	out := map[string][]string{}
	for _, script := range s.linting.loadedScripts(s.sources) {
		for _, c := range script.Chains() {
			names := c.Names
			if names[0] == "this" && len(names) == 3 {
				names = names[1:]
			}
			if of := interfaces[names[0]]; c.Assigned && len(names) == 2 && of != "" {
				out[of] = append(out[of], names[1])
			}
		}
	}
	for of := range out {
		slices.Sort(out[of])
		out[of] = slices.Compact(out[of])
	}
	return out
}
