package intl

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

type kind uint8

const (
	finite kind = iota
	infinite
	notANumber
)

// Decimal is a number with its decimal digits: 0.DIGITS times ten to the power of exp. The digits
// have no zeros at their ends; zero has none.
type Decimal struct {
	kind   kind
	neg    bool
	digits []byte // each 0 to 9
	exp    int
}

// FromFloat returns the decimal with the fewest digits that stands for a number of JavaScript.
func FromFloat(n float64) Decimal {
	switch {
	case math.IsNaN(n):
		return Decimal{kind: notANumber}
	case math.IsInf(n, 0):
		return Decimal{kind: infinite, neg: n < 0}
	}
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], math.Abs(n), 'e', -1, 64)
	d := Decimal{neg: math.Signbit(n)}
	at := 0
	for at < len(text) && text[at] != 'e' {
		if text[at] != '.' {
			d.digits = append(d.digits, text[at]-'0')
		}
		at++
	}
	exp, _ := strconv.Atoi(string(text[at+1:]))
	d.exp = exp + 1
	return d.trimmed()
}

// FromBig returns the decimal of a whole number.
func FromBig(n *big.Int) Decimal {
	text := new(big.Int).Abs(n).String()
	d := Decimal{neg: n.Sign() < 0, exp: len(text)}
	for i := range len(text) {
		d.digits = append(d.digits, text[i]-'0')
	}
	return d.trimmed()
}

// FromText returns the number that a text means in JavaScript, with all its digits.
func FromText(text string) Decimal {
	text = strings.TrimFunc(text, func(r rune) bool {
		return r == '\ufeff' || r == ' ' || r >= '\t' && r <= '\r' || r == 0xa0 || r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000
	})
	if len(text) > 2 && text[0] == '0' && strings.ContainsRune("xXoObB", rune(text[1])) {
		n, ok := new(big.Int).SetString(text, 0)
		if !ok || strings.Contains(text, "_") {
			return Decimal{kind: notANumber}
		}
		return FromBig(n)
	}
	d := Decimal{}
	if text != "" && (text[0] == '-' || text[0] == '+') {
		d.neg, text = text[0] == '-', text[1:]
		if text == "" {
			return Decimal{kind: notANumber}
		}
	} else if text == "" {
		return d
	}
	if text == "Infinity" {
		d.kind = infinite
		return d
	}
	mantissa, power, scaled := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return Decimal{kind: notANumber}
	}
	if scaled {
		n, err := strconv.Atoi(power)
		if err != nil {
			return Decimal{kind: notANumber}
		}
		d.exp = n
	}
	if v, err := strconv.ParseFloat(text, 64); err != nil || v == 0 {
		// The range is that of numbers in JavaScript.
		neg := d.neg
		d = FromFloat(v)
		d.neg = neg
		return d
	}
	for _, c := range []byte(whole + fraction) {
		d.digits = append(d.digits, c-'0')
	}
	d.exp += len(whole)
	return d.trimmed()
}

func (d Decimal) zero() bool { return d.kind == finite && len(d.digits) == 0 }

// trimmed removes zeros at both ends.
func (d Decimal) trimmed() Decimal {
	for len(d.digits) > 0 && d.digits[len(d.digits)-1] == 0 {
		d.digits = d.digits[:len(d.digits)-1]
	}
	for len(d.digits) > 0 && d.digits[0] == 0 {
		d.digits, d.exp = d.digits[1:], d.exp-1
	}
	if len(d.digits) == 0 {
		d.exp = 0
	}
	return d
}

// scale multiplies by a power of ten.
func (d Decimal) scale(power int) Decimal {
	if len(d.digits) > 0 {
		d.exp += power
	}
	return d
}

// at returns the digit of ten to the power of a position.
func (d Decimal) at(position int) byte {
	i := d.exp - 1 - position
	if i < 0 || i >= len(d.digits) {
		return 0
	}
	return d.digits[i]
}

// magnitude is the position of the first digit, 0 for zero.
func (d Decimal) magnitude() int {
	if len(d.digits) == 0 {
		return 0
	}
	return d.exp - 1
}

// round rounds to a multiple of increment times ten to the power of position.
func (d Decimal) round(position int, mode string, increment int) Decimal {
	if d.kind != finite || len(d.digits) == 0 {
		return d
	}
	keep := d.exp - position // digits that stay
	if increment <= 1 && keep >= len(d.digits) {
		return d
	}
	head := d.digits[:max(0, min(keep, len(d.digits)))]
	whole := new(big.Int)
	text := make([]byte, 0, max(keep, 1))
	for i := range max(keep, 0) {
		if i < len(head) {
			text = append(text, head[i]+'0')
		} else {
			text = append(text, '0')
		}
	}
	if len(text) > 0 {
		whole.SetString(string(text), 10)
	}
	// half compares what is cut off with half of the increment; exact says that nothing is.
	half, exact := d.tail(keep)
	if increment > 1 {
		step := big.NewInt(int64(increment))
		rest := new(big.Int)
		whole.DivMod(whole, step, rest)
		exact = exact && rest.Sign() == 0
		twice := new(big.Int).Lsh(rest, 1)
		c := twice.Cmp(step)
		if c == 0 && !d.tailZero(keep) {
			c = 1
		} else if c < 0 && increment%2 == 1 && new(big.Int).Add(twice, big.NewInt(1)).Cmp(step) == 0 {
			c = half
		}
		half = c
	}
	if !exact && up(mode, d.neg, half, whole.Bit(0) == 1) {
		whole.Add(whole, big.NewInt(1))
	}
	if increment > 1 {
		whole.Mul(whole, big.NewInt(int64(increment)))
	}
	out := FromBig(whole)
	out.neg = d.neg
	return out.scale(position)
}

// tail compares the digits from index keep on with one half: -1, 0 or 1.
func (d Decimal) tail(keep int) (half int, exact bool) {
	if d.tailZero(keep) {
		return -1, true
	}
	if keep < 0 {
		return -1, false
	}
	switch first := d.digits[keep]; {
	case first > 5 || first == 5 && keep+1 < len(d.digits):
		return 1, false
	case first == 5:
		return 0, false
	}
	return -1, false
}

func (d Decimal) tailZero(keep int) bool { return keep >= len(d.digits) }

// up reports whether a rounding mode of ECMA-402 goes away from zero.
func up(mode string, neg bool, half int, odd bool) bool {
	switch mode {
	case "ceil":
		return !neg
	case "floor":
		return neg
	case "expand":
		return true
	case "trunc":
		return false
	case "halfCeil":
		return half > 0 || half == 0 && !neg
	case "halfFloor":
		return half > 0 || half == 0 && neg
	case "halfTrunc":
		return half > 0
	case "halfEven":
		return half > 0 || half == 0 && odd
	}
	return half >= 0
}

// Digits says how a number is rounded and how many digits it shows.
type Digits struct {
	MinInteger               int
	MinFraction, MaxFraction int
	MinSignificant           int
	MaxSignificant           int // 0 where only fraction digits count
	Priority                 string
	Mode                     string
	Increment                int
	StripIfInteger           bool
}

// rounded is a number with the digits that it shows.
type rounded struct {
	Decimal
	minInteger int
	fraction   int // digits after the point
}

func (s Digits) round(d Decimal) rounded {
	if d.kind != finite {
		return rounded{Decimal: d}
	}
	fractionAt, significantAt := -s.MaxFraction, d.magnitude()-s.MaxSignificant+1
	if s.MaxSignificant > 0 && s.Priority == "auto" || s.MaxSignificant > 0 && s.Priority == "" {
		out := d.round(significantAt, s.Mode, 1)
		return s.shown(out, out.magnitude()-s.MinSignificant+1)
	}
	if s.MaxSignificant == 0 {
		return s.shown(d.round(fractionAt, s.Mode, s.Increment), -s.MinFraction)
	}
	more := s.Priority == "morePrecision"
	at := max(fractionAt, significantAt)
	if more {
		at = min(fractionAt, significantAt)
	}
	out := d.round(at, s.Mode, 1)
	if !d.zero() && !out.zero() && out.magnitude() != d.magnitude() && fractionAt == significantAt {
		significantAt++
	}
	if more && significantAt <= fractionAt || !more && significantAt > fractionAt {
		return s.shown(out, out.magnitude()-s.MinSignificant+1)
	}
	return s.shown(out, -s.MinFraction)
}

// shown adds the zeros down to a position.
func (s Digits) shown(d Decimal, position int) rounded {
	fraction := max(0, len(d.digits)-d.exp)
	if len(d.digits) == 0 {
		fraction = 0
	}
	if !s.StripIfInteger || fraction > 0 {
		fraction = max(fraction, -position, 0)
	}
	return rounded{d, s.MinInteger, fraction}
}

// integers is the number of digits before the point.
func (r rounded) integers() int { return max(r.minInteger, r.exp, 1) }

// operands are the operands of plural rules; exponent is that of compact notation.
func (r rounded) operands(exponent int) operands {
	o := operands{e: exponent, v: max(0, r.fraction-exponent)}
	d := r.scale(exponent)
	for position := max(d.exp-1, 0); position >= 0; position-- {
		o.i = o.i*10 + float64(d.at(position))
	}
	scale := 1.0
	for position := -1; position >= -o.v; position-- {
		digit := d.at(position)
		o.f = o.f*10 + float64(digit)
		scale *= 10
		if digit != 0 {
			o.w, o.t = -position, o.f
		}
	}
	o.n = o.i + o.f/scale
	return o
}
