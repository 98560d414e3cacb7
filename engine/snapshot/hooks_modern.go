package snapshot

import "framework/jsapi"

// exposeHelpersHook gives hooks what they add helpers with:
// sails.hooks.helpers.furnishPack and furnishHelper.
func exposeHelpersHook(r *jsapi.Realm, c configuration, rt realm, extra modern) error {
	if off, _ := c.cfg.Get("hooks.helpers"); off == false || off == "false" {
		return nil
	}
	hook := r.Runtime().NewObject()
	for name, v := range map[string]any{"identity": "helpers", "isCore": true, "middleware": map[string]any{}} {
		if err := hook.Set(name, v); err != nil {
			return err
		}
	}
	for _, name := range []string{"furnishPack", "furnishHelper"} {
		if err := hook.Set(name, extra.helpers.Member(name)); err != nil {
			return err
		}
	}
	return rt.js.Object().Get("hooks").ToObject(r.Runtime()).Set("helpers", hook)
}
