package config

// Keys lists the keys of a table of settings, in its order. key returns "" for a row
// that is to be left out.
func Keys[Row any](table []Row, key func(row Row) string) []string {
	var out []string
	for _, row := range table {
		if k := key(row); k != "" {
			out = append(out, k)
		}
	}
	return out
}
