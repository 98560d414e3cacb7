package serverdb_test

import (
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/ormtest"
)

// TestContract: both servers keep the contract of adapters.
func TestContract(t *testing.T) {
	onServers(t, func(t *testing.T, s *place) {
		for _, exact := range []bool{false, true} {
			t.Run(map[bool]string{false: "plain", true: "exact"}[exact], func(t *testing.T) {
				t.Parallel()
				traits := s.traits(t)
				traits.CaseSensitive = exact
				ormtest.Run(t, func(t testing.TB) orm.Adapter {
					own := s.server.place(t)
					own.opts.CaseSensitive = exact
					return own.with(t, own.opts)
				}, traits)
			})
		}
	})
}

// TestModernModels: models of 1.x on both servers.
func TestModernModels(t *testing.T) {
	onServers(t, func(t *testing.T, s *place) {
		fresh := func(t testing.TB) orm.Adapter {
			own := s.server.place(t)
			own.opts.CaseSensitive = s.postgres()
			return own.with(t, own.opts)
		}
		ormtest.RunModernGrowth(t, fresh)
		ormtest.RunModern(t, fresh, ormtest.ModernTraits{})
	})
}

// traits are what the servers legitimately do in their own way.
func (p *place) traits(t *testing.T) ormtest.Traits {
	traits := ormtest.Traits{Natural: ormtest.ByKey, TableOrder: true, Gaps: true}
	if p.postgres() {
		traits.NullsLast = true
		rows := p.sql(t, p.db(t), "SELECT datcollate AS name FROM pg_database WHERE datname = current_database()")
		if name, _ := rows[0].Value("name").(string); name != "C" && name != "POSIX" && !strings.HasPrefix(name, "C.") {
			traits.Words, traits.Keys = words, words // the other collations sort by rules of their own
		}
		return traits
	}
	// Under 64 writers MariaDB 10.11 shows a query half of a transaction about
	// once in a hundred thousand times, to a bare driver as well.
	traits.Torn = true
	// The usual collations take upper for lower case, accented letters for
	// plain ones, and no notice of spaces at the end.
	traits.Fold, traits.UniqueFolds, traits.Longest = strings.ToUpper, true, 255
	traits.Collate = func(a, b string) int { return strings.Compare(strings.ToUpper(a), strings.ToUpper(b)) }
	traits.Words = append([]string{"A", "B", "AB", "aB", " a", "%", "a%", "_", "a_", `\`, `a\`, "'", `"`, "a'b", "--", "?", "$1", "1", "12", "1.5", "ж", "日本", "😀"}, words...)
	traits.Keys = words
	return traits
}

// words are texts that all collations sort alike.
var words = []string{"", "a", "ab", "abc", "b", "ba", "c"}
