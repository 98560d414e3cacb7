package mongo

import (
	"cmp"
	"math"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// lookup returns the value at a path of a document, nil if there is none.
func lookup(doc bson.Raw, path string) any {
	v, err := doc.LookupErr(strings.Split(path, ".")...)
	if err != nil {
		return nil
	}
	return bsonvalue.Decode(v)
}

// accumulator has the aggregates of the values of one attribute.
type accumulator struct {
	whole    int64
	sum      float64
	fraction bool // not all numbers are whole, or their sum is too large
	numbers  int
	min, max any
}

func (a *accumulator) add(v any) {
	switch v := v.(type) {
	case nil:
		return
	case int64:
		next := a.whole + v
		a.fraction = a.fraction || (next < a.whole) != (v < 0)
		a.whole, a.sum, a.numbers = next, a.sum+float64(v), a.numbers+1
	case float64:
		a.fraction, a.sum, a.numbers = true, a.sum+v, a.numbers+1
	}
	if a.min == nil || compare(v, a.min) < 0 {
		a.min = v
	}
	if a.max == nil || compare(v, a.max) > 0 {
		a.max = v
	}
}

// result is what the operator of the server gives.
func (a *accumulator) result(operator string) any {
	switch operator {
	case "$sum":
		if a.fraction {
			return value.Number(a.sum)
		}
		return a.whole
	case "$avg":
		switch {
		case a.numbers == 0:
			return nil
		case a.fraction:
			return value.Number(a.sum / float64(a.numbers))
		}
		return value.Number(float64(a.whole) / float64(a.numbers))
	case "$min":
		return a.min
	}
	return a.max
}

// compare compares values that are not null, in the order of the server for values of
// different types.
func compare(a, b any) int {
	if order := cmp.Compare(rank(a), rank(b)); order != 0 {
		return order
	}
	switch x := a.(type) {
	case string:
		return strings.Compare(x, b.(string))
	case bool:
		if y, _ := b.(bool); x != y && x {
			return 1
		} else if x != y {
			return -1
		}
		return 0
	case time.Time:
		return x.Compare(b.(time.Time))
	}
	return cmp.Compare(number(a), number(b))
}

func rank(v any) int {
	switch v.(type) {
	case int64, float64:
		return 1
	case string:
		return 2
	case bool:
		return 4
	case time.Time:
		return 5
	}
	return 3
}

func number(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}
