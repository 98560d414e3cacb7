package router

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"framework/engine/observe"
)

// OptionsMerge decides which value is used if several bindings of one exchange
// have the same route option.
type OptionsMerge uint8

const (
	// EarlierWins keeps options that req.options already has, as Sails 0.12 does.
	EarlierWins OptionsMerge = iota
	// LaterWins lets each binding overwrite, as Sails 0.10 and 0.11 do.
	LaterWins
)

// Dispatch calls the matching bindings in order until one answers or fails. It
// returns Pass if none has answered. A panic of a handler becomes an error; a
// cancelled context ends the walk with its cause.
//
// A path with a line end fails with 400: a wildcard does not match a line end but
// a parameter does, so "/a/:id" could be reached without the policies of "/a/*".
// Such paths can only come from sockets, or from clients that do not escape them.
func Dispatch(t Table, x *Exchange, merge OptionsMerge) (Verdict, error) {
	if strings.ContainsAny(x.Request.Path, lineEnds) {
		return Pass, &Error{Status: 400, Message: "Bad request: a line end in a path has to be escaped."}
	}
	files, _ := t.(interface{ asset(url string) bool })
	for b, params := range t.Lookup(x.Request.Method, x.Request.Path) {
		if err := x.Context().Err(); err != nil {
			return Pass, err
		}
		if b.SkipAssets && files != nil && files.asset(x.Request.URL) || b.skips(x.Request.URL) {
			continue
		}
		x.Binding, x.Params = b, params
		mergeOptions(x, merge)
		if x.Record != nil {
			b.begin(x.Record)
		}
		if x.Matched != nil {
			if verdict, err := serve(x.Matched, x); err != nil || verdict == Answered {
				return verdict, err
			}
		}
		if verdict, err := serve(b.Handler, x); err != nil || verdict == Answered {
			return verdict, err
		}
	}
	return Pass, nil
}

// begin records that the binding serves: what runs in JavaScript names itself when it
// runs.
func (b *Binding) begin(r *observe.Request) {
	switch {
	case len(b.Script) > 0:
		r.Step(observe.Waiting, "", "")
	case b.Family != Before:
		r.Step(observe.Action, b.Target, "")
	}
}

// skips reports whether the binding ignores url, which includes the query.
func (b *Binding) skips(url string) bool {
	return slices.ContainsFunc(b.Skip, func(e *Expression) bool { return e.MatchString(url) })
}

func mergeOptions(x *Exchange, merge OptionsMerge) {
	from := x.Binding.Options
	if from.Len() == 0 {
		return
	}
	if x.Options == nil {
		x.Options, x.borrowed = from, from
		return
	}
	for k, v := range from.All() {
		if merge == LaterWins || !x.Options.Has(k) {
			x.SetOption(k, v)
		}
	}
}

func serve(h Handler, x *Exchange) (verdict Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			verdict, err = Pass, fmt.Errorf("handler of %s panicked: %v\n%s", x.Binding.Target, p, debug.Stack())
		}
	}()
	return h.Serve(x)
}
