package logging

import (
	"log/slog"
	"strconv"
)

// appendSimple appends the line of a record whose attributes are numbers, durations, and texts of printable ASCII, as
// the handler of newLines writes it without colours; ok is false for other records. Lines of requests are such
// records: that handler takes a tenth of a small request for each.
func appendSimple(line []byte, r slog.Record) (_ []byte, ok bool) {
	line = append(line, Name(r.Level)...)
	line = append(line, ": "...)
	line = append(line, r.Message...)
	ok = true
	r.Attrs(func(a slog.Attr) bool {
		a = hide(a)
		if ok = a.Key != slog.TimeKey && !quoted(a.Key) && printableASCII(a.Key); !ok {
			return false
		}
		line = append(append(append(line, ' '), a.Key...), '=')
		switch v := a.Value; v.Kind() {
		case slog.KindString:
			text := v.String()
			ok = printableASCII(text)
			if quoted(text) {
				line = strconv.AppendQuote(line, text)
			} else {
				line = append(line, text...)
			}
		case slog.KindInt64:
			line = strconv.AppendInt(line, v.Int64(), 10)
		case slog.KindUint64:
			line = strconv.AppendUint(line, v.Uint64(), 10)
		case slog.KindFloat64:
			line = strconv.AppendFloat(line, v.Float64(), 'g', -1, 64)
		case slog.KindBool:
			line = strconv.AppendBool(line, v.Bool())
		case slog.KindDuration:
			line = append(line, v.Duration().String()...)
		default:
			ok = false
		}
		return ok
	})
	return append(line, '\n'), ok
}

// printableASCII reports whether a text has nothing but that.
func printableASCII(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// quoted reports whether a text of printable ASCII is written in quotation marks.
func quoted(text string) bool {
	for i := range len(text) {
		if c := text[i]; c == ' ' || c == '=' || c == '"' {
			return true
		}
	}
	return text == ""
}
