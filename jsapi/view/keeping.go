package view

import "github.com/dop251/goja"

// keeping is the renderer for a page with these locals, which are all of them: with the local cache, which EJS
// reads as an option, one that keeps its templates, else v.
func (v *Renderer) keeping(locals *goja.Object) (*Renderer, error) {
	if v.opts.Templates.Cached() || v.foreign() {
		return v, nil
	}
	asked := locals.Get("cache")
	if asked == nil || !asked.ToBoolean() {
		return v, nil
	}
	if v.kept == nil {
		opts := v.opts
		opts.Templates = opts.Templates.Keeping()
		kept, err := New(v.realm, opts)
		if err != nil {
			return nil, err
		}
		v.kept = kept
	}
	return v.kept, nil
}
