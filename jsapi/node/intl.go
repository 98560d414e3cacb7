package node

import (
	"math/big"
	"strings"
	"unicode"

	"github.com/dop251/goja"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/node/intl"
)

// intlModule is the native part of Intl: it hands the settings that the scripts have read to
// package intl, and the answers back.
type intlModule struct{ *textModule }

// localeNatives are the functions about locales that all types of Intl use.
func (m *intlModule) localeNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		// canonical(tag) is the canonical form of a language tag, '' if it is not well-formed.
		"canonical": func(call goja.FunctionCall) goja.Value {
			if t, ok := intl.ParseTag(call.Argument(0).String()); ok {
				return rt.ToValue(t.String())
			}
			return rt.ToValue("")
		},
		// likely(tag, minimal) adds the script and the region that most speakers use, or drops them.
		"likely": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(intl.Likely(call.Argument(0).String(), call.Argument(1).ToBoolean()))
		},
		// find(tag) is the best locale for a canonical tag: { locale, extensions }, undefined
		// if there is none.
		"find": func(call goja.FunctionCall) goja.Value {
			t, _ := intl.ParseTag(call.Argument(0).String())
			l, ok := intl.Find(t.Base())
			if !ok {
				return goja.Undefined()
			}
			out, extensions := rt.NewObject(), rt.NewObject()
			for _, k := range t.Keywords {
				_ = extensions.Set(k.Key, k.Value)
			}
			_ = out.Set("locale", l.Tag)
			_ = out.Set("extensions", extensions)
			return out
		},
		// system(locale) is the numbering system of a locale.
		"system": func(call goja.FunctionCall) goja.Value { return rt.ToValue(m.locale(call.Argument(0)).DefaultSystem()) },
		// isSystem(name) reports whether there is a numbering system of ten digits.
		"isSystem": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(intl.NumberingSystem(call.Argument(0).String()))
		},
	}
}

// numberNatives are the native functions of NumberFormat and PluralRules.
func (m *intlModule) numberNatives() map[string]any {
	rt := m.realm.Runtime()
	natives := m.localeNatives()
	// number(settings) is { format, parts, range, rangeParts } for resolved options.
	natives["number"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).ToObject(rt)
		n := intl.NewNumber(m.locale(s.Get("locale")), intl.NumberOptions{
			NumberingSystem: option(s, "numberingSystem"), Style: option(s, "style"), Currency: option(s, "currency"), CurrencyDisplay: option(s, "currencyDisplay"),
			CurrencySign: option(s, "currencySign"), Unit: option(s, "unit"), UnitDisplay: option(s, "unitDisplay"), Notation: option(s, "notation"),
			CompactDisplay: option(s, "compactDisplay"), SignDisplay: option(s, "signDisplay"), Grouping: option(s, "useGrouping"), Digits: digits(s),
		})
		out := rt.NewObject()
		_ = out.Set("format", func(call goja.FunctionCall) goja.Value { return rt.ToValue(n.Format(decimal(call.Argument(0)))) })
		_ = out.Set("parts", func(call goja.FunctionCall) goja.Value { return m.parts(n.Parts(decimal(call.Argument(0)))) })
		_ = out.Set("rangeParts", func(call goja.FunctionCall) goja.Value {
			return m.parts(n.Range(decimal(call.Argument(0)), decimal(call.Argument(1))))
		})
		return out
	}
	// plural(settings) is { select, selectRange, categories }.
	natives["plural"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).ToObject(rt)
		p := intl.NewPlural(m.locale(s.Get("locale")), option(s, "type"), digits(s))
		out := rt.NewObject()
		_ = out.Set("select", func(call goja.FunctionCall) goja.Value { return rt.ToValue(p.Select(decimal(call.Argument(0)))) })
		_ = out.Set("selectRange", func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(p.SelectRange(decimal(call.Argument(0)), decimal(call.Argument(1))))
		})
		_ = out.Set("categories", p.Categories())
		return out
	}
	// currencyDigits(code) is the number of fraction digits of a currency.
	natives["currencyDigits"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(intl.CurrencyDigits(call.Argument(0).String()))
	}
	return natives
}

// locale returns the locale of a resolved tag.
func (m *intlModule) locale(tag goja.Value) intl.Locale {
	if l, ok := intl.Find(tag.String()); ok {
		return l
	}
	return intl.English()
}

// option returns the text of an option, empty if it is not set.
func option(o *goja.Object, name string) string {
	v := o.Get(name)
	if v == nil || goja.IsUndefined(v) {
		return ""
	}
	return v.String()
}

func digits(o *goja.Object) intl.Digits {
	number := func(name string) int {
		v := o.Get(name)
		if v == nil {
			return 0
		}
		return int(v.ToInteger())
	}
	return intl.Digits{
		MinInteger: number("minimumIntegerDigits"), MinFraction: number("minimumFractionDigits"), MaxFraction: number("maximumFractionDigits"),
		MinSignificant: number("minimumSignificantDigits"), MaxSignificant: number("maximumSignificantDigits"), Priority: option(o, "roundingPriority"),
		Mode: option(o, "roundingMode"), Increment: number("roundingIncrement"), StripIfInteger: option(o, "trailingZeroDisplay") == "stripIfInteger",
	}
}

// decimal returns the digits of a number, a BigInt or a text.
func decimal(v goja.Value) intl.Decimal {
	switch n := v.Export().(type) {
	case *big.Int:
		return intl.FromBig(n)
	case string:
		return intl.FromText(n)
	}
	return intl.FromFloat(v.ToFloat())
}

// parts returns the array of formatToParts.
func (m *intlModule) parts(parts []intl.Part) goja.Value {
	rt := m.realm.Runtime()
	out := make([]any, len(parts))
	for i, p := range parts {
		o := rt.NewObject()
		_ = o.Set("type", p.Type)
		_ = o.Set("value", p.Value)
		if p.Source != "" {
			_ = o.Set("source", p.Source)
		}
		out[i] = o
	}
	return rt.NewArray(out...)
}

// dateNatives are the native functions of DateTimeFormat.
func (m *intlModule) dateNatives() map[string]any {
	rt := m.realm.Runtime()
	natives := m.localeNatives()
	// defaults(locale) is what a locale uses: { calendar, hourCycle }.
	natives["defaults"] = func(call goja.FunctionCall) goja.Value {
		l := m.locale(call.Argument(0))
		return m.realm.ToJS(value.Of("calendar", l.CalendarOf(), "hourCycle", l.HourCycleOf()))
	}
	// zone(name) is the name of a time zone for Intl, by default the server's; undefined if there
	// is no such zone.
	natives["zone"] = func(call goja.FunctionCall) goja.Value {
		name := localZone()
		if !goja.IsUndefined(call.Argument(0)) {
			name = call.Argument(0).String()
		}
		if z, ok := intl.FindZone(name); ok {
			return rt.ToValue(z.Name)
		}
		return goja.Undefined()
	}
	// date(settings) is { format, parts, rangeParts, pattern }.
	natives["date"] = func(call goja.FunctionCall) goja.Value {
		s := call.Argument(0).ToObject(rt)
		zone, _ := intl.FindZone(option(s, "timeZone"))
		d := intl.NewDate(m.locale(s.Get("locale")), intl.DateOptions{
			Calendar: option(s, "calendar"), NumberingSystem: option(s, "numberingSystem"), Skeleton: option(s, "skeleton"),
			DateStyle: option(s, "dateStyle"), TimeStyle: option(s, "timeStyle"), HourCycle: option(s, "hourCycle"), Zone: zone,
		})
		out := rt.NewObject()
		_ = out.Set("format", func(call goja.FunctionCall) goja.Value { return rt.ToValue(d.Format(call.Argument(0).ToFloat())) })
		_ = out.Set("parts", func(call goja.FunctionCall) goja.Value { return m.parts(d.Parts(call.Argument(0).ToFloat())) })
		_ = out.Set("rangeParts", func(call goja.FunctionCall) goja.Value {
			return m.parts(d.Range(call.Argument(0).ToFloat(), call.Argument(1).ToFloat()))
		})
		_ = out.Set("pattern", d.Pattern())
		return out
	}
	return natives
}

// wordNatives are the native functions of ListFormat, RelativeTimeFormat and DisplayNames.
func (m *intlModule) wordNatives() map[string]any {
	rt := m.realm.Runtime()
	natives := m.localeNatives()
	// list(locale, kind, items) is the parts of a list.
	natives["list"] = func(call goja.FunctionCall) goja.Value {
		var items []string
		if err := rt.ExportTo(call.Argument(2), &items); err != nil {
			panic(rt.NewTypeError("%s", err))
		}
		return m.parts(intl.List(m.locale(call.Argument(0)), call.Argument(1).String(), items))
	}
	// relative(locale, style, numberingSystem, auto) is a function (n, unit) that returns parts; the source of
	// those of the number is the unit.
	natives["relative"] = func(call goja.FunctionCall) goja.Value {
		r := intl.NewRelative(m.locale(call.Argument(0)), call.Argument(1).String(), call.Argument(2).String(), call.Argument(3).ToBoolean())
		return rt.ToValue(func(call goja.FunctionCall) goja.Value {
			return m.parts(r.Parts(call.Argument(0).ToFloat(), call.Argument(1).String()))
		})
	}
	// name(locale, kind, style, code, dialect) is a name, '' if there is none.
	natives["name"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(intl.Name(m.locale(call.Argument(0)), call.Argument(1).String(), call.Argument(2).String(), call.Argument(3).String(), call.Argument(4).ToBoolean()))
	}
	return natives
}

// natives are the native functions of the other types of Intl.
func (m *intlModule) natives() map[string]any {
	rt := m.realm.Runtime()
	natives := m.intlNatives()
	// collator(locale, sensitivity, numeric) is a function that compares two texts.
	natives["collator"] = func(call goja.FunctionCall) goja.Value {
		tag, err := language.Parse(call.Argument(0).String())
		if err != nil {
			tag = language.Und
		}
		var opts []collate.Option
		switch call.Argument(1).String() {
		case "base":
			opts = append(opts, collate.IgnoreCase, collate.IgnoreDiacritics)
		case "accent":
			opts = append(opts, collate.IgnoreCase)
		case "case":
			return rt.ToValue(caseCollator(rt, tag, call.Argument(2).ToBoolean()))
		}
		if call.Argument(2).ToBoolean() {
			opts = append(opts, collate.Numeric)
		}
		c := collate.New(tag, opts...)
		return rt.ToValue(func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(c.CompareString(jsapi.Sortable(call.Argument(0)), jsapi.Sortable(call.Argument(1))))
		})
	}
	// cased(text, language, upper) is the text in capital or small letters.
	natives["cased"] = func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(localeCase(call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).ToBoolean()))
	}
	// zones() and systems() are the names of time zones and of numbering systems.
	natives["zones"] = func() []string { return intl.Zones() }
	natives["systems"] = func() []string { return intl.NumberingSystems() }
	return natives
}

// caseCollator compares letters, and then their case but not their accents.
func caseCollator(rt *goja.Runtime, tag language.Tag, numeric bool) func(goja.FunctionCall) goja.Value {
	opts := []collate.Option{collate.IgnoreCase, collate.IgnoreDiacritics}
	exact := []collate.Option{}
	if numeric {
		opts, exact = append(opts, collate.Numeric), append(exact, collate.Numeric)
	}
	letters, cases := collate.New(tag, opts...), collate.New(tag, exact...)
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(s))
	}
	return func(call goja.FunctionCall) goja.Value {
		a, b := jsapi.Sortable(call.Argument(0)), jsapi.Sortable(call.Argument(1))
		c := letters.CompareString(a, b)
		if c == 0 {
			c = cases.CompareString(plain(a), plain(b))
		}
		return rt.ToValue(c)
	}
}
