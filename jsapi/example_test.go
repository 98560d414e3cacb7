package jsapi_test

import (
	"context"
	"fmt"

	"framework/jsapi"
)

// The loop of an isolate runs functions one after the other; only they may use the
// realm and its values.
func ExampleIsolate_Do() {
	ctx := context.Background()
	isolate, err := jsapi.New(jsapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer isolate.Close(ctx)
	var sum int64
	err = isolate.Do(ctx, func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString(`[1, 2, 3].reduce((a, b) => a + b)`)
		if err != nil {
			return err
		}
		sum = v.ToInteger()
		return nil
	})
	fmt.Println(sum, err)
	// Output:
	// 6 <nil>
}
