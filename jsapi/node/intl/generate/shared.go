package main

import (
	"slices"
	"strings"

	"framework/jsapi/node/intl/archive"
)

// shared returns the tables that do not belong to one locale. Their language is root.
func (c *cldr) shared(wanted []string) []archive.Source {
	ours := func(tag string) bool {
		language, _, _ := strings.Cut(tag, "-")
		return slices.Contains(wanted, language)
	}
	core := "cldr-core/supplemental/"
	plural := map[string]string{}
	for kind, key := range map[string]string{"cardinal": "plurals", "ordinal": "ordinals"} {
		for k, v := range c.flat(core+key+".json", "supplemental", "plurals-type-"+kind) {
			tag, form, _ := strings.Cut(k, "/pluralRule-count-")
			rule, _, _ := strings.Cut(v, "@")
			if ours(tag) && strings.TrimSpace(rule) != "" {
				plural[kind+"/"+tag+"/"+form] = strings.TrimSpace(rule)
			}
		}
	}
	for k, v := range c.flat(core+"pluralRanges.json", "supplemental", "plurals") {
		tag, rest, _ := strings.Cut(k, "/pluralRange-start-")
		if ours(tag) {
			plural["range/"+tag+"/"+strings.Replace(rest, "-end-", "/", 1)] = v
		}
	}
	system := map[string]string{}
	for k, v := range c.flat(core+"numberingSystems.json", "supplemental", "numberingSystems") {
		if name, ok := strings.CutSuffix(k, "/_digits"); ok {
			system[name] = v
		}
	}
	fraction := map[string]string{}
	for k, v := range c.flat(core+"currencyData.json", "supplemental", "currencyData", "fractions") {
		if name, ok := strings.CutSuffix(k, "/_digits"); ok {
			fraction[name] = v
		}
	}
	clock := c.flat(core+"timeData.json", "supplemental", "timeData")
	for k, v := range c.flat(core+"dayPeriods.json", "supplemental", "dayPeriodRuleSet") {
		if ours(k[:strings.IndexByte(k+"/", '/')]) {
			clock["period/"+k] = v
		}
	}
	metazone := c.flat(core+"metaZones.json", "supplemental", "metaZones", "metazoneInfo", "timezone")
	for k, v := range c.flat(core+"metaZones.json", "supplemental", "metaZones", "metazones") {
		metazone["map/"+k] = v
	}
	for k, v := range c.flat(core+"primaryZones.json", "supplemental", "primaryZones") {
		metazone["primary/"+k] = v
	}
	c.zones(metazone)
	parents := c.flat(core+"parentLocales.json", "supplemental", "parentLocales", "parentLocale")
	alias := map[string]string{}
	for k, v := range c.flat(core+"aliases.json", "supplemental", "metadata", "alias") {
		if k, ok := strings.CutSuffix(k, "/_replacement"); ok && (strings.HasPrefix(k, "languageAlias/") || strings.HasPrefix(k, "territoryAlias/") || strings.HasPrefix(k, "scriptAlias/") || strings.HasPrefix(k, "variantAlias/")) {
			alias[k] = v
		}
	}
	likely := c.flat(core+"likelySubtags.json", "supplemental", "likelySubtags")
	content := map[string]string{}
	var defaults []string
	c.pick("cldr-core/defaultContent.json", &defaults, "defaultContent")
	for _, tag := range defaults {
		if at := strings.LastIndexByte(tag, '-'); at > 0 && ours(tag) && !slices.Contains(left, tag) {
			content[tag] = tag[:at]
		}
	}
	// These hold the content of a locale that holds the content of another.
	for tag, parent := range content {
		if up, ok := content[parent]; ok {
			content[tag] = up
		}
	}
	delete(content, "nb-NO") // Node does not list it
	var out []archive.Source
	for table, values := range map[string]map[string]string{
		"plural": plural, "system": system, "fraction": fraction, "clock": clock, "metazone": metazone, "parent": parents, "content": content, "alias": alias, "likely": likely,
	} {
		out = append(out, archive.Source{Table: table, Language: "root", Values: values})
	}
	return out
}
