package main

import (
	"slices"
	"strings"

	"framework/jsapi/node/intl/archive"
)

// units are the simple units of ECMA-402.
var units = strings.Fields(`acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour
 inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter
 millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year`)

// locale returns the tables of a locale.
func (c *cldr) locale(tag string) []archive.Source {
	tables := map[string]map[string]string{
		"number":   c.numbers(tag),
		"currency": c.currencies(tag),
		"unit":     c.units(tag),
		"date":     c.dates(tag),
		"field":    c.fields(tag),
		"zone":     c.flat("cldr-dates-full/main/"+tag+"/timeZoneNames.json", "main", tag, "dates", "timeZoneNames"),
		"list":     c.flat("cldr-misc-full/main/"+tag+"/listPatterns.json", "main", tag, "listPatterns"),
		"name":     c.displayNames(tag),
	}
	var out []archive.Source
	for table, values := range tables {
		for k := range values {
			if strings.HasSuffix(k, "_type") || strings.HasSuffix(k, "-alt-ascii") {
				delete(values, k)
			}
		}
		out = append(out, archive.Source{Table: table, Language: tag, Values: values})
	}
	return out
}

func (c *cldr) numbers(tag string) map[string]string {
	out := map[string]string{}
	for k, v := range c.flat("cldr-numbers-full/main/"+tag+"/numbers.json", "main", tag, "numbers") {
		if strings.Contains(k, "alphaNextToNumber") || strings.Contains(k, "noCurrency") || strings.HasPrefix(k, "rational") || strings.HasPrefix(k, "minimalPairs") {
			continue
		}
		if tag == "my" && strings.Contains(k, "/unitPattern-count-") {
			v = "{0} {1}" // as ICU has it
		}
		head, rest, _ := strings.Cut(k, "/")
		if kind, system, ok := strings.Cut(head, "-numberSystem-"); ok {
			k = kind + "/" + system + "/" + rest
		}
		out[k] = v
	}
	return out
}

func (c *cldr) currencies(tag string) map[string]string {
	out := map[string]string{}
	for k, v := range c.flat("cldr-numbers-full/main/"+tag+"/currencies.json", "main", tag, "numbers", "currencies") {
		code, kind, _ := strings.Cut(k, "/")
		if v == code && kind != "symbol-alt-narrow" || kind == "symbol-alt-variant" || kind == "symbol-alt-formal" {
			continue
		}
		out[k] = v
	}
	return out
}

func (c *cldr) units(tag string) map[string]string {
	out := map[string]string{}
	for k, v := range c.flat("cldr-units-full/main/"+tag+"/units.json", "main", tag, "units") {
		parts := strings.SplitN(k, "/", 3)
		if len(parts) != 3 || strings.Contains(parts[2], "-case-") || strings.Contains(parts[2], "-gender-") {
			continue
		}
		width, unit, form := parts[0], parts[1], parts[2]
		if unit == "per" {
			out[width+"/per"] = v
			continue
		}
		_, name, _ := strings.Cut(unit, "-")
		first, second, compound := strings.Cut(name, "-per-")
		if !slices.Contains(units, first) || compound && !slices.Contains(units, second) || strings.HasPrefix(unit, "concentr-portion") || form == "gender" {
			continue
		}
		out[width+"/"+name+"/"+form] = v
	}
	return out
}

func (c *cldr) dates(tag string) map[string]string {
	out := map[string]string{}
	language, _, _ := strings.Cut(tag, "-")
	kinds := []string{"gregorian"}
	if language == "th" || language == "fa" || language == "ps" {
		kinds = append(kinds, "generic")
	}
	for _, calendar := range kinds {
		for k, v := range c.flat("cldr-dates-full/main/"+tag+"/ca-"+calendar+".json", "main", tag, "dates", "calendars", calendar) {
			if strings.Contains(k, "-alt-") || strings.HasPrefix(k, "quarters") || strings.HasPrefix(k, "dateSkeletons") || strings.HasPrefix(k, "timeSkeletons") ||
				strings.HasPrefix(k, "dateTimeFormats-relative") || strings.Contains(k, "-count-") || strings.HasPrefix(k, "cyclic") || calendar == "generic" && !strings.Contains(k, "Formats") {
				continue
			}
			out[calendar+"/"+k] = v
		}
	}
	calendars(tag, out)
	return out
}

func (c *cldr) fields(tag string) map[string]string {
	out := map[string]string{}
	for k, v := range c.flat("cldr-dates-full/main/"+tag+"/dateFields.json", "main", tag, "dates", "fields") {
		for _, day := range []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"} {
			if strings.HasPrefix(k, day+"/") || strings.HasPrefix(k, day+"-") {
				k = ""
				break
			}
		}
		if k != "" && !strings.HasSuffix(k, "relativePeriod") {
			out[k] = v
		}
	}
	return out
}

func (c *cldr) displayNames(tag string) map[string]string {
	out := map[string]string{}
	base := "cldr-localenames-full/main/" + tag + "/"
	add := func(kind string, values map[string]string) {
		for k, v := range values {
			if v != k && !strings.HasSuffix(k, "-alt-variant") && !strings.HasSuffix(k, "-alt-secondary") {
				out[kind+"/"+k] = v
			}
		}
	}
	names := []string{"main", tag, "localeDisplayNames"}
	add("language", c.flat(base+"languages.json", append(names, "languages")...))
	add("script", c.flat(base+"scripts.json", append(names, "scripts")...))
	add("region", c.flat(base+"territories.json", append(names, "territories")...))
	for k, v := range c.flat(base+"localeDisplayNames.json", names...) {
		if strings.HasPrefix(k, "localeDisplayPattern/") || strings.HasPrefix(k, "codePatterns/") || strings.HasPrefix(k, "types/calendar/") {
			out[k] = v
		}
	}
	return out
}

// rootNumbers are the numbers of locales that lack a numbering system. The packages leave out
// the symbols that all locales inherit for the digits of Arabic.
func (c *cldr) rootNumbers() map[string]string {
	out := c.numbers("und")
	for k, v := range out {
		if rest, ok := strings.CutPrefix(k, "symbols/latn/"); ok {
			out["symbols/arab/"+rest] = v
			out["symbols/arabext/"+rest] = v
		}
	}
	for k, v := range map[string]string{
		"arab/decimal": "\u066b", "arab/group": "\u066c", "arab/percentSign": "\u066a\u061c", "arab/plusSign": "\u061c+", "arab/minusSign": "\u061c-", "arab/exponential": "\u0623\u0633",
		"arabext/decimal": "\u066b", "arabext/group": "\u066c", "arabext/percentSign": "\u066a", "arabext/plusSign": "\u200e+\u200e", "arabext/minusSign": "\u200e-\u200e", "arabext/exponential": "\u00d7\u06f1\u06f0^",
	} {
		out["symbols/"+k] = v
	}
	return out
}
