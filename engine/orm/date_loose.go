package orm

import (
	"strings"
	"time"
)

var months = []string{
	"january", "february", "march", "april", "may", "june",
	"july", "august", "september", "october", "november", "december",
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// zones are the time zones of Date.parse by name, in hours from UTC.
var zones = map[string]int{
	"z": 0, "ut": 0, "utc": 0, "gmt": 0,
	"est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
}

// parseLoose reads a date of words in any order: a month by name with a day
// and a year, or numbers with slashes, dashes or dots (year first or month first);
// a time, am or pm, a zone, a weekday, and remarks in parentheses.
func parseLoose(s string) (time.Time, bool) {
	r := looseReader{text: s}
	for r.at < len(r.text) {
		if !r.word() {
			return time.Time{}, false
		}
	}
	return r.finish()
}

type looseReader struct {
	text    string
	at      int
	date    date
	numbers []int
	hasDate bool // by numbers
	hasTime bool
	half    string // am, pm
}

// word reads one word, false when it means nothing in a date.
func (r *looseReader) word() bool {
	c := r.text[r.at]
	switch {
	case c == ' ' || c == ',':
		r.at++
		return true
	case c == '(':
		end := strings.IndexByte(r.text[r.at:], ')')
		r.at += end + 1
		return end > 0
	case isLetter(c):
		return r.name(strings.ToLower(r.take(isLetter)))
	case isDigit(c):
		return r.number()
	case (c == '+' || c == '-') && (r.hasTime || r.date.zone != nil):
		r.at++
		digits := r.take(func(c byte) bool { return isDigit(c) || c == ':' })
		r.date.zone = zone(string(c) + digits)
		return r.date.zone != nil
	case c == '-' && len(r.numbers)+r.date.month > 0: // 1-Mar-2014
		r.at++
		return true
	}
	return false
}

func (r *looseReader) take(in func(byte) bool) string {
	start := r.at
	for r.at < len(r.text) && in(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at]
}

func (r *looseReader) name(word string) bool {
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
	}
	if m := position(months, word); m > 0 && r.date.month == 0 {
		r.date.month = m
		return true
	}
	if hours, ok := zones[word]; ok && r.date.zone == nil {
		r.date.zone = time.FixedZone("", hours*3600)
		return true
	}
	switch word {
	case "am", "pm":
		first := r.half == ""
		r.half = word
		return first && r.hasTime
	}
	return position(weekdays, word) > 0
}

// position is the place, from 1, of the name that word abbreviates to three
// letters or more; 0 when there is none.
func position(names []string, word string) int {
	if len(word) >= 3 {
		for i, name := range names {
			if strings.HasPrefix(name, word) {
				return i + 1
			}
		}
	}
	return 0
}

func (r *looseReader) number() bool {
	digits := r.take(isDigit)
	if len(digits) > 6 {
		return false
	}
	n := atoi(digits)
	switch sep := r.peek(0); {
	case sep == ':':
		return !r.hasTime && r.clock(n)
	case (sep == '/' || sep == '-' || sep == '.') && isDigit(r.peek(1)) && !r.hasDate && r.date.month == 0:
		return r.numeric(digits, sep)
	}
	r.numbers = append(r.numbers, n)
	return len(r.numbers) <= 2
}

// numeric reads the rest of y/m/d or m/d/y.
func (r *looseReader) numeric(first string, sep byte) bool {
	r.at++
	second := r.take(isDigit)
	if r.peek(0) != sep || !isDigit(r.peek(1)) {
		return false
	}
	r.at++
	third := r.take(isDigit)
	year, month, day := third, first, second
	if len(first) > 2 {
		year, month, day = first, second, third
	}
	if len(year) > 6 || len(month) > 2 || len(day) > 2 {
		return false
	}
	r.hasDate = true
	r.date.year, r.date.month, r.date.day = fullYear(atoi(year), len(year)), atoi(month), atoi(day)
	return true
}

// clock reads the rest of hh:mm[:ss[.fraction]].
func (r *looseReader) clock(hour int) bool {
	r.hasTime = true
	r.date.hour = hour
	r.at++
	minute := r.take(isDigit)
	second := ""
	if r.peek(0) == ':' {
		r.at++
		second = r.take(isDigit)
		if second == "" {
			return false
		}
	}
	if r.peek(0) == '.' {
		r.at++
		r.date.nano = atoi((r.take(isDigit) + "000000000")[:9])
	}
	r.date.minute, r.date.second = atoi(minute), atoi(second)
	return minute != "" && len(minute) <= 2 && len(second) <= 2
}

func (r *looseReader) peek(ahead int) byte {
	if r.at+ahead < len(r.text) {
		return r.text[r.at+ahead]
	}
	return 0
}

func (r *looseReader) finish() (time.Time, bool) {
	d := &r.date
	switch {
	case r.hasDate && len(r.numbers) > 0, !r.hasDate && (d.month == 0 || len(r.numbers) != 2):
		return time.Time{}, false
	case !r.hasDate && r.numbers[0] > 31:
		d.year, d.day = r.numbers[0], r.numbers[1]
	case !r.hasDate:
		d.day, d.year = r.numbers[0], fullYear(r.numbers[1], 2)
	}
	if r.half != "" {
		if d.hour < 1 || d.hour > 12 {
			return time.Time{}, false
		}
		d.hour %= 12
		if r.half == "pm" {
			d.hour += 12
		}
	}
	if d.zone == nil {
		d.zone = time.Local
	}
	return d.time()
}

// fullYear gives years of two digits their century.
func fullYear(year, digits int) int {
	switch {
	case digits > 2 || year > 99:
		return year
	case year < 50:
		return 2000 + year
	}
	return 1900 + year
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
