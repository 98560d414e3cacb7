package intl

import (
	"strconv"
	"strings"
	"sync"
	"time"
)

// Zone is a time zone with its name in CLDR.
type Zone struct {
	Name     string // as resolvedOptions gives it
	location *time.Location
	data     string // name of its texts
}

// zoneCache keeps the zones that have been read, by their names in CLDR.
var zoneCache sync.Map

// FindZone returns a time zone by any of its names, whatever their case.
func FindZone(name string) (Zone, bool) {
	canonical := shared("metazone", "alias/"+strings.ToLower(name))
	if canonical == "" {
		return Zone{}, false
	}
	if z, ok := zoneCache.Load(canonical); ok {
		return z.(Zone), true
	}
	location, err := time.LoadLocation(canonical)
	if err != nil {
		return Zone{}, false
	}
	z := Zone{canonical, location, canonical}
	if canonical == "Etc/UTC" || canonical == "Etc/GMT" {
		z.Name = "UTC"
	}
	zoneCache.Store(canonical, z)
	return z, true
}

// Zones returns the names of all time zones, sorted.
func Zones() []string {
	var out []string
	table("metazone", "root").Each("zone/", func(name, _ string) {
		if name != "Etc/Unknown" && !strings.HasPrefix(name, "Etc/") {
			out = append(out, name)
		}
	})
	return append(out, "UTC")
}

// metazone returns the zone whose names a zone has at a time.
func (z Zone) metazone(at time.Time) string {
	t := table("metazone", "root")
	now := at.UTC().Format("2006-01-02 15:04")
	for i := 0; ; i++ {
		key := z.data + "/" + strconv.Itoa(i) + "/usesMetazone/"
		name := t.Get(key + "_mzone")
		if name == "" {
			return ""
		}
		from, to := t.Get(key+"_from"), t.Get(key+"_to")
		if (from == "" || from <= now) && (to == "" || now < to) {
			return name
		}
	}
}

// daylight reports whether a zone is ahead of its standard time. The database says of Dublin that
// winter is the exception.
func (z Zone) daylight(at time.Time) bool {
	if z.data == "Europe/Dublin" {
		_, offset := at.Zone()
		return offset != 0
	}
	return at.IsDST()
}

// name returns the text of a zone; the style is short, long, shortOffset, longOffset, shortGeneric
// or longGeneric.
func (d *Date) zoneName(at time.Time, style string) string {
	width, generic := "short", strings.HasSuffix(style, "Generic")
	if strings.HasPrefix(style, "long") {
		width = "long"
	}
	z := d.zone
	if !strings.HasSuffix(style, "Offset") && !strings.HasPrefix(z.data, "Etc/GMT+") && !strings.HasPrefix(z.data, "Etc/GMT-") {
		if name := d.zoneText(at, width, generic); name != "" {
			return name
		}
	}
	return d.offset(at, width)
}

func (d *Date) zoneText(at time.Time, width string, generic bool) string {
	z, kind := d.zone, "standard"
	if z.data == "Etc/UTC" {
		if generic {
			return ""
		}
		return d.locale.get("zone", "zone/Etc/UTC/"+width+"/standard")
	}
	meta := z.metazone(at)
	name := func(kind string) string {
		if v := d.locale.get("zone", "zone/"+z.data+"/"+width+"/"+kind); v != "" {
			return v
		}
		if meta == "" {
			return ""
		}
		if v := d.locale.get("zone", "metazone/"+meta+"/"+width+"/"+kind); v != "∅∅∅" {
			return v
		}
		return ""
	}
	if !generic {
		if z.daylight(at) {
			kind = "daylight"
		}
		return name(kind)
	}
	if !z.daylight(at) && !z.daylight(at.AddDate(0, 6, 0)) && !z.daylight(at.AddDate(0, -6, 0)) {
		if v := name("standard"); v != "" {
			return v
		}
	}
	if v := name("generic"); v != "" {
		return v
	}
	region := d.locale.get("name", "region/"+shared("metazone", "country/"+z.data))
	if region == "" {
		region = d.city()
	}
	return strings.Replace(d.locale.get("zone", "regionFormat"), "{0}", region, 1)
}

func (d *Date) city() string {
	if v := d.locale.get("zone", "zone/"+d.zone.data+"/exemplarCity"); v != "" {
		return v
	}
	return strings.ReplaceAll(d.zone.data[strings.LastIndexByte(d.zone.data, '/')+1:], "_", " ")
}

// offset returns the distance from Greenwich in words of the locale.
func (d *Date) offset(at time.Time, width string) string {
	_, seconds := at.Zone()
	positive, negative, _ := strings.Cut(d.locale.get("zone", "hourFormat"), ";")
	form := positive
	if seconds < 0 {
		form, seconds = negative, -seconds
	}
	hours, minutes, rest := seconds/3600, seconds/60%60, seconds%60
	var b strings.Builder
	for _, p := range pieces(form) {
		switch {
		case p.letter == 'H' && width == "long":
			b.WriteString(d.number(hours, 2))
		case p.letter == 'H':
			b.WriteString(d.number(hours, 1))
		case p.letter == 'm':
			if width == "long" || minutes != 0 || rest != 0 {
				b.WriteString(d.number(minutes, 2))
			}
		default:
			text := p.text
			if width == "short" && minutes == 0 && rest == 0 && b.Len() > 0 {
				if strings.Trim(text, ":.") == "" {
					text = ""
				}
			}
			b.WriteString(text)
		}
	}
	if rest != 0 {
		b.WriteString(":" + d.number(rest, 2))
	}
	return strings.Replace(d.locale.get("zone", "gmtFormat"), "{0}", b.String(), 1)
}
