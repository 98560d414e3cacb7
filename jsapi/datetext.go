package jsapi

import "strings"

// dateText reads the text of a date as V8 does: first the format of the standard, then, from where it ends,
// words and numbers in any order, as browsers always did.
type dateText struct {
	rest string
	next dateToken

	day   []int
	named int // month, 0 for none
	iso   bool

	time  []int
	later int // hours of pm; -1 for neither am nor pm

	sign          int // of the zone, 0 for none
	hours, minute int // of the zone, -1 for none
}

type dateToken struct {
	kind   byte // of: 0 end, 'n' number, 'w' word, ' ' space, '?' anything else, or the character itself
	number int
	length int
	word   byte // 'm' month, 'p' am or pm, 'z' zone, 't' the letter T, 0 none of them
	value  int
}

// civil is a date as it is written: months from 1. Local is a time without a zone.
type civil struct {
	year, month, day     int
	hour, minute, second int
	millisecond          int
	local                bool
	offset               int // in minutes
}

// readDate is false for what is no date.
func readDate(text string) (civil, bool) {
	d := &dateText{rest: text, later: -1, hours: -1, minute: -1}
	d.scan()
	first, ok := d.standard()
	if !ok || !d.free(first) {
		return civil{}, false
	}
	return d.made()
}

var dateWords = map[string]dateToken{
	"jan": {word: 'm', value: 1}, "feb": {word: 'm', value: 2}, "mar": {word: 'm', value: 3}, "apr": {word: 'm', value: 4},
	"may": {word: 'm', value: 5}, "jun": {word: 'm', value: 6}, "jul": {word: 'm', value: 7}, "aug": {word: 'm', value: 8},
	"sep": {word: 'm', value: 9}, "oct": {word: 'm', value: 10}, "nov": {word: 'm', value: 11}, "dec": {word: 'm', value: 12},
	"am": {word: 'p'}, "pm": {word: 'p', value: 12}, "t": {word: 't'},
	"ut": {word: 'z'}, "utc": {word: 'z'}, "z": {word: 'z'}, "gmt": {word: 'z'},
	"est": {word: 'z', value: -5}, "edt": {word: 'z', value: -4}, "cst": {word: 'z', value: -6}, "cdt": {word: 'z', value: -5},
	"mst": {word: 'z', value: -7}, "mdt": {word: 'z', value: -6}, "pst": {word: 'z', value: -8}, "pdt": {word: 'z', value: -7},
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// spaceAt is the length of the white space at the beginning; U+2028 and U+2029 count as letters.
func spaceAt(text string) int {
	return len(text) - len(strings.TrimLeft(text, "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\ufeff"))
}

// scan returns the next token and reads the one behind it.
func (d *dateText) scan() dateToken {
	was, text := d.next, d.rest
	n, t := 1, dateToken{kind: '?'}
	switch {
	case text == "":
		n, t.kind = 0, 0
	case isDigit(text[0]):
		n, t = numeral(text)
	case strings.IndexByte(":-+.)", text[0]) >= 0:
		t.kind = text[0]
	case spaceAt(text) > 0:
		n, t.kind = spaceAt(text), ' '
	case text[0] >= 'A':
		n, t = word(text)
	case text[0] == '(':
		n = parenthesis(text)
	}
	t.length = max(t.length, n)
	d.next, d.rest = t, text[n:]
	return was
}

// numeral reads nine digits after leading zeros; what follows does not change the number.
func numeral(text string) (int, dateToken) {
	n, digits, t := 0, 0, dateToken{kind: 'n'}
	for n < len(text) && text[n] == '0' {
		n++
	}
	for ; n < len(text) && isDigit(text[n]); n++ {
		if digits < 9 {
			t.number = t.number*10 + int(text[n]-'0')
		}
		digits++
	}
	return n, t
}

// word reads letters, and whatever comes behind them in Unicode. Months may be longer than three letters.
func word(text string) (int, dateToken) {
	n := 0
	for n < len(text) && text[n] >= 'A' && spaceAt(text[n:]) == 0 {
		n++
	}
	t := dateWords[strings.ToLower(text[:min(n, 3)])]
	if n > 3 && t.word != 'm' {
		t = dateToken{}
	}
	t.kind = 'w'
	return n, t
}

func parenthesis(text string) int {
	open := 0
	for n := range len(text) {
		switch text[n] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return n + 1
		}
	}
	return len(text)
}

func (d *dateText) skip(kind byte) bool {
	if d.next.kind != kind {
		return false
	}
	d.scan()
	return true
}

// fixed reports whether a number of so many digits comes, between the bounds.
func (d *dateText) fixed(digits, least, most int) bool {
	return d.next.kind == 'n' && d.next.length == digits && least <= d.next.number && d.next.number <= most
}

// standard reads the format of the standard. It returns the token that the format does not have, whose kind is 0 if
// there is none; false if the text can be nothing else.
func (d *dateText) standard() (dateToken, bool) {
	if d.next.kind == '+' || d.next.kind == '-' {
		sign := d.scan()
		if !d.fixed(6, 0, 999999) || sign.kind == '-' && d.next.number == 0 {
			if d.next.kind == 'n' && d.next.length == 6 {
				d.scan()
			}
			return sign, true
		}
		year := d.scan().number
		if sign.kind == '-' {
			year = -year
		}
		d.day = append(d.day, year)
	} else {
		if !d.fixed(4, 0, 9999) {
			return d.scan(), true
		}
		d.day = append(d.day, d.scan().number)
	}
	for _, most := range []int{12, 31} {
		if !d.skip('-') {
			break
		}
		if !d.fixed(2, 1, most) {
			return d.scan(), true
		}
		d.day = append(d.day, d.scan().number)
	}
	if d.next.word != 't' {
		if d.next.kind != 0 {
			return d.scan(), true
		}
	} else if d.scan(); !d.clock() || d.next.kind != 0 {
		return dateToken{}, false
	}
	if d.sign == 0 && len(d.time) == 0 {
		d.zone(0)
	}
	d.iso = true
	return dateToken{}, true
}

// clock reads the time and the zone of the standard.
func (d *dateText) clock() bool {
	if !d.fixed(2, 0, 24) {
		return false
	}
	most := 59
	if d.next.number == 24 {
		most = 0
	}
	d.time = append(d.time, d.scan().number)
	if !d.skip(':') || !d.fixed(2, 0, most) {
		return false
	}
	d.time = append(d.time, d.scan().number)
	if d.skip(':') {
		if !d.fixed(2, 0, most) {
			return false
		}
		d.time = append(d.time, d.scan().number)
		if d.skip('.') {
			if d.next.kind != 'n' || most == 0 && d.next.number > 0 {
				return false
			}
			d.time = append(d.time, milliseconds(d.scan()))
		}
	}
	switch {
	case d.next.word == 'z' && d.next.length == 1:
		d.scan()
		d.zone(0)
	case d.next.kind == '+', d.next.kind == '-':
		d.signed(d.scan().kind)
		if d.fixed(4, 0, 9999) {
			n := d.scan().number
			d.hours, d.minute = n/100, n%100
			return d.hours < 24 && d.minute < 60
		}
		if !d.fixed(2, 0, 23) {
			return false
		}
		d.hours = d.scan().number
		if !d.skip(':') || !d.fixed(2, 0, 59) {
			return false
		}
		d.minute = d.scan().number
	}
	return true
}

func milliseconds(t dateToken) int {
	n, length := t.number, t.length
	for ; length < 3; length++ {
		n *= 10
	}
	for length = min(length, 9); length > 3; length-- {
		n /= 10
	}
	return n
}

func (d *dateText) signed(kind byte) {
	d.sign = 1
	if kind == '-' {
		d.sign = -1
	}
}

func (d *dateText) zone(hours int) {
	d.sign, d.hours, d.minute = 1, hours, 0
	if hours < 0 {
		d.sign, d.hours = -1, -hours
	}
}

// expects reports whether a number may follow those of the time.
func (d *dateText) expects(n int) bool {
	switch len(d.time) {
	case 1, 2:
		return n < 60
	case 3:
		return n < 1000
	}
	return false
}

// finish ends the time with a number.
func (d *dateText) finish(n int) {
	for d.time = append(d.time, n); len(d.time) < 4; {
		d.time = append(d.time, 0)
	}
}

// free reads the rest, from a token on.
func (d *dateText) free(t dateToken) bool {
	numbers := len(d.day) > 0
	if t.kind == 0 {
		t = d.scan()
	}
	for ; t.kind != 0; t = d.scan() {
		switch {
		case t.kind == 'n':
			numbers = true
			if !d.number(t) {
				return false
			}
		case t.kind == 'w':
			switch {
			case t.word == 'p' && len(d.time) > 0:
				d.later = t.value
			case t.word == 'm':
				d.named = t.value
				d.skip('-')
			case t.word == 'z' && numbers:
				d.zone(t.value)
			case numbers || d.next.kind == 'n':
				return false
			}
		case (t.kind == '+' || t.kind == '-') && (d.hours == 0 && d.minute == 0 || len(d.time) > 0):
			numbers = true
			if !d.shift(t.kind) {
				return false
			}
		case (t.kind == '+' || t.kind == '-' || t.kind == ')') && numbers:
			return false
		}
	}
	return true
}

func (d *dateText) number(t dateToken) bool {
	n := t.number
	switch d.next.kind {
	case ':':
		d.scan()
		if d.skip(':') {
			if len(d.time) > 0 {
				return false
			}
			d.time = append(d.time, n, 0)
			return true
		}
		if len(d.time) == 4 {
			return false
		}
		d.time = append(d.time, n)
		d.skip('.')
	case '.':
		d.scan()
		if !d.expects(n) {
			return d.other(n)
		}
		d.time = append(d.time, n)
		if d.next.kind != 'n' {
			return false
		}
		d.finish(milliseconds(d.scan()))
	default:
		return d.other(n)
	}
	return true
}

// other is a number that no colon or point follows.
func (d *dateText) other(n int) bool {
	switch {
	case d.hours >= 0 && d.minute < 0 && n < 60:
		d.minute = n
	case d.expects(n):
		d.finish(n)
		next := d.next
		return next.kind == 0 || next.kind == ' ' || next.word == 'z' && next.length == 1 || next.kind == '+' || next.kind == '-'
	case len(d.day) == 3:
		return false
	default:
		d.day = append(d.day, n)
		d.skip('-')
	}
	return true
}

// shift reads the distance of a zone: hours, or hours and minutes.
func (d *dateText) shift(kind byte) bool {
	d.signed(kind)
	n, length := 0, 0
	if d.next.kind == 'n' {
		t := d.scan()
		n, length = t.number, t.length
	}
	switch {
	case d.next.kind == ':':
		d.hours, d.minute = n, -1
	case length == 1, length == 2:
		d.hours, d.minute = n, 0
	case length == 3, length == 4:
		d.hours, d.minute = n/100, n%100
	default:
		return false
	}
	return true
}

// made puts the numbers in their places.
func (d *dateText) made() (civil, bool) {
	if len(d.day) == 0 {
		return civil{}, false
	}
	for len(d.day) < 3 {
		d.day = append(d.day, 1)
	}
	c := civil{year: d.day[2], month: d.day[0], day: d.day[1], local: d.sign == 0, offset: d.sign * (max(d.hours, 0)*60 + max(d.minute, 0))}
	switch leads := !isDay(d.day[0]); { // whether the year comes first
	case d.named == 0 && (d.iso || leads):
		c.year, c.month, c.day = d.day[0], d.day[1], d.day[2]
	case d.named != 0 && leads:
		c.year, c.month, c.day = d.day[0], d.named, d.day[1]
	case d.named != 0:
		c.year, c.month, c.day = d.day[1], d.named, d.day[0]
	}
	if !d.iso && 0 <= c.year && c.year < 100 {
		c.year += 1900
		if c.year < 1950 {
			c.year += 100
		}
	}
	for len(d.time) < 4 {
		d.time = append(d.time, 0)
	}
	c.hour, c.minute, c.second, c.millisecond = d.time[0], d.time[1], d.time[2], d.time[3]
	if d.later >= 0 {
		if c.hour > 12 {
			return c, false
		}
		c.hour = c.hour%12 + d.later
	}
	if c.hour > 23 || c.minute > 59 || c.second > 59 || c.millisecond > 999 {
		if c.hour != 24 || c.minute != 0 || c.second != 0 || c.millisecond != 0 {
			return c, false
		}
	}
	return c, 1 <= c.month && c.month <= 12 && isDay(c.day)
}

func isDay(n int) bool { return 1 <= n && n <= 31 }
