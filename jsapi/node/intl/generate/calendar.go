package main

import (
	"fmt"
	"slices"
	"strings"
)

// calendars adds the months and eras of the calendars that locales use by default; the packages of
// CLDR have no release of them that fits. Node gave them.
func calendars(tag string, out map[string]string) {
	switch language, _, _ := strings.Cut(tag, "-"); language {
	case "th":
		eras(out, "buddhist", "พุทธศักราช", "พ.ศ.")
		// Dates are those of the Gregorian calendar, but for the styles.
		for k, v := range out {
			if rest, ok := strings.CutPrefix(k, "gregorian/"); ok && strings.Contains(k, "Formats") {
				out["generic/"+rest] = v
			}
		}
		styles(out, "EEEEที่ d MMMM G y", "d MMMM y", "d MMM y", "d/M/yy")
	case "fa":
		eras(out, "persian", "هجری شمسی", "ه\u200d.ش.")
		wide := strings.Fields("فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند")
		if tag == "fa-AF" {
			wide = strings.Fields("حمل ثور جوزا سرطان اسد سنبلهٔ میزان عقرب قوس جدی دلو حوت")
		}
		for k, v := range out {
			if strings.HasPrefix(k, "generic/") {
				out[k] = strings.NewReplacer(" GGGGG", "", " G", "").Replace(v)
			}
		}
		styles(out, "y MMMM d, EEEE", "d MMMM y", "d MMM y", "y/M/d")
		months(out, wide, strings.Fields("ف ا خ ت م ش م آ آ د ب ا"))
	case "ps":
		eras(out, "persian", "AP", "AP")
		months(out, strings.Fields("وری غویی غبرگولی چنگاښ زمری وږی تله لړم لیندۍ مرغومی سلواغه کب"), strings.Fields("۱ ۲ ۳ ۴ ۵ ۶ ۷ ۸ ۹ ۱۰ ۱۱ ۱۲"))
	}
}

func eras(out map[string]string, calendar, name, short string) {
	out[calendar+"/eras/eraNames/0"], out[calendar+"/eras/eraAbbr/0"], out[calendar+"/eras/eraNarrow/0"] = name, short, short
}

// styles sets the formats of dateStyle.
func styles(out map[string]string, full, long, medium, short string) {
	for style, pattern := range map[string]string{"full": full, "long": long, "medium": medium, "short": short} {
		out["generic/dateFormats/"+style] = pattern
	}
}

func months(out map[string]string, wide, narrow []string) {
	for _, form := range []string{"format", "stand-alone"} {
		for i := range wide {
			prefix := "persian/months/" + form + "/"
			out[fmt.Sprint(prefix, "wide/", i+1)], out[fmt.Sprint(prefix, "abbreviated/", i+1)], out[fmt.Sprint(prefix, "narrow/", i+1)] = wide[i], wide[i], narrow[i]
		}
	}
}

// zones adds the names of time zones, and the countries that have one zone, to the table of metazones.
func (c *cldr) zones(out map[string]string) {
	var zones map[string]any
	c.pick("cldr-bcp47/bcp47/timezone.json", &zones, "keyword", "u", "tz")
	countries := map[string][]string{}
	for code, v := range zones {
		entry, _ := v.(map[string]any)
		alias, _ := entry["_alias"].(string)
		if _, deprecated := entry["_deprecated"]; deprecated || alias == "" {
			continue
		}
		names := strings.Fields(alias)
		for _, name := range names {
			out["alias/"+strings.ToLower(name)] = names[0]
		}
		out["zone/"+names[0]] = "1"
		if len(code) >= 5 && !strings.HasPrefix(code, "utc") && !strings.HasPrefix(names[0], "Etc/") {
			country := strings.ToUpper(code[:2])
			countries[country] = append(countries[country], names[0])
		}
	}
	for country, names := range countries {
		slices.Sort(names)
		if primary := out["primary/"+country]; primary != "" {
			out["country/"+primary] = country
		} else if len(names) == 1 {
			out["country/"+names[0]] = country
		}
	}
}
