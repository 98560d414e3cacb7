package errmsg

import (
	"math"
	"strconv"
)

// number is the value of a literal as JavaScript writes it.
func number(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if size := math.Abs(v); size >= 1e21 || size < 1e-6 && size > 0 {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return intermediate
}
