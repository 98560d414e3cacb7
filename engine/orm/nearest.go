package orm

import "iter"

// nearest returns the candidate that name is most likely a misspelling of, ""
// when none is close. Of equally close ones it takes the first by name.
func nearest(name string, candidates iter.Seq[string]) string {
	best, least := "", max(2, len(name)/3)
	if len(name) < 3 {
		least = 1
	}
	for c := range candidates {
		if d := distance(name, c); d < least || d == least && (best == "" || c < best) {
			best, least = c, d
		}
	}
	return best
}

// Nearest returns the candidate that name is most likely a misspelling of, ""
// when none is close.
func Nearest(name string, candidates iter.Seq[string]) string { return nearest(name, candidates) }

// distance is the Levenshtein distance of a and b.
func distance(a, b string) int {
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
