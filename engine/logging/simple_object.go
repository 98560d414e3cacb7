package logging

import (
	"log/slog"
	"math"
	"strconv"
	"strings"
	"time"
)

// appendSimpleObject appends the line of a record and of more attributes as the handler of newObjects writes it, where
// all are simple: numbers, durations, and texts of printable ASCII that need no escape. ok is false for others.
func appendSimpleObject(line []byte, r slog.Record, more []slog.Attr) (_ []byte, ok bool) {
	if year := r.Time.Year(); r.Time.IsZero() || year < 0 || year > 9999 || !plainText(r.Message) {
		return line, false
	}
	line = append(line, `{"time":"`...)
	line = r.Time.AppendFormat(line, time.RFC3339Nano)
	line = append(line, `","level":"`...)
	line = append(line, Name(r.Level)...)
	line = append(line, `","msg":"`...)
	line = append(line, r.Message...)
	line = append(line, '"')
	ok = true
	add := func(a slog.Attr) bool {
		line, ok = appendSimpleMember(line, hide(a))
		return ok
	}
	r.Attrs(add)
	for _, a := range more {
		if !ok {
			break
		}
		add(a)
	}
	return append(line, '}', '\n'), ok
}

// appendSimpleMember appends an attribute and the comma in front of it.
func appendSimpleMember(line []byte, a slog.Attr) (_ []byte, ok bool) {
	if a.Key == "" || !plainText(a.Key) {
		return line, false
	}
	line = append(append(append(line, ',', '"'), a.Key...), '"', ':')
	switch v := a.Value; v.Kind() {
	case slog.KindString:
		text := v.String()
		line = append(append(append(line, '"'), text...), '"')
		return line, plainText(text)
	case slog.KindInt64:
		line = strconv.AppendInt(line, v.Int64(), 10)
	case slog.KindUint64:
		line = strconv.AppendUint(line, v.Uint64(), 10)
	case slog.KindFloat64:
		f := v.Float64()
		line = strconv.AppendFloat(line, f, 'f', -1, 64)
		return line, f == 0 || math.Abs(f) >= 1e-6 && math.Abs(f) < 1e21 // JSON has others with an exponent
	case slog.KindBool:
		line = strconv.AppendBool(line, v.Bool())
	case slog.KindDuration:
		line = strconv.AppendInt(line, int64(v.Duration()), 10)
	default:
		return line, false
	}
	return line, true
}

// plainText reports whether a text is printable ASCII that JSON has as it is.
func plainText(text string) bool {
	return printableASCII(text) && strings.IndexByte(text, '"') < 0 && strings.IndexByte(text, '\\') < 0
}
