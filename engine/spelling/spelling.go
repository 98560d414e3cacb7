package spelling

import (
	"fmt"
	"iter"
	"maps"
	"strings"
)

// Nearest returns the candidate that name is most likely a misspelling of, ""
// when none is close. Of equally close ones it takes the first by name.
func Nearest(name string, candidates iter.Seq[string]) string {
	best, least := "", max(2, len(name)/3)
	if len(name) < 3 {
		least = 1
	}
	for c := range candidates {
		if d := typos(name, c); d < least || d == least && (best == "" || c < best) {
			best, least = c, d
		}
	}
	return best
}

// Close is Nearest for a name that may be meant as it is: the candidate has to be
// closer, and short names have to have the same letters.
func Close(name string, candidates iter.Seq[string]) string {
	best, least := "", max(1, (len(name)+1)/6)+1
	for c := range candidates {
		if strings.EqualFold(name, c) || swapped(name, c) {
			return c
		}
		if d := Distance(name, c); len(name) > 4 && (d < least || d == least && best != "" && c < best) {
			best, least = c, d
		}
	}
	return best
}

// Member is Close for the name of a member. These are few, so that one letter is enough in a
// short name as well.
func Member(name string, candidates iter.Seq[string]) string {
	if near := Close(name, candidates); near != "" || len(name) < 3 {
		return near
	}
	for c := range candidates {
		if Distance(name, c) == 1 {
			return c
		}
	}
	return ""
}

// typos is Distance, where two neighbours in the wrong order count as one.
func typos(name, other string) int {
	if swapped(name, other) {
		return 1
	}
	return Distance(name, other)
}

// swapped reports whether a name is another with two neighbours in the wrong order.
func swapped(name, other string) bool {
	if len(name) != len(other) {
		return false
	}
	for i := range len(name) - 1 {
		if name[:i]+name[i+1:i+2]+name[i:i+1]+name[i+2:] == other {
			return true
		}
	}
	return false
}

// DidYouMean is the end of a message about a name that nothing has, "" when none
// of the candidates is close. Candidates are compared in lower case.
func DidYouMean(name string, candidates []string) string {
	lower := map[string]string{}
	for _, c := range candidates {
		lower[strings.ToLower(c)] = c
	}
	near := Nearest(strings.ToLower(name), maps.Keys(lower))
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", lower[near])
}

// Distance is the Levenshtein distance of a and b.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
