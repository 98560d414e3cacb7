package shim

import (
	"errors"
	"net/http"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
)

// exception is an error of JavaScript with the payload that responses show.
type exception struct {
	err     error
	payload *response.Payload
}

func (t *exception) Error() string { return t.err.Error() }

func (t *exception) Unwrap() error { return t.err }

// Payload implements response.PayloadError.
func (t *exception) Payload() *response.Payload { return t.payload }

// exception adds the payload to an error of JavaScript; it returns errors of Go
// unchanged.
func (s *Shim) exception(err error) error {
	var ready response.PayloadError
	var script *jsapi.ScriptError
	if errors.As(err, &ready) || !errors.As(err, &script) {
		return err
	}
	v, ok := script.Value.(goja.Value)
	if !ok {
		return err
	}
	p, perr := s.payload(v)
	if perr != nil {
		p = &response.Payload{Kind: response.Text, Body: []byte(script.Message)}
	}
	p.Err = err
	return &exception{err: err, payload: p}
}

// payload encodes a JavaScript value as res.jsonx does.
func (s *Shim) payload(v goja.Value) (*response.Payload, error) {
	return s.payloadOf(v, false)
}

// payloadOf encodes a JavaScript value. With all, the text of an error contains its
// own properties too, as in some responses of 1.x.
func (s *Shim) payloadOf(v goja.Value, all bool) (*response.Payload, error) {
	switch {
	case v == nil || goja.IsUndefined(v):
		return &response.Payload{}, nil
	case goja.IsString(v):
		return &response.Payload{Kind: response.Text, Body: []byte(v.String()), Locals: &scriptValue{v}}, nil
	}
	p := &response.Payload{Kind: response.JSON, Locals: &scriptValue{v}}
	if goja.IsNumber(v) {
		p.Number = response.StatusOf(v.ToFloat())
	}
	o, isObject := v.(*goja.Object)
	if isObject {
		switch status := o.Get("status"); {
		case status == nil:
		case goja.IsNumber(status):
			p.Status = int(status.ToInteger())
		case goja.IsString(status) && status.ToFloat() >= 400 && status.ToFloat() < 500:
			p.Status = http.StatusBadRequest // only a number is compared with 403 and 404
		}
		if code := o.Get("code"); code != nil && code.String() == viewFailedCode {
			p.FromView = true
		}
		if o.ClassName() == "Error" || s.rt.InstanceOf(o, s.errorCtor) {
			err := s.realm.GoError(v)
			p.Err = err
			shown, done, err := s.rules().exceptionPayload(s, p, o, err, all)
			if done || err != nil {
				return p, err
			}
			v = shown
		}
	}
	text, ok, err := s.realm.Stringify(nil, v, s.indent)
	if err != nil {
		return nil, err
	}
	if !ok {
		p.Kind = response.None
		return p, nil
	}
	p.Body = text
	return p, nil
}

// errorText fills in the payload of an error in 1.x: JSON if the error has a
// toJSON, else text.
func (s *Shim) errorText(p *response.Payload, o *goja.Object, all bool) error {
	if _, own := goja.AssertFunction(o.Get("toJSON")); own {
		text, ok, err := s.realm.Stringify(nil, o, s.indent)
		if err == nil && ok {
			p.Body = text
			return nil
		}
	}
	text, err := s.call("errorText", o, s.rt.ToValue(all))
	if err != nil {
		return err
	}
	p.Kind, p.ErrorText, p.Body = response.Text, true, []byte(text.String())
	if members, ok, err := s.realm.Stringify(nil, o, s.indent); err == nil && ok {
		p.Members = members
	}
	return nil
}

// call runs one of the functions of shim.js.
func (s *Shim) call(name string, args ...goja.Value) (goja.Value, error) {
	fn, _ := goja.AssertFunction(s.helpers.Get(name))
	v, err := fn(goja.Undefined(), args...)
	if err != nil {
		return nil, s.realm.Wrap(err)
	}
	return v, nil
}

// dataToJS converts the data of a response for a custom response.
func (s *Shim) dataToJS(data any) goja.Value {
	switch data := data.(type) {
	case value.Undefined:
		return goja.Undefined()
	case error:
		return s.errorToJS(data)
	case *response.Payload:
		if v, ok := data.Locals.(*scriptValue); ok {
			return v.value
		}
		switch data.Kind {
		case response.None:
			return goja.Undefined()
		case response.Text:
			return s.rt.ToValue(string(data.Body))
		}
		v, err := value.Parse(data.Body)
		if err != nil {
			return s.rt.ToValue(string(data.Body))
		}
		return s.realm.ToJS(v)
	}
	return s.realm.ToJS(data)
}

// errorToJS converts an error for a custom response. What clients see of an error of a
// default action of 1.x is its toJSON.
func (s *Shim) errorToJS(err error) goja.Value {
	v := s.realm.Error(unwrapException(err))
	var shown interface{ JSON() *value.Map }
	o, ok := v.(*goja.Object)
	if !ok || !errors.As(err, &shown) {
		return v
	}
	if _, own := goja.AssertFunction(o.Get("toJSON")); !own {
		_ = o.Set("toJSON", func(goja.FunctionCall) goja.Value { return s.realm.ToJS(shown.JSON()) }) // does not fail on a new object
	}
	return o
}

// unwrapException returns the error of package jsapi, which Realm.Error converts
// to the value that was thrown.
func unwrapException(err error) error {
	var t *exception
	if errors.As(err, &t) {
		return t.err
	}
	return err
}
