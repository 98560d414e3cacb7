package web

import (
	"fmt"
	"strconv"
	"strings"

	"framework/engine/value"
)

// ByteCount reads a number of bytes as settings of the classic packages have
// it: 1000, "1000", "10k", "10mb". Nothing is otherwise.
func ByteCount(v any, otherwise int64) (int64, error) {
	switch v := v.(type) {
	case nil, value.Undefined:
		return otherwise, nil
	case int64:
		return v, nil
	case float64:
		return int64(min(v, 1<<60)), nil
	case string:
		text := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(v)), "b")
		factor := int64(1)
		for i, unit := range []string{"k", "m", "g"} {
			if rest, ok := strings.CutSuffix(text, unit); ok {
				text, factor = rest, 1<<(10*(i+1))
			}
		}
		if n, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && n >= 0 && n*float64(factor) < 1<<60 {
			return int64(n * float64(factor)), nil
		}
	}
	return 0, fmt.Errorf("expected a number of bytes or a text such as \"10mb\", got %s", value.Append(nil, v))
}
