package orm

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// maxDate is how many milliseconds from 1970 a JavaScript date may be.
const maxDate = 8.64e15

// isoDate is the standard form of dates, with a space in place of the T
// allowed and everything from the month on optional.
var isoDate = regexp.MustCompile(`^([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?` +
	`(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)? ?(Z|[+-]\d\d:?\d\d)?)?$`)

// parseDate reads text as Date.parse of JavaScript does: the standard form,
// where a day alone is in UTC and a time without zone is local, and the loose
// order of words that mail headers, forms and Date's own toString have. Words
// that mean nothing make it no date.
func parseDate(s string) (time.Time, bool) {
	s = strings.TrimFunc(s, space)
	if p := loneNumber.FindStringSubmatch(s); p != nil && len(s) != 4 {
		return ofNumber(atoi(p[1]))
	}
	if len(s) < 4 || len(s) > 100 {
		return time.Time{}, false
	}
	t, ok := parseISO(s)
	if !ok {
		t, ok = parseLoose(s)
	}
	if !ok {
		return time.Time{}, false
	}
	if ms := t.UnixMilli(); ms < -maxDate || ms > maxDate {
		return time.Time{}, false
	}
	return t.UTC().Truncate(time.Millisecond), true
}

// loneNumber is a number that Date.parse takes for a part of a date.
var loneNumber = regexp.MustCompile(`^[+-]?(\d{1,6})$`)

// ofNumber is the date of a number alone: a month of 2001, or a year, of which those
// of two digits are from 1950 to 2049.
func ofNumber(n int) (time.Time, bool) {
	year, month := n, 1
	switch {
	case n == 0:
		year = 2000
	case n <= 12:
		year, month = 2001, n
	case n < 32 || n > 275760:
		return time.Time{}, false
	case n < 50:
		year += 2000
	case n < 100:
		year += 1900
	}
	return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.Local).UTC(), true
}

func parseISO(s string) (time.Time, bool) {
	p := isoDate.FindStringSubmatch(s)
	if p == nil {
		return time.Time{}, false
	}
	var d date
	d.year, d.month, d.day = atoi(p[1]), 1, 1
	d.zone = time.UTC
	if p[2] != "" {
		d.month = atoi(p[2])
	}
	if p[3] != "" {
		d.day = atoi(p[3])
	}
	if p[4] != "" {
		d.zone = time.Local
		d.hour, d.minute, d.second = atoi(p[4]), atoi(p[5]), atoi(p[6])
		d.nano = atoi((p[7] + "000000000")[:9])
	}
	if p[8] != "" {
		d.zone = zone(p[8])
	}
	return d.time()
}

// date is the parts of a date while it is read.
type date struct {
	year, month, day, hour, minute, second, nano int
	zone                                         *time.Location
}

// time is the instant, false when a part is out of its range. Days that the
// month does not have run on into the next, as in JavaScript.
func (d *date) time() (time.Time, bool) {
	switch {
	case d.month < 1 || d.month > 12 || d.day < 1 || d.day > 31,
		d.hour > 24 || d.minute > 59 || d.second > 59,
		d.hour == 24 && (d.minute > 0 || d.second > 0 || d.nano > 0),
		d.zone == nil:
		return time.Time{}, false
	}
	return time.Date(d.year, time.Month(d.month), d.day, d.hour, d.minute, d.second, d.nano, d.zone), true
}

// zone reads Z, +hh:mm, +hhmm and +hh; nil for other text.
func zone(s string) *time.Location {
	if s == "Z" {
		return time.UTC
	}
	digits := strings.Replace(s[1:], ":", "", 1)
	if len(digits) == 2 {
		digits += "00"
	}
	hours, minutes := 0, 0
	if len(digits) == 4 {
		hours, minutes = atoi(digits[:2]), atoi(digits[2:])
	}
	if len(digits) != 4 || hours > 23 || minutes > 59 {
		return nil
	}
	seconds := hours*3600 + minutes*60
	if s[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone("", seconds)
}

// atoi reads digits that were matched before; "" is 0.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
