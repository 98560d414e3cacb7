package unicodeprops

import (
	"strings"
	"unicode"
)

// categories are the long names of general categories.
var categories = map[string]string{
	"Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Unassigned": "Cn", "Private_Use": "Co", "Surrogate": "Cs",
	"Letter": "L", "Cased_Letter": "LC", "Lowercase_Letter": "Ll", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
	"Titlecase_Letter": "Lt", "Uppercase_Letter": "Lu", "Mark": "M", "Combining_Mark": "M", "Spacing_Mark": "Mc",
	"Enclosing_Mark": "Me", "Nonspacing_Mark": "Mn", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
	"Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc",
	"Dash_Punctuation": "Pd", "Close_Punctuation": "Pe", "Final_Punctuation": "Pf", "Initial_Punctuation": "Pi",
	"Other_Punctuation": "Po", "Open_Punctuation": "Ps", "Symbol": "S", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk",
	"Math_Symbol": "Sm", "Other_Symbol": "So", "Separator": "Z", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
	"Space_Separator": "Zs",
}

// binary are the long names of properties with short ones.
var binary = map[string]string{
	"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Dep": "Deprecated", "Dia": "Diacritic",
	"DI": "Default_Ignorable_Code_Point", "EBase": "Emoji_Modifier_Base", "EComp": "Emoji_Component", "EMod": "Emoji_Modifier",
	"EPres": "Emoji_Presentation", "Ext": "Extender", "ExtPict": "Extended_Pictographic", "Hex": "Hex_Digit",
	"IDC": "ID_Continue", "IDS": "ID_Start", "Ideo": "Ideographic", "Join_C": "Join_Control", "Lower": "Lowercase",
	"NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space", "QMark": "Quotation_Mark",
	"RI": "Regional_Indicator", "SD": "Soft_Dotted", "Sentence_Terminal": "STerm", "Term": "Terminal_Punctuation",
	"UIdeo": "Unified_Ideograph", "Upper": "Uppercase", "VS": "Variation_Selector", "XIDC": "XID_Continue", "XIDS": "XID_Start",
	"space": "White_Space",
}

// scripts are the short names of the scripts that are used most.
var scripts = map[string]string{
	"Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Bopo": "Bopomofo", "Cyrl": "Cyrillic", "Deva": "Devanagari",
	"Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul",
	"Hani": "Han", "Hebr": "Hebrew", "Hira": "Hiragana", "Kana": "Katakana", "Khmr": "Khmer", "Knda": "Kannada",
	"Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam", "Mong": "Mongolian", "Mymr": "Myanmar", "Orya": "Oriya",
	"Sinh": "Sinhala", "Taml": "Tamil", "Telu": "Telugu", "Thaa": "Thaana", "Tibt": "Tibetan", "Zinh": "Inherited", "Zyyy": "Common",
}

// span is a range of code points.
type span struct{ from, to rune }

// property returns the characters that have a property as \p{…} names it; false
// for one that there is not.
func property(name string) ([]span, bool) {
	key, value, given := strings.Cut(name, "=")
	if !given {
		if s, ok := category(name); ok {
			return s, true
		}
		return binaryProperty(name)
	}
	switch key {
	case "General_Category", "gc":
		return category(value)
	case "Script", "sc", "Script_Extensions", "scx":
		if long, ok := scripts[value]; ok {
			value = long
		}
		table, ok := unicode.Scripts[value]
		return spans(table), ok
	}
	return nil, false
}

func category(name string) ([]span, bool) {
	if short, ok := categories[name]; ok {
		name = short
	}
	switch name {
	case "LC":
		return spans(unicode.Lu, unicode.Ll, unicode.Lt), true
	case "Cn":
		return complement(assigned()), true
	case "C":
		return union(spans(unicode.C), complement(assigned())), true
	}
	table, ok := unicode.Categories[name]
	return spans(table), ok && len(name) <= 2
}

func assigned() []span {
	return spans(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

func binaryProperty(name string) ([]span, bool) {
	if long, ok := binary[name]; ok {
		name = long
	}
	p := unicode.Properties
	syntax := spans(unicode.Pattern_Syntax, unicode.Pattern_White_Space)
	start := without(spans(unicode.L, unicode.Nl, unicode.Other_ID_Start), syntax)
	switch name {
	case "Any":
		return []span{{0, unicode.MaxRune}}, true
	case "ASCII":
		return []span{{0, 0x7f}}, true
	case "Assigned":
		return assigned(), true
	case "Alphabetic":
		return spans(unicode.L, unicode.Nl, unicode.Other_Alphabetic), true
	case "Lowercase":
		return spans(unicode.Ll, unicode.Other_Lowercase), true
	case "Uppercase":
		return spans(unicode.Lu, unicode.Other_Uppercase), true
	case "Math":
		return spans(unicode.Sm, unicode.Other_Math), true
	case "ID_Start", "XID_Start":
		return start, true
	case "ID_Continue", "XID_Continue":
		more := spans(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
		joiners := []span{{0x200c, 0x200d}, {0x30fb, 0x30fb}, {0xff65, 0xff65}} // since Unicode 15.1
		return without(union(start, more, joiners), syntax), true
	case "Cased":
		return spans(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase), true
	case "Default_Ignorable_Code_Point":
		ignorable := union(spans(unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector))
		return without(ignorable, union(spans(unicode.White_Space, unicode.Prepended_Concatenation_Mark), []span{{0xfff9, 0xfffb}, {0x13430, 0x13440}})), true
	case "Hyphen", "Other_Alphabetic", "Other_Default_Ignorable_Code_Point", "Other_Grapheme_Extend", "Other_ID_Continue",
		"Other_ID_Start", "Other_Lowercase", "Other_Math", "Other_Uppercase", "Prepended_Concatenation_Mark":
		return nil, false // known to Unicode, not to JavaScript
	}
	if table, ok := emoji[name]; ok {
		return spans(table), true
	}
	table, ok := p[name]
	return spans(table), ok
}
