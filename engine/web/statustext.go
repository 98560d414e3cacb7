package web

import "net/http"

// nodeTexts are the texts of those statuses that Node words otherwise than Go.
var nodeTexts = map[int]string{
	http.StatusRequestEntityTooLarge:        "Payload Too Large",
	http.StatusRequestURITooLong:            "URI Too Long",
	http.StatusRequestedRangeNotSatisfiable: "Range Not Satisfiable",
	http.StatusTeapot:                       "I'm a Teapot",
	509:                                     "Bandwidth Limit Exceeded",
}

// StatusText is the text of a status as Node has it, "" for one without.
func StatusText(status int) string {
	if text, ok := nodeTexts[status]; ok {
		return text
	}
	return http.StatusText(status)
}
