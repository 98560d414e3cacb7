package intl

import (
	"slices"
	"strings"
	"sync"
)

// field is one kind of field of a date pattern, in the order of ICU's generator of patterns.
type field int

const (
	fieldEra field = iota
	fieldYear
	fieldMonth
	fieldWeekday
	fieldDay
	fieldPeriod
	fieldHour
	fieldMinute
	fieldSecond
	fieldFraction
	fieldZone
	fields
)

const (
	dateFields = 1<<fieldEra | 1<<fieldYear | 1<<fieldMonth | 1<<fieldWeekday | 1<<fieldDay
	timeFields = 1<<fieldPeriod | 1<<fieldHour | 1<<fieldMinute | 1<<fieldSecond | 1<<fieldFraction | 1<<fieldZone
)

// Widths of fields, and what letters of one field are apart: the distance of two fields is the
// difference of their kinds. The figures are those of ICU, whose choices depend on them.
const (
	narrow  = -0x101
	shorter = -0x102
	short   = -0x103
	long    = -0x104
	numeric = 0x100
	delta   = 0x10
)

// letters says what a letter of a pattern stands for: its field, and the kinds by its count.
func letter(c byte, count int) (f field, kind int, ok bool) {
	text := func(offset int) int {
		switch {
		case count <= 3:
			return short - offset
		case count == 4:
			return long - offset
		case count == 5:
			return narrow - offset
		}
		return shorter - offset
	}
	switch c {
	case 'G':
		return fieldEra, text(0), true
	case 'y', 'u', 'r':
		return fieldYear, numeric + count, true
	case 'M':
		if count < 3 {
			return fieldMonth, numeric + count, true
		}
		return fieldMonth, text(0), true
	case 'L':
		if count < 3 {
			return fieldMonth, numeric + delta + count, true
		}
		return fieldMonth, text(delta), true
	case 'E':
		return fieldWeekday, text(0), true
	case 'c':
		if count < 3 {
			return fieldWeekday, numeric + 2*delta + count, true
		}
		return fieldWeekday, text(2 * delta), true
	case 'e':
		if count < 3 {
			return fieldWeekday, numeric + delta + count, true
		}
		return fieldWeekday, text(delta), true
	case 'd':
		return fieldDay, numeric + count, true
	case 'a':
		return fieldPeriod, text(0), true
	case 'b':
		return fieldPeriod, text(delta), true
	case 'B':
		return fieldPeriod, text(3 * delta), true
	case 'h':
		return fieldHour, numeric + count, true
	case 'K':
		return fieldHour, numeric + delta + count, true
	case 'H':
		return fieldHour, numeric + 10*delta + count, true
	case 'k':
		return fieldHour, numeric + 11*delta + count, true
	case 'm':
		return fieldMinute, numeric + count, true
	case 's':
		return fieldSecond, numeric + count, true
	case 'S':
		return fieldFraction, numeric + count, true
	case 'z':
		return fieldZone, text(0), true
	case 'v':
		return fieldZone, text(2 * delta), true
	case 'O':
		return fieldZone, text(delta), true
	}
	return 0, 0, false
}

// skeleton is the fields that a pattern has, or that are asked for.
type skeleton struct {
	chars [fields]byte
	sizes [fields]int
	kinds [fields]int
}

// piece is a run of one letter of a pattern, or a text.
type piece struct {
	letter byte // 0 for a text
	count  int
	text   string
}

// pieces splits a pattern.
func pieces(pattern string) []piece {
	var out []piece
	var run strings.Builder
	flush := func() {
		if run.Len() > 0 {
			out = append(out, piece{text: run.String()})
			run.Reset()
		}
	}
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\'':
			end := i + 1
			if end < len(pattern) && pattern[end] == '\'' {
				run.WriteByte('\'')
				i++
				continue
			}
			for end < len(pattern) {
				if pattern[end] == '\'' {
					if end+1 < len(pattern) && pattern[end+1] == '\'' {
						run.WriteByte('\'')
						end += 2
						continue
					}
					break
				}
				run.WriteByte(pattern[end])
				end++
			}
			i = end
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			flush()
			n := 1
			for i+n < len(pattern) && pattern[i+n] == c {
				n++
			}
			out = append(out, piece{letter: c, count: n})
			i += n - 1
		default:
			run.WriteByte(c)
		}
	}
	flush()
	return out
}

// quote writes a text such that pieces gives it back.
func quote(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r == '\'' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

func parseSkeleton(pattern string) skeleton {
	var s skeleton
	for _, p := range pieces(pattern) {
		if p.letter == 0 {
			continue
		}
		if f, kind, ok := letter(p.letter, p.count); ok {
			s.chars[f], s.sizes[f], s.kinds[f] = p.letter, p.count, kind
		}
	}
	if s.kinds[fieldFraction] != 0 && s.kinds[fieldMinute] != 0 && s.kinds[fieldSecond] == 0 {
		s.chars[fieldSecond], s.sizes[fieldSecond], s.kinds[fieldSecond] = 's', 1, numeric+1
	}
	switch s.chars[fieldHour] {
	case 'h', 'K':
		if s.kinds[fieldPeriod] == 0 {
			s.chars[fieldPeriod], s.sizes[fieldPeriod], s.kinds[fieldPeriod] = 'a', 1, short
		}
	case 'H', 'k':
		s.chars[fieldPeriod], s.sizes[fieldPeriod], s.kinds[fieldPeriod] = 0, 0, 0
	}
	return s
}

func (s *skeleton) mask() int {
	m := 0
	for f, kind := range s.kinds {
		if kind != 0 {
			m |= 1 << f
		}
	}
	return m
}

// candidate is a pattern of a locale with its skeleton. Given says that the skeleton is of the
// data, not taken from the pattern.
type candidate struct {
	skeleton
	pattern string
	given   bool
}

// generator makes patterns for skeletons, as ICU's DateTimePatternGenerator does.
type generator struct {
	locale     Locale
	calendar   string
	candidates []candidate
	hour       byte // the locale's own letter for hours
}

// generators keeps those that have been made, by locale and calendar.
var generators sync.Map

func generatorOf(l Locale, calendar string) *generator {
	key := l.Tag + "/" + calendar
	if g, ok := generators.Load(key); ok {
		return g.(*generator)
	}
	g := newGenerator(l, calendar)
	generators.Store(key, g)
	return g
}

func newGenerator(l Locale, calendar string) *generator {
	g := &generator{locale: l, calendar: calendar, hour: l.hourLetter()}
	add := func(key, pattern string, given bool) {
		c := candidate{parseSkeleton(key), pattern, given}
		for i := range g.candidates {
			if g.candidates[i].kinds == c.kinds {
				if given && !g.candidates[i].given {
					g.candidates[i] = c
				}
				return
			}
		}
		g.candidates = append(g.candidates, c)
	}
	for _, c := range "GyMEdaHmsSv" {
		add(string(c), string(c), false)
	}
	for _, style := range []string{"full", "long", "medium", "short"} {
		add(g.text("dateFormats/"+style), g.text("dateFormats/"+style), false)
		time := l.get("date", "gregorian/timeFormats/"+style)
		add(time, time, false)
	}
	table("date", l.data).Each(calendar+"/dateTimeFormats/availableFormats/", func(key, text string) {
		if strings.Trim(key, "GyMLEcdahHmsSvzBKk") == "" {
			add(key, text, true)
		}
	})
	if calendar != "gregorian" {
		// Other calendars have no times of their own.
		table("date", l.data).Each("gregorian/dateTimeFormats/availableFormats/", func(key, text string) {
			if strings.Trim(key, "ahHmsSvzBKk") == "" {
				add(key, text, true)
			}
		})
	}
	slices.SortStableFunc(g.candidates, func(a, b candidate) int { return int(a.first()) - int(b.first()) })
	return g
}

// first is the letter by which ICU sorts its patterns.
func (c *candidate) first() byte {
	for f, char := range c.chars {
		if char != 0 && (field(f) != fieldPeriod || char != 'a' || c.kinds[fieldHour] == 0) {
			return char
		}
	}
	return 0
}

// text returns a text of the calendar.
func (g *generator) text(key string) string { return g.locale.get("date", g.calendar+"/"+key) }

// best finds the candidate next to the wanted fields of the mask, and which of these it lacks.
func (g *generator) best(want *skeleton, mask int) (found *candidate, missing, extra int) {
	least := int(^uint(0) >> 1)
	for i := range g.candidates {
		c := &g.candidates[i]
		distance, lacks, has := 0, 0, 0
		for f := range want.kinds {
			mine := want.kinds[f]
			if mask&(1<<f) == 0 {
				mine = 0
			}
			other := c.kinds[f]
			switch {
			case mine == other:
			case mine == 0:
				distance += 0x10000
				has |= 1 << f
			case other == 0:
				distance += 0x1000
				lacks |= 1 << f
			default:
				distance += max(mine-other, other-mine)
			}
		}
		if distance < least {
			least, found, missing, extra = distance, c, lacks, has
			if distance == 0 {
				break
			}
		}
	}
	return found, missing, extra
}

// pattern returns the pattern for a skeleton. MatchHour gives hours the width that is asked for, where the
// locale's is used otherwise.
func (g *generator) pattern(text string, matchHour bool) string {
	want := parseSkeleton(text)
	mask := want.mask()
	if c, missing, extra := g.best(&want, mask); missing == 0 && extra == 0 {
		return g.adjust(c, &want, matchHour)
	}
	date, time := g.appended(&want, mask&dateFields, matchHour), g.appended(&want, mask&timeFields, matchHour)
	if date == "" {
		return time
	}
	if time == "" {
		return date
	}
	style := "short"
	switch {
	case want.sizes[fieldMonth] == 4 && want.kinds[fieldWeekday] != 0:
		style = "full"
	case want.sizes[fieldMonth] == 4:
		style = "long"
	case want.sizes[fieldMonth] == 3:
		style = "medium"
	}
	return g.join(style, date, time)
}

// join puts a date and a time together.
func (g *generator) join(style, date, time string) string {
	p := g.text("dateTimeFormats-atTime/standard/" + style)
	if p == "" {
		p = g.text("dateTimeFormats/" + style)
	}
	return strings.NewReplacer("{1}", date, "{0}", time).Replace(p)
}

// appended makes a pattern for the fields of a mask, of several if no single one has them all.
func (g *generator) appended(want *skeleton, mask int, matchHour bool) string {
	if mask == 0 {
		return ""
	}
	c, missing, _ := g.best(want, mask)
	out := g.adjust(c, want, matchHour)
	for missing != 0 {
		if missing&(1<<fieldFraction) != 0 && mask&(1<<fieldSecond) != 0 && missing&(1<<fieldSecond) == 0 {
			out = g.fraction(out, want)
			missing &^= 1 << fieldFraction
			continue
		}
		before := missing
		c, missing, _ = g.best(want, before)
		found := before &^ missing
		if found == 0 {
			break
		}
		top := fields - 1
		for found&(1<<top) == 0 {
			top--
		}
		p := g.text("dateTimeFormats/appendItems/" + appendNames[top])
		name := g.locale.get("field", displayFields[top]+"/displayName")
		out = strings.NewReplacer("{0}", out, "{1}", g.adjust(c, want, matchHour), "{2}", quote(name)).Replace(p)
	}
	return out
}

var (
	appendNames   = [fields]string{"Era", "Year", "Month", "Day-Of-Week", "Day", "", "Hour", "Minute", "Second", "", "Timezone"}
	displayFields = [fields]string{"era", "year", "month", "weekday", "day", "dayperiod", "hour", "minute", "second", "", "zone"}
)

// fraction puts the digits of fractions of a second behind the seconds.
func (g *generator) fraction(pattern string, want *skeleton) string {
	var b strings.Builder
	point := g.locale.get("number", "symbols/"+g.locale.DefaultSystem()+"/decimal")
	for _, p := range pieces(pattern) {
		if p.letter == 0 {
			b.WriteString(quote(p.text))
			continue
		}
		b.WriteString(strings.Repeat(string(p.letter), p.count))
		if p.letter == 's' {
			b.WriteString(point + strings.Repeat("S", want.sizes[fieldFraction]))
		}
	}
	return b.String()
}

// adjust gives the fields of a found pattern the letters and widths that are wanted.
func (g *generator) adjust(c *candidate, want *skeleton, matchHour bool) string {
	var b strings.Builder
	for _, p := range pieces(c.pattern) {
		if p.letter == 0 {
			b.WriteString(quote(p.text))
			continue
		}
		f, kind, ok := letter(p.letter, p.count)
		if !ok || want.kinds[f] == 0 {
			b.WriteString(strings.Repeat(string(p.letter), p.count))
			continue
		}
		char, size := want.chars[f], want.sizes[f]
		if char == 'E' && size < 3 {
			size = 3
		}
		length := size
		if f == fieldMinute || f == fieldSecond || f == fieldHour && !matchHour {
			length = p.count
		} else if c.given && char != 'c' && char != 'e' {
			if c.sizes[f] == size || (kind > 0) != (want.kinds[f] > 0) {
				length = p.count
			}
		}
		out := char
		if f == fieldHour || f == fieldMonth || f == fieldWeekday || f == fieldYear {
			out = p.letter
		}
		if out == 'E' && length < 3 {
			out = 'e'
		}
		if f == fieldHour {
			switch {
			case char == g.hour:
				out = g.hour
			case char == 'h' && g.hour == 'K', char == 'H' && g.hour == 'k', char == 'k' && g.hour == 'H', char == 'K' && g.hour == 'h':
				out = g.hour
			}
		}
		b.WriteString(strings.Repeat(string(out), length))
	}
	return b.String()
}

// hourLetter returns the letter of the hours that a locale prefers.
func (l Locale) hourLetter() byte {
	region := l.region()
	for _, key := range []string{l.language() + "-" + region, region, "001"} {
		if v := shared("clock", key+"/_preferred"); v != "" {
			return v[0]
		}
	}
	return 'H'
}

// region returns the region of a locale, the likely one where the tag has none.
func (l Locale) region() string {
	parts := strings.Split(l.Tag, "-")
	for _, p := range parts[1:] {
		if len(p) == 2 || len(p) == 3 && p[0] >= '0' && p[0] <= '9' {
			return p
		}
	}
	if len(parts) > 1 {
		if full := shared("likely", parts[0]+"-"+parts[1]); full != "" {
			return full[strings.LastIndexByte(full, '-')+1:]
		}
	}
	full := shared("likely", parts[0])
	return full[strings.LastIndexByte(full, '-')+1:]
}
