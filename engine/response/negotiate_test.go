package response_test

import (
	"fmt"
	"testing"

	"framework/engine/response"
)

func TestNegotiate(t *testing.T) {
	for status, want := range map[int]string{
		0: "serverError", 200: "serverError", 400: "badRequest", 401: "badRequest", 403: "forbidden", 404: "notFound",
		422: "badRequest", 499: "badRequest", 500: "serverError", 501: "serverError", 503: "unavailable", 504: "serverError",
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			data := &response.Payload{Status: status}
			if got := response.Negotiate(data); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
