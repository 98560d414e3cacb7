package intl

import (
	"math"
	"strconv"
	"strings"
	"time"

	"framework/jsapi/node/intl/archive"
)

// DateOptions are the resolved options of a DateTimeFormat. Skeleton holds the fields that are asked
// for, without those of DateStyle and TimeStyle, which exclude it. HourCycle is one of h11, h12, h23, h24, or
// empty for that of the locale.
type DateOptions struct {
	Calendar, NumberingSystem      string
	Skeleton, DateStyle, TimeStyle string
	HourCycle                      string
	Zone                           Zone
}

// Date formats times in one locale. It is safe for concurrent use.
type Date struct {
	locale   Locale
	opts     DateOptions
	dates    *archive.Table
	zone     Zone
	digits   [10]string
	ascii    bool
	calendar string // name of the tables
	pattern  string
	pieces   []piece
	gen      *generator
}

// Calendars are those whose days and names there are data for, by the names of Intl.
var Calendars = []string{"buddhist", "gregory", "persian"}

// CalendarOf returns the calendar that a locale uses.
func (l Locale) CalendarOf() string {
	switch l.region() {
	case "TH":
		return "buddhist"
	case "IR", "AF":
		return "persian"
	}
	return "gregory"
}

// HourCycleOf returns the hour cycle that a locale prefers.
func (l Locale) HourCycleOf() string { return cycleOf(l.hourLetter()) }

func cycleOf(letter byte) string {
	switch letter {
	case 'K':
		return "h11"
	case 'h':
		return "h12"
	case 'k':
		return "h24"
	}
	return "h23"
}

var letterOf = map[string]byte{"h11": 'K', "h12": 'h', "h23": 'H', "h24": 'k'}

// NewDate returns a formatter.
func NewDate(l Locale, o DateOptions) *Date {
	d := &Date{locale: l, opts: o, dates: table("date", l.data), zone: o.Zone, digits: digitsOf(o.NumberingSystem), ascii: o.NumberingSystem == "latn", calendar: "gregorian"}
	if o.Calendar != "gregory" {
		d.calendar = "generic"
	}
	d.gen = generatorOf(l, d.calendar)
	if o.DateStyle != "" || o.TimeStyle != "" {
		d.pattern = d.styles()
	} else {
		d.pattern = cycled(d.gen.pattern(o.Skeleton, true), o.HourCycle)
	}
	d.pieces = pieces(d.pattern)
	return d
}

// cycled writes the hours of a pattern in an hour cycle of the same length.
func cycled(pattern, cycle string) string {
	letter := letterOf[cycle]
	if letter == 0 {
		return pattern
	}
	var b strings.Builder
	for _, p := range pieces(pattern) {
		switch {
		case p.letter == 0:
			b.WriteString(quote(p.text))
		case strings.IndexByte("hHkK", p.letter) >= 0:
			b.WriteString(strings.Repeat(string(letter), p.count))
		default:
			b.WriteString(strings.Repeat(string(p.letter), p.count))
		}
	}
	return b.String()
}

// styles returns the pattern of a date style, a time style or both.
func (d *Date) styles() string {
	date, clock := "", ""
	if d.opts.DateStyle != "" {
		date = d.gen.text("dateFormats/" + d.opts.DateStyle)
		if date == "" {
			date = d.gen.text("dateFormats/" + d.opts.DateStyle + "/_value")
		}
	}
	if d.opts.TimeStyle != "" {
		clock = d.dates.Get("gregorian/timeFormats/" + d.opts.TimeStyle)
	}
	whole := clock
	switch {
	case date == "":
	case clock == "":
		return date
	default:
		whole = d.gen.join(d.opts.DateStyle, date, clock)
	}
	return d.recycled(whole)
}

// recycled writes a pattern with the hours that are asked for. One of the other length comes from the fields
// of the pattern, as it gets or loses the half of the day.
func (d *Date) recycled(pattern string) string {
	letter := letterOf[d.opts.HourCycle]
	skeleton, other := "", false
	for _, p := range pieces(pattern) {
		char := p.letter
		switch {
		case char == 0, char == 'a', char == 'B', char == 'b':
			continue
		case strings.IndexByte("hHkK", char) >= 0:
			other = twelve(char) != twelve(letter)
			char = letter
		case char == 'L':
			char = 'M'
		case char == 'c', char == 'e':
			char = 'E'
		}
		skeleton += strings.Repeat(string(char), p.count)
	}
	if other && letter != 0 {
		pattern = d.gen.pattern(skeleton, true)
	}
	return cycled(pattern, d.opts.HourCycle)
}

func twelve(letter byte) bool { return letter == 'h' || letter == 'K' }

// Pattern returns the pattern of the formats, in letters of UTS 35.
func (d *Date) Pattern() string { return d.pattern }

// Format returns the text of a time, in milliseconds since 1970.
func (d *Date) Format(ms float64) string {
	var b strings.Builder
	for _, p := range d.parts(d.moment(ms), d.pieces) {
		b.WriteString(p.Value)
	}
	// V8 of Node 20 replaces this space in texts, but not in parts.
	return strings.ReplaceAll(b.String(), "\u202f", " ")
}

// Parts returns the parts of the text of a time.
func (d *Date) Parts(ms float64) []Part {
	var out []Part
	for _, p := range d.parts(d.moment(ms), d.pieces) {
		if p.Value == "" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Type == p.Type && p.Type == literal {
			out[n-1].Value += p.Value
			continue
		}
		out = append(out, p)
	}
	return out
}

// moment is a time with its day in the calendar.
type moment struct {
	time.Time
	era, year, month, day int
}

func (d *Date) moment(ms float64) moment {
	m := moment{Time: time.UnixMilli(int64(math.Floor(ms))).In(d.zone.location)}
	m.year, m.month, m.day = m.Year(), int(m.Month()), m.Day()
	switch d.opts.Calendar {
	case "buddhist":
		m.year += 543
	case "persian":
		m.year, m.month, m.day = persian(m.year, m.month, m.day)
	default:
		m.era = 1
		if m.year < 1 {
			m.era, m.year = 0, 1-m.year
		}
	}
	return m
}

// persian returns the day in the Persian calendar, by the cycle of 33 years that ICU uses.
func persian(year, month, day int) (int, int, int) {
	julian := int(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix()/86400) + 2440588
	since := julian - 1948320
	y := 1 + floorDiv(33*since+3, 12053)
	first := 365*(y-1) + floorDiv(8*y+21, 33)
	of := since - first
	m := of / 31
	if of >= 216 {
		m = (of - 6) / 30
	}
	start := 31 * m
	if m > 6 {
		start = 30*m + 6
	}
	return y, m + 1, of - start + 1
}

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

// number writes a number with at least a count of digits.
func (d *Date) number(n, least int) string {
	text := strconv.Itoa(n)
	if len(text) < least && n >= 0 {
		text = strings.Repeat("0", least-len(text)) + text
	}
	if d.ascii {
		return text
	}
	var b strings.Builder
	for _, c := range text {
		if c >= '0' && c <= '9' {
			b.WriteString(d.digits[c-'0'])
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

var weekdays = [...]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// width is the name of a width of texts by the count of letters.
func width(count int) string {
	switch count {
	case 4:
		return "wide"
	case 5:
		return "narrow"
	case 6:
		return "short"
	}
	return "abbreviated"
}

func (d *Date) parts(m moment, pattern []piece) []Part {
	out := make([]Part, 0, len(pattern))
	for _, p := range pattern {
		if p.letter == 0 {
			out = append(out, Part{Type: literal, Value: p.text})
			continue
		}
		kind, value := d.field(m, p)
		out = append(out, Part{Type: kind, Value: value})
	}
	return out
}

func (d *Date) field(m moment, p piece) (kind, value string) {
	switch p.letter {
	case 'G':
		return "era", d.era(m, p.count)
	case 'y', 'u', 'r':
		if p.count == 2 {
			return "year", d.number(((m.year%100)+100)%100, 2)
		}
		return "year", d.number(m.year, p.count)
	case 'M', 'L':
		if p.count <= 2 {
			return "month", d.number(m.month, p.count)
		}
		return "month", d.month(m.month, p)
	case 'd':
		return "day", d.number(m.day, p.count)
	case 'E', 'c', 'e':
		form := "format"
		if p.letter == 'c' {
			form = "stand-alone"
		}
		return "weekday", d.dates.Get("gregorian/days/" + form + "/" + width(p.count) + "/" + weekdays[m.Weekday()])
	case 'a':
		half := "am"
		if m.Hour() >= 12 {
			half = "pm"
		}
		return "dayPeriod", d.dates.Get("gregorian/dayPeriods/format/" + width(p.count) + "/" + half)
	case 'b', 'B':
		return "dayPeriod", d.period(m, width(p.count))
	case 'h':
		return "hour", d.number((m.Hour()+11)%12+1, p.count)
	case 'K':
		return "hour", d.number(m.Hour()%12, p.count)
	case 'H':
		return "hour", d.number(m.Hour(), p.count)
	case 'k':
		return "hour", d.number((m.Hour()+23)%24+1, p.count)
	case 'm':
		return "minute", d.number(m.Minute(), p.count)
	case 's':
		return "second", d.number(m.Second(), p.count)
	case 'S':
		n := m.Nanosecond() / 1e6
		for i := p.count; i < 3; i++ {
			n /= 10
		}
		return "fractionalSecond", d.number(n, p.count)
	case 'z', 'v', 'O', 'V':
		return "timeZoneName", d.zoneName(m.Time, zoneStyle(p))
	}
	return literal, ""
}

func zoneStyle(p piece) string {
	style := "short"
	if p.count == 4 {
		style = "long"
	}
	switch p.letter {
	case 'O':
		style += "Offset"
	case 'v', 'V':
		style += "Generic"
	}
	return style
}

func (d *Date) era(m moment, count int) string {
	name := "eraAbbr"
	switch count {
	case 4:
		name = "eraNames"
	case 5:
		name = "eraNarrow"
	}
	calendar := "gregorian"
	switch d.opts.Calendar {
	case "buddhist":
		calendar, m.era = "buddhist", 0
	case "persian":
		calendar, m.era = "persian", 0
	}
	return d.dates.Get(calendar + "/eras/" + name + "/" + strconv.Itoa(m.era))
}

func (d *Date) month(month int, p piece) string {
	form, calendar := "format", "gregorian"
	if p.letter == 'L' {
		form = "stand-alone"
	}
	if d.opts.Calendar == "persian" {
		calendar = "persian"
	}
	return d.dates.Get(calendar + "/months/" + form + "/" + width(p.count) + "/" + strconv.Itoa(month))
}

// period returns the part of the day, such as in the morning.
func (d *Date) period(m moment, width string) string {
	name, minute := "", m.Hour()*60+m.Minute()
	table("clock", "root").Each("period/"+d.locale.language()+"/", func(key, at string) {
		id, kind, _ := strings.Cut(key, "/")
		if kind == "_at" && id == "noon" && minute == 720 && m.Second() == 0 {
			name = id
		}
		if kind != "_from" || name != "" {
			return
		}
		from, before := clockMinutes(at), clockMinutes(shared("clock", "period/"+d.locale.language()+"/"+id+"/_before"))
		if from < before && minute >= from && minute < before || from >= before && (minute >= from || minute < before) {
			name = id
		}
	})
	for _, id := range []string{name, map[bool]string{true: "am", false: "pm"}[m.Hour() < 12]} {
		if v := d.dates.Get("gregorian/dayPeriods/format/" + width + "/" + id); v != "" && id != "" {
			return v
		}
	}
	return ""
}

func clockMinutes(text string) int {
	hours, minutes, _ := strings.Cut(text, ":")
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	return h*60 + m
}
