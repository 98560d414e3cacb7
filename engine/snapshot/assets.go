package snapshot

import (
	"framework/engine/assets"
	"framework/jsapi"
	jsassets "framework/jsapi/assets"
)

// assetPipeline is what makes the files that a project's pages ask for, and writes
// tags for them into its pages; nil for projects that have no public folder or
// switch it off.
func (b viewReader) assetPipeline(r *jsapi.Realm) (*assets.Pipeline, error) {
	if off, _ := b.cfg.Get("hooks.grunt"); off == false || off == "false" || len(b.tree.Assets) == 0 {
		return nil, nil
	}
	globs, err := jsassets.ReadGlobs(r, b.js, b.tree.Root)
	if err != nil {
		return nil, err
	}
	cacheControl, err := b.profile.HTTP.Caching.Read(b.cfg, b.set.Production())
	if err != nil {
		return nil, err
	}
	return assets.New(assets.Options{
		Root: b.tree.Root, Dirs: b.tree.Assets, Globs: globs,
		Translator: jsassets.NewTranslator(b.iso, b.js), CacheControl: cacheControl, Types: b.profile.Static.Types, Log: b.log.Warn,
	}), nil
}
