package serverdb_test

import (
	"strings"
	"testing"

	"framework/engine/orm/serverdb"
)

// Charsets in which a value could end its text are refused before anything is
// connected.
func TestUnsafeCharsetsAreRefused(t *testing.T) {
	for _, o := range []serverdb.Options{
		{Charset: "gbk"},
		{Charset: "GBK"},
		{Charset: "sjis"},
		{Charset: "cp932"},
		{Charset: "big5"},
		{Charset: "gb18030"},
		{Charset: "gb2312"},
		{Charset: "utf8mb4,gbk"},
		{Charset: "latin1, gbk"},
		{Charset: "gbk_chinese_ci"},
		{Charset: "utf8mb4'; x"},
		{Charset: "ucs2"},
		{Charset: "utf16"},
		{Collation: "gbk_chinese_ci"},
		{Collation: "SJIS_japanese_ci"},
		{Charset: "utf8mb4", Collation: "big5_bin"},
	} {
		o.URL = "mysql://root@127.0.0.1:1/test"
		if db, err := serverdb.OpenMySQL(t.Context(), o); err == nil || !strings.Contains(err.Error(), "not safe") {
			t.Errorf("%q %q: %v, %v", o.Charset, o.Collation, db, err)
		}
	}
	for _, o := range []serverdb.Options{{}, {Charset: "utf8"}, {Charset: "UTF8_GENERAL_CI"}, {Charset: "latin1"}, {Collation: "utf8mb4_unicode_ci"}, {Collation: "latin1_swedish_ci"}} {
		o.URL = "mysql://root@127.0.0.1:1/test"
		if _, err := serverdb.OpenMySQL(t.Context(), o); err != nil && strings.Contains(err.Error(), "not safe") {
			t.Errorf("%q %q: %v", o.Charset, o.Collation, err)
		}
	}
}
