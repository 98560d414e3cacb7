package library

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/library/picture"
)

//go:embed sharp.js
var sharpSource string

var sharpProgram = compile.Once("framework:sharp.js", sharpSource, false)

const sharpName = "sharp"

// sharp replaces the package of that name, which is a native addon.
func (l *Limits) sharp(r *jsapi.Realm, module *goja.Object) error {
	return export(r, module, sharpName, sharpProgram, map[string]any{
		"run":      func(call goja.FunctionCall) goja.Value { return l.runPicture(r, call) },
		"metadata": func(call goja.FunctionCall) goja.Value { return describePicture(r, call) },
	})
}

// bytesOf copies the bytes of a view, nil for anything else.
func bytesOf(r *jsapi.Realm, v goja.Value) []byte {
	if o, ok := v.(*goja.Object); ok {
		if b, ok := r.Bytes(o); ok {
			return append([]byte(nil), b...)
		}
	}
	return nil
}

// inBackground runs work without holding the loop, and calls done with its result.
func inBackground(r *jsapi.Realm, done goja.Value, work func(ctx context.Context) (any, error)) goja.Value {
	callback, _ := goja.AssertFunction(done)
	r.Compute(work, func(r *jsapi.Realm, v any, err error) {
		if err := r.Callback(callback, v, err); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}

// runPicture is run(job, bytes, done); the bytes are those of the image and of its layers.
func (l *Limits) runPicture(r *jsapi.Realm, call goja.FunctionCall) goja.Value {
	var job picture.Job
	if err := json.Unmarshal([]byte(call.Argument(0).String()), &job); err != nil {
		panic(r.Error(fmt.Errorf("sharp: %w", err)))
	}
	list := call.Argument(1).ToObject(r.Runtime())
	job.Input.Bytes = bytesOf(r, list.Get("0"))
	for i := range job.Layers {
		job.Layers[i].Input.Bytes = bytesOf(r, list.Get(fmt.Sprint(i+1)))
	}
	return inBackground(r, call.Argument(2), func(ctx context.Context) (any, error) {
		done, err := l.pictures.Run(ctx, &job)
		if err != nil {
			return nil, err
		}
		out := value.Of("format", done.Format, "width", done.Width, "height", done.Height, "channels", done.Channels, "size", done.Size)
		if done.Data != nil {
			out.Set("data", done.Data)
		}
		if done.Left != nil {
			out.Set("left", *done.Left)
			out.Set("top", *done.Top)
		}
		return out, nil
	})
}

// describePicture is metadata(input, bytes, done).
func describePicture(r *jsapi.Realm, call goja.FunctionCall) goja.Value {
	var in picture.Input
	if err := json.Unmarshal([]byte(call.Argument(0).String()), &in); err != nil {
		panic(r.Error(fmt.Errorf("sharp: %w", err)))
	}
	in.Bytes = bytesOf(r, call.Argument(1))
	return inBackground(r, call.Argument(2), func(context.Context) (any, error) {
		m, err := picture.Describe(&in)
		if err != nil {
			return nil, err
		}
		out := value.Of(
			"format", m.Format, "width", m.Width, "height", m.Height, "space", m.Space, "channels", m.Channels, "depth", m.Depth, "density", m.Density,
			"chroma", m.ChromaSubsampling, "progressive", m.Progressive, "orientation", m.Orientation, "pages", m.Pages,
		)
		if m.Exif != nil {
			out.Set("exif", m.Exif)
		}
		if m.Profile != nil {
			out.Set("profile", m.Profile)
		}
		return out, nil
	})
}
