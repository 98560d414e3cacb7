package snapshot

import (
	"context"

	"framework/jsapi"
	"framework/jsapi/app"
)

// code is what is below api: what stage Load makes.
type code struct {
	classes     []*modelClass
	policyCalls map[string]jsapi.Function
	responses   map[string]jsapi.Function
	blueprints  map[string]jsapi.Function
}

// load loads everything below api in the classic order.
func load(ctx context.Context, b *build, c configuration, rt realm, actions actionSource) (code, error) {
	var out code
	js, tree := rt.js, c.tree
	err := rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		services, err := js.Services(tree.Services)
		if err != nil {
			return err
		}
		if c.globals().On("services") {
			if err := js.Expose(byGlobalID(services)); err != nil {
				return err
			}
		}
		models, err := js.LoadAll(tree.Models)
		if err != nil {
			return err
		}
		if out.classes, err = define(r, b, c, rt, models); err != nil {
			return err
		}
		if err = actions.load(c); err != nil {
			return err
		}
		if out.policyCalls, err = js.Functions(tree.Policies, "policy"); err != nil {
			return err
		}
		if err = js.ShowPolicies(tree.Policies); err != nil {
			return err
		}
		if out.responses, err = js.Functions(tree.Responses, "response"); err != nil {
			return err
		}
		out.blueprints, err = js.Functions(tree.Blueprints, "blueprint")
		return err
	})
	return out, err
}

func byGlobalID(list []*app.Module) map[string]jsapi.Value {
	out := make(map[string]jsapi.Value, len(list))
	for _, m := range list {
		out[m.GlobalID] = m.Exports
	}
	return out
}
