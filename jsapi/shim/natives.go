package shim

import (
	"path"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/web"
)

// natives returns the native functions for shim.js.
func (s *Shim) natives() *goja.Object {
	o := s.rt.NewObject()
	set := func(name string, fn func(call goja.FunctionCall) goja.Value) { _ = o.Set(name, fn) }
	_ = o.Set("translates", s.opts.Translator != nil)
	_ = o.Set("ownLocales", s.opts.Switches.OwnLocales)
	_ = o.Set("responseLocale", s.opts.Switches.ResponseLocale)
	set("translate", func(call goja.FunctionCall) goja.Value {
		if err := s.opts.Translator.Install(call.Argument(0), call.Argument(1)); err != nil {
			panic(s.realm.Error(err))
		}
		return goja.Undefined()
	})
	set("translateHeirs", func(call goja.FunctionCall) goja.Value {
		if err := s.opts.Translator.InstallHeirs(call.Argument(0), call.Argument(1)); err != nil {
			panic(s.realm.Error(err))
		}
		return goja.Undefined()
	})
	set("lodash", func(goja.FunctionCall) goja.Value { return s.lodash() })
	set("locale", func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.Argument(0))
		cookie := ""
		if s.opts.LocaleQuery != "" && s.opts.Switches.OwnLocales {
			if asked, ok := e.x.Request.Query.Value(s.opts.LocaleQuery).(string); ok && asked != "" {
				return s.rt.ToValue(s.opts.Translator.Choose("", strings.ToLower(asked)))
			}
		}
		if s.opts.LocaleCookie != "" {
			cookie, _ = e.x.Request.Cookies.Value(s.opts.LocaleCookie).(string)
		}
		return s.rt.ToValue(s.opts.Translator.Choose(e.x.Request.Header.Get("Accept-Language"), cookie))
	})
	set("typeOf", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.opts.Switches.Types.Of("." + strings.TrimPrefix(call.Argument(0).String(), ".")))
	})
	set("knownType", func(call goja.FunctionCall) goja.Value {
		found, ok := s.opts.Switches.Types.Known(path.Ext("x." + call.Argument(0).String()))
		if !ok {
			return s.rt.ToValue(false)
		}
		return s.rt.ToValue(found)
	})
	set("statusText", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(web.StatusText(int(call.Argument(0).ToInteger())))
	})
	set("encodeURL", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(web.EncodeURL(call.Argument(0).String()))
	})
	set("sign", func(call goja.FunctionCall) goja.Value {
		if s.opts.Secret == "" {
			panic(s.rt.NewTypeError("signed cookies need a secret: set session.secret in config/session.js"))
		}
		return s.rt.ToValue(web.Sign(call.Argument(0).String(), s.opts.Secret))
	})
	set("addHeader", func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.Argument(0))
		if e.response.sent {
			panic(s.errHeadersSent())
		}
		s.checkHeader(call.Argument(1).String(), call.Argument(2))
		e.x.Response.Header().Add(call.Argument(1).String(), call.Argument(2).String())
		return goja.Undefined()
	})
	set("sessionOperation", func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.Argument(0))
		e.session.operation(call.Argument(1).String(), call.Argument(2), e.failCurrent)
		return goja.Undefined()
	})
	set("isSession", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.find(call.Argument(0)) != nil)
	})
	set("sessionMaxAge", s.sessionMaxAge)
	set("sessionID", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.exchange(call.Argument(0)).x.Session.ID())
	})
	set("sessionRequest", func(call goja.FunctionCall) goja.Value { return s.exchange(call.Argument(0)).req })
	set("aborted", func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.Argument(0))
		return s.rt.ToValue(!e.response.sent && e.x.Context().Err() != nil)
	})
	set("render", func(call goja.FunctionCall) goja.Value {
		e := s.exchange(call.Argument(0))
		return e.render(goja.FunctionCall{This: e.res, Arguments: call.Arguments[1:]})
	})
	set("viewExists", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.opts.Views != nil && s.opts.Views.Exists(call.Argument(0).String()))
	})
	s.uploadNatives(set)
	set("literal", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.opts.Responses.Literal(s.exchange(call.Argument(0)).x))
	})
	set("isVirtual", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(response.IsVirtual(s.exchange(call.Argument(0)).x))
	})
	set("peer", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.exchange(call.Argument(0)).x.Request.Peer)
	})
	set("peerPort", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(s.exchange(call.Argument(0)).x.Request.PeerPort)
	})
	set("unread", func(call goja.FunctionCall) goja.Value {
		return s.rt.ToValue(unread(s.exchange(call.Argument(0)).x.Request))
	})
	set("allParams", func(call goja.FunctionCall) goja.Value {
		return s.exchange(call.Argument(0)).request.mergedParams()
	})
	set("readRaw", func(call goja.FunctionCall) goja.Value {
		s.exchange(call.Argument(0)).readRaw(call.Argument(1))
		return goja.Undefined()
	})
	set("gone", func(call goja.FunctionCall) goja.Value {
		s.exchange(call.Argument(0)).onClientGone(call.Argument(1))
		return goja.Undefined()
	})
	_ = o.Set("subdomainsOfIP", s.opts.Switches.SubdomainsOfIP)
	_ = o.Set("keepsAddress", s.opts.Switches.KeepsAddress)
	_ = o.Set("plainRelative", s.opts.Switches.PlainRelative)
	_ = o.Set("noMaxAgeOfZero", s.opts.Switches.NoMaxAgeOfZero)
	_ = o.Set("formatCharset", s.opts.Switches.FormatCharset)
	_ = o.Set("plainSocketRedirect", s.opts.Switches.PlainSocketRedirect)
	_ = o.Set("encodeRedirect", s.opts.Switches.EncodeRedirect)
	_ = o.Set("localized", s.opts.Localized)
	return o
}
