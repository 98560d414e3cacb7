package blueprints_test

import "testing"

const (
	ada     = `{"name":"Ada","age":36,"home":1,"id":1}`
	bob     = `{"name":"Bob","age":20,"id":2}`
	cyd     = `{"name":"Cyd","age":20,"id":3}`
	nowhere = "404 No record found with the specified `id`."
)

func TestFind(t *testing.T) {
	asked(t, false, []row{
		{method: "GET", target: "/user?populate=", want: "200 [" + ada + "," + bob + "," + cyd + "]"},
		{method: "GET", target: "/user?populate=&age=20", want: "200 [" + bob + "," + cyd + "]"},
	})
}
