package intl

import (
	"slices"
	"strings"
)

// Range returns the parts of the time from a to b: fields that both share stand once where the locale
// has a pattern for it.
func (d *Date) Range(a, b float64) []Part {
	x, y := d.moment(a), d.moment(b)
	first, second := d.parts(x, d.pieces), d.parts(y, d.pieces)
	differs, differ := d.largest(x, y)
	apart := d.widened(differs) != d.rangeSkeleton() // the texts leave out what differs
	if !differ || slices.Equal(first, second) && !apart {
		return merged(sourced(first, "shared"))
	}
	pattern := d.interval(differs)
	if pattern == "" {
		// Texts that do not say the day, or the year, of each end get them here.
		whole := pieces(cycled(d.gen.pattern(d.widened(differs), false), d.opts.HourCycle))
		return merged(d.fallback(d.parts(x, whole), d.parts(y, whole)))
	}
	// A field that comes again begins the part of the second time.
	all := pieces(pattern)
	seen := map[field]bool{}
	split := len(all)
	for i, p := range all {
		f, _, ok := letter(p.letter, p.count)
		if !ok {
			continue
		}
		if seen[f] {
			split = i
			break
		}
		seen[f] = true
	}
	if split == len(all) {
		return merged(sourced(d.parts(x, all), "shared"))
	}
	repeated := map[field]bool{}
	for _, p := range all[split:] {
		if f, _, ok := letter(p.letter, p.count); ok && seen[f] {
			repeated[f] = true
		}
	}
	var out []Part
	from, to := d.span(all[:split], repeated), d.span(all[split:], repeated)
	for i, p := range all {
		source, at := "shared", x
		if i < split && i >= from[0] && i <= from[1] {
			source = "startRange"
		}
		if i >= split {
			at = y
			if k := i - split; k >= to[0] && k <= to[1] {
				source = "endRange"
			}
		}
		out = append(out, sourced(d.parts(at, []piece{p}), source)...)
	}
	return merged(out)
}

// widened is the skeleton with the date in it if dates differ.
func (d *Date) widened(differs byte) string {
	skeleton := d.rangeSkeleton()
	s := parseSkeleton(skeleton)
	if s.mask()&dateFields == 0 && strings.IndexByte("GyMd", differs) >= 0 {
		return "yMd" + skeleton
	}
	return skeleton
}

// span is where the repeated fields of a half begin and end.
func (d *Date) span(half []piece, repeated map[field]bool) [2]int {
	out := [2]int{len(half), -1}
	for i, p := range half {
		if f, _, ok := letter(p.letter, p.count); ok && repeated[f] {
			out[0], out[1] = min(out[0], i), max(out[1], i)
		}
	}
	return out
}

// fallback puts two whole texts together.
func (d *Date) fallback(first, second []Part) []Part {
	p := d.gen.text("dateTimeFormats/intervalFormats/intervalFormatFallback")
	before, rest, _ := strings.Cut(p, "{0}")
	between, after, _ := strings.Cut(rest, "{1}")
	out := []Part{{literal, before, "shared"}}
	out = append(out, sourced(first, "startRange")...)
	out = append(out, Part{literal, between, "shared"})
	out = append(out, sourced(second, "endRange")...)
	return append(out, Part{literal, after, "shared"})
}

func merged(parts []Part) []Part {
	var out []Part
	for _, p := range parts {
		if n := len(out); p.Value != "" && n > 0 && p.Type == literal && out[n-1].Type == literal && out[n-1].Source == p.Source {
			out[n-1].Value += p.Value
		} else if p.Value != "" {
			out = append(out, p)
		}
	}
	return out
}

// largest returns the letter of the largest field in which two times differ.
func (d *Date) largest(x, y moment) (byte, bool) {
	switch {
	case x.era != y.era:
		return 'G', true
	case x.year != y.year:
		return 'y', true
	case x.month != y.month:
		return 'M', true
	case x.day != y.day:
		return 'd', true
	case (x.Hour() < 12) != (y.Hour() < 12):
		return 'a', true
	case x.Hour() != y.Hour():
		return 'h', true
	case x.Minute() != y.Minute():
		return 'm', true
	case x.Second() != y.Second():
		return 's', true
	}
	return 'S', x.Nanosecond() != y.Nanosecond()
}

// interval returns the pattern of a range whose largest difference is in a field, empty if the locale
// has none.
func (d *Date) interval(differs byte) string {
	want := parseSkeleton(d.rangeSkeleton())
	hours := want.chars[fieldHour]
	if !strings.ContainsRune("GyMdahm", rune(differs)) {
		return ""
	}
	if differs == 'h' && (hours == 'H' || hours == 'k') || differs == 'a' && (hours == 'H' || hours == 'k') {
		differs = 'H'
	}
	// A difference in more than the text says brings the larger fields in.
	if want.mask()&timeFields == 0 {
		for _, c := range "dMy" {
			if f, kind, _ := letter(byte(c), 1); want.kinds[f] == 0 && strings.IndexByte("dMy", differs) >= strings.IndexByte("dMy", byte(c)) && want.kinds[fieldDay]|want.kinds[fieldMonth] != 0 {
				want.chars[f], want.sizes[f], want.kinds[f] = byte(c), 1, kind
			}
		}
	}
	mask := want.mask()
	date, clock := mask&dateFields, mask&timeFields
	small := strings.IndexByte("ahHm", differs) >= 0
	switch {
	case date != 0 && clock != 0:
		if !small {
			return ""
		}
		// The day stands once, and the times make the range.
		p := d.found(want.only(timeFields), differs)
		if p == "" {
			return ""
		}
		w := want.only(dateFields)
		return strings.NewReplacer("{1}", d.gen.appended(&w, date, false), "{0}", p).Replace(d.gen.text("dateTimeFormats/medium"))
	case date != 0 && small:
		return ""
	}
	return d.found(want, differs)
}

// only keeps the fields of a mask.
func (s skeleton) only(mask int) skeleton {
	for f := range s.kinds {
		if mask&(1<<f) == 0 {
			s.chars[f], s.sizes[f], s.kinds[f] = 0, 0, 0
		}
	}
	return s
}

// rangeSkeleton returns the fields of the formats.
func (d *Date) rangeSkeleton() string {
	var b strings.Builder
	for _, p := range d.pieces {
		if p.letter != 0 {
			char := p.letter
			switch char {
			case 'L':
				char = 'M'
			case 'c', 'e':
				char = 'E'
			}
			b.WriteString(strings.Repeat(string(char), p.count))
		}
	}
	return b.String()
}

// found looks for the skeleton of ranges that is next to the wanted one, and has all its fields.
func (d *Date) found(want skeleton, differs byte) string {
	if want.chars[fieldPeriod] == 'a' {
		want.chars[fieldPeriod], want.sizes[fieldPeriod], want.kinds[fieldPeriod] = 0, 0, 0
	}
	zone := want.kinds[fieldZone] != 0
	least, best, bestKey := 1<<30, skeleton{}, ""
	last := ""
	table("date", d.locale.data).Each(d.calendar+"/dateTimeFormats/intervalFormats/", func(key, _ string) {
		name, _, ok := strings.Cut(key, "/")
		if !ok || name == last {
			return
		}
		last = name
		s := parseSkeleton(name)
		if s.chars[fieldPeriod] == 'a' {
			s.chars[fieldPeriod], s.sizes[fieldPeriod], s.kinds[fieldPeriod] = 0, 0, 0
		}
		if s.mask() != want.mask() || zone && s.kinds[fieldZone] == 0 {
			return
		}
		distance := 0
		for f := range s.kinds {
			if s.kinds[f] == want.kinds[f] {
				continue
			}
			if (s.sizes[f] > 2) != (want.sizes[f] > 2) {
				distance += 256
			}
			distance += max(s.sizes[f]-want.sizes[f], want.sizes[f]-s.sizes[f])
			if s.chars[f] != want.chars[f] && field(f) == fieldHour {
				distance += 4096
			}
		}
		if distance < least {
			least, best, bestKey = distance, s, name
		}
	})
	if bestKey == "" || least >= 4096 {
		return ""
	}
	p := d.gen.text("dateTimeFormats/intervalFormats/" + bestKey + "/" + string(differs))
	if p == "" {
		return ""
	}
	var b strings.Builder
	for _, part := range pieces(p) {
		if part.letter == 0 {
			b.WriteString(quote(part.text))
			continue
		}
		count := part.count
		if f, _, ok := letter(part.letter, count); ok && want.sizes[f] != best.sizes[f] && (count > 2) == (best.sizes[f] > 2) && count > 2 && count == best.sizes[f] {
			count = want.sizes[f]
		}
		b.WriteString(strings.Repeat(string(part.letter), count))
	}
	return b.String()
}
